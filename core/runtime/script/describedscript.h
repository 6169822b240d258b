// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measuring/describerequest.h"
#include "core/runtime/script/scriptfile.h"

namespace stagecraft {

// Returns the chain from the description in a TorchScript file without running the file. Errors: ScriptUnusable if the
// description does not match the children, OptionUnsupported for an input other than the described one, those of
// readScriptDescription(). Throws libtorch's exceptions.
Result<Model> describedModel(const DescribeRequest& request, const Script& script);

}
