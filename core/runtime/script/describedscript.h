// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measuring/describerequest.h"
#include "core/runtime/script/scriptfile.h"

namespace stagecraft {

// The chain that a TorchScript file describes itself; nothing of it runs. Errors: ScriptUnusable where the description
// does not fit the children, OptionUnsupported for another input than the described one, those of
// readScriptDescription(). Throws what libtorch throws.
Result<Model> describedModel(const DescribeRequest& request, const Script& script);

}
