// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/torchtitanmodels.h"

#include "core/words/framework.h"

#include <algorithm>

namespace stagecraft {

namespace {

// torchtitan/models/gpt_oss/model/model.py: every second block has windowed attention, starting with the first.
bool isGptOss(const DecoderFacts& facts)
{
    const bool biased = facts.qkv_bias && facts.output_bias;
    const bool experts = facts.experts && facts.experts->gate == ExpertGate::ClampedPairs && facts.experts->biased
        && facts.shared_expert == 0;
    bool alternate = facts.window > 0 && facts.windowed.size() == static_cast<std::size_t>(facts.blocks);
    for (std::size_t block = 0; alternate && block < facts.windowed.size(); ++block) {
        alternate = facts.windowed[block] == (block % 2 == 0);
    }
    return facts.sinks && biased && experts && alternate && !facts.head_norm && !facts.latent && !facts.tied;
}

bool allSparse(const DecoderFacts& facts)
{
    return std::find(facts.sparse.begin(), facts.sparse.end(), false) == facts.sparse.end();
}

}

bool isKnownToTorchtitan(const DecoderFacts& facts)
{
    if (facts.sinks) {
        return facts.rms_norm && facts.rotary_width == facts.head_width && isGptOss(facts) && allSparse(facts);
    }
    const bool usual = facts.rms_norm && facts.gated && facts.rotary_width > 0;
    if (facts.latent) { // torchtitan/models/deepseek_v3/model/model.py
        return usual && facts.experts && facts.experts->score == RouterScore::Sigmoid && facts.experts->normalised
            && facts.shared_expert > 0 && !facts.shared_switch;
    }
    if (!usual || !facts.experts) {
        return usual;
    }
    return facts.head_norm && allSparse(facts) && facts.shared_expert == 0
        && facts.experts->score == RouterScore::Softmax && facts.experts->normalised;
}

Message knownToTorchtitan()
{
    return say(words::framework::like_torchtitans, words::framework::decoders);
}

}
