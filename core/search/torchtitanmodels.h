// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/decoderfacts.h"

namespace stagecraft {

// True if the decoder can be built as one of the torchtitan models that plans support: Llama 3, Qwen3 with or without
// experts, DeepSeek-V3, gpt-oss. knownToTorchtitan() lists these in words.
bool isKnownToTorchtitan(const DecoderFacts& facts);
Message knownToTorchtitan();

}
