// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/scriptdescription.h"

#include <string>
#include <string_view>

namespace stagecraft {

// Reads the model description in a TorchScript archive. Errors: NotJson, Field*, as for Stagecraft's other files;
// `where` names the archive.
Result<ScriptDescription> readScriptDescription(std::string_view text, const std::string& where);

}
