// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/operators.h"

namespace stagecraft::prior {

// A mixture of experts with its router, as Experts::permuted says.
Value writeExperts(const Experts& op, OperatorScene& scene);

}
