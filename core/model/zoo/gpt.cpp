// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/blocks.h"
#include "core/model/families/families.h"
#include "core/model/zoo/zoo.h"

#include <array>

namespace stagecraft {

namespace {

// GPT-2's architecture with the sizes of the named model; options override each size.
template <std::int64_t Layers, std::int64_t Hidden, std::int64_t Heads, std::int64_t Positions = 1024>
Model build(ZooOptions& options)
{
    Gpt2Sizes sizes;
    const std::int64_t layers = options.integerOr("layers", Layers, 1, maxDescribedLayers - 2);
    sizes.hidden = options.integerOr("hidden", Hidden, 1, maxDimension);
    sizes.heads = options.integerOr("heads", Heads, 1, maxDimension);
    sizes.intermediate = options.integerOr("intermediate", 4 * sizes.hidden, 1, maxDimension);
    sizes.vocabulary = options.integerOr("vocabulary", 50257, 1, maxVocabulary);
    sizes.positions = options.integerOr("positions", Positions, 1, maxVocabulary);
    options.requireMultiple("hidden", sizes.hidden, "heads", sizes.heads);
    Model model;
    if (options.error()) {
        return model;
    }
    setPositions(model, sizes.positions);
    setLayers(model, gpt2Embedding(sizes), gpt2Block(sizes), layers, gpt2Head(sizes));
    return model;
}

const std::array all {
    ZooModel {"gpt", build<12, 768, 12>},
    // Radford et al. 2019
    ZooModel {"gpt2", build<12, 768, 12>},
    ZooModel {"gpt2-medium", build<24, 1024, 16>},
    ZooModel {"gpt2-large", build<36, 1280, 20>},
    ZooModel {"gpt2-xl", build<48, 1600, 25>},
    // Workloads of the papers: Shoeybi et al. 2019 (355M, 2.5B, 8.3B), Brown et al. 2020 (1.3B with 16 heads of 128,
    // 175B), Rosset 2020 (Turing-NLG 17B)
    ZooModel {"gpt-355m", build<24, 1024, 16>},
    ZooModel {"gpt-1.3b", build<24, 2048, 16, 2048>},
    ZooModel {"gpt-2.5b", build<54, 1920, 20>},
    ZooModel {"gpt-8.3b", build<72, 3072, 32>},
    ZooModel {"turing-nlg-17b", build<78, 4256, 28>},
    ZooModel {"gpt3-175b", build<96, 12288, 96, 2048>},
};

}

std::span<const ZooModel> gpts()
{
    return all;
}

}
