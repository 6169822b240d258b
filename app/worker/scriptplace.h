// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <string>

namespace stagecraft {

// A request may come from another machine: where the model's TorchScript file is not at its place, one of the same name
// beside the request takes that pipeline rank. Its hash is compared where it is loaded; what is measured is known by
// the code alone, so the answers are those to the request. `folder` is empty (the current one) or ends in a slash.
// Errors: FileNotReadable where the file is at neither place.
Result<void> findScript(Model& model, const std::string& folder);

}
