// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/decoderfacts.h"

namespace stagecraft {

// Whether torchtitan's Llama 3, its Qwen3, with or without experts, its DeepSeek-V3 or its gpt-oss can be made such a
// decoder: those of its models that plans are written for. And that in words.
bool isKnownToTorchtitan(const DecoderFacts& facts);
Message knownToTorchtitan();

}
