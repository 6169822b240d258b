// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/operators.h"

namespace stagecraft::prior {

// Records a mixture of experts with its router, in the variant that Experts::permuted and Experts::indexed select.
Value writeExperts(const Experts& op, OperatorScene& scene);

}
