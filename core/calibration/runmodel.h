// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"
#include "core/problem/framework.h"
#include "core/runs/run.h"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace stagecraft {

// Returns the model that a run trained, or the reason why it is unknown. If the run has the name of a shipped model
// ("llama3-405b (cut to 4 layers)"), that model with the row's number of layers; else a Llama if its MLPs have three
// matrices, a Mixtral if these are experts, and a GPT if they have two. Safe from any thread.
tl::expected<Model, Message> modelOf(const Run& run, Framework framework);

// Returns the letters and digits of a name in lower case, to compare names regardless of spelling.
std::string plainName(std::string_view name);

}
