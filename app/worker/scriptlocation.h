// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <string>

namespace stagecraft {

// Replaces the path of a missing TorchScript file by a file of the same name in the folder of the request, which may
// come from another machine. The hash is checked on loading. `folder` is empty (the current folder) or ends in a slash.
// Errors: FileNotReadable if the file is at neither path.
Result<void> findScript(Model& model, const std::string& folder);

}
