// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zoo/zoo.h"

#include <array>
#include <numeric>

namespace stagecraft {

namespace {

// Convolution of the network, with the operations at the ends of its level.
struct Unit {
    std::int64_t in = 0;
    std::int64_t out = 0;
    int skips = 0; // number of incoming skips
    bool image = false; // true if it takes the sample
    bool joins = false; // upsamples the input and concatenates the last skip
    bool halves = false; // returns its result as a skip, and a pooled copy
};

// Convolution, dropout of whole channels, norm, leaky ReLU. Unused skips pass through.
Program program(const Unit& unit)
{
    const int takes = 1 + unit.skips;
    ProgramBuilder block("convolution_unit", unit.image ? Feed::Image : Feed::Hidden, takes);
    int value = ProgramBuilder::input;
    if (unit.joins) {
        value = block.add(Upsample {2}, {value});
        value = block.add(Concatenate {}, {value, takes - 1});
    }
    value = block.add("convolution", Convolution {unit.in, unit.out, 3, 1, 1}, {value});
    value = block.add(Dropout {0.1, false, false, true}, {value});
    value = block.add("norm", InstanceNorm {unit.out}, {value});
    const int result = block.add(Activate {Activation::LeakyRelu}, {value});
    std::vector<int> gives(static_cast<std::size_t>(takes - (unit.joins ? 1 : 0)));
    std::iota(gives.begin(), gives.end(), 0);
    gives.front() = result;
    if (unit.halves) {
        gives.front() = block.add(MaxPool {2, 2}, {result});
        gives.push_back(result);
    }
    return block.finish(std::move(gives));
}

Program head(std::int64_t channels, std::int64_t classes)
{
    ProgramBuilder block("segmentation_head", Feed::Hidden);
    const int scores = block.hold(block.add("segment", Convolution {channels, classes}, {ProgramBuilder::input}));
    block.add("loss", BinaryCrossEntropy {}, {scores});
    return block.finish();
}

// Builder of the units of one level: `in` to `inner` to ... to `out` channels.
class Levels {
public:
    Levels(Model& model, std::int64_t convolutions) : m_model(model), m_convolutions(convolutions) {}

    void add(const std::string& name, std::int64_t in, std::int64_t inner, std::int64_t out, bool joins, bool halves)
    {
        for (std::int64_t i = 0; i < m_convolutions; ++i) {
            const bool first = i == 0;
            const bool last = i + 1 == m_convolutions;
            const Unit unit {first ? in : inner,     last ? out : inner, m_skips,
                             m_model.layers.empty(), first && joins,     last && halves};
            m_model.layers.push_back({name + "." + std::to_string(i), program(unit)});
            m_skips += (unit.halves ? 1 : 0) - (unit.joins ? 1 : 0);
        }
    }

private:
    Model& m_model;
    std::int64_t m_convolutions;
    int m_skips = 0;
};

// Simplified U-Net of torchgpipe's measurements (Kim et al. 2020; Ronneberger et al. 2015); parameters B (convolutions
// per level) and C (channels of the first level). Each layer is one convolution, as there.
Model unet(ZooOptions& options)
{
    constexpr int depth = 5;
    constexpr std::int64_t side = 192;
    const std::int64_t convolutions = options.integerOr("B", 5, 1, 100);
    const std::int64_t channels = options.integerOr("C", 64, 2, 1 << 14);
    options.requireMultiple("C", channels, "2", 2);
    Model model = imageModel();
    model.default_sequence = side;
    Levels levels(model, convolutions);
    for (int level = 0; level < depth; ++level) {
        const std::int64_t width = channels << level;
        levels.add("encoder " + std::to_string(level), level == 0 ? 3 : width / 2, width, width, false, true);
    }
    levels.add("bottleneck", channels << (depth - 1), channels << depth, channels << (depth - 1), false, false);
    for (int level = depth - 1; level >= 0; --level) {
        const std::int64_t width = (channels << level) / 2;
        levels.add("decoder " + std::to_string(level), channels << (level + 1), width, width, true, false);
    }
    model.layers.push_back({"head", head(channels / 2, 1)});
    return model;
}

const std::array all {ZooModel {"unet", unet}};

}

std::span<const ZooModel> unets()
{
    return all;
}

}
