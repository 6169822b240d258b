// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "scriptlocation.h"

#include "core/words/worker.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace stagecraft {

Result<void> findScript(Model& model, const std::string& folder)
{
    const auto script = scriptOf(model);
    if (!script || ::access(script->file.c_str(), R_OK) == 0) {
        return {};
    }
    std::string why = std::strerror(errno);
    const std::string beside = folder + script->file.substr(script->file.find_last_of('/') + 1);
    std::array<char, PATH_MAX> found {}; // std::filesystem would conflict with the one that libtorch exports
    if (::realpath(beside.c_str(), found.data()) == nullptr) {
        return failure(ErrorCode::FileNotReadable, {say(words::worker::script_elsewhere, std::move(why), beside)},
                       script->file);
    }
    for (Layer& layer : model.layers) {
        if (auto* scripted = std::get_if<ScriptedLayer>(&layer.spec)) {
            scripted->file = found.data();
        }
    }
    return {};
}

}
