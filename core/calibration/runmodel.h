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

// The model that a run trained, or why it is not known. Where the run's name is that of a published model that comes
// along ("llama3-405b (cut to 4 layers)"), that one, with as many layers as the row says; else a Llama where its
// feed-forwards have three matrices, a Mixtral where these are experts, and a GPT where they have two. Safe from any
// thread.
tl::expected<Model, Message> modelOf(const Run& run, Framework framework);

// Letters and digits in lower case: what names have in common however they are written.
std::string plainName(std::string_view name);

}
