// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zoo/zoo.h"

#include <array>
#include <span>

namespace stagecraft {

namespace {

enum class Step { None, Pool3, MaxPool2, Convolution1, Convolution3, Convolution7 };

// Operation on the state `state`; two consecutive choices are added to a new state.
struct Choice {
    int state = 0;
    Step step = Step::None;
};

// Cells found by evolution (Real et al. 2019), as in torchgpipe, whose 3x3 "maximum" pooling computes means.
constexpr std::array normalCell {
    Choice {1, Step::Convolution1}, Choice {1, Step::Pool3},        Choice {1, Step::None},
    Choice {0, Step::Convolution7}, Choice {0, Step::Convolution1}, Choice {0, Step::Convolution7},
    Choice {2, Step::Pool3},        Choice {2, Step::None},         Choice {1, Step::Pool3},
    Choice {5, Step::Convolution1},
};
constexpr std::array normalStates {0, 3, 4, 6};
constexpr std::array reductionCell {
    Choice {0, Step::MaxPool2},     Choice {0, Step::Pool3},        Choice {2, Step::None},
    Choice {1, Step::Convolution3}, Choice {2, Step::Convolution7}, Choice {2, Step::Pool3},
    Choice {3, Step::None},         Choice {1, Step::MaxPool2},     Choice {2, Step::Pool3},
    Choice {3, Step::Convolution1},
};
constexpr std::array reductionStates {4, 5, 6};

struct Cell {
    std::int64_t before_previous = 0; // channels of the cell before the previous one
    std::int64_t previous = 0;
    std::int64_t channels = 0;
    bool reduction = false;
    bool behind_reduction = false;
    bool one_input = false; // both states are the same value
    bool last = false; // no later cell uses its input
};

class CellWriter {
public:
    explicit CellWriter(const Cell& cell)
        : m_cell(cell), m_block(cell.reduction ? "reduction_cell" : "normal_cell", Feed::Hidden, cell.one_input ? 1 : 2)
    {
    }

    Program write()
    {
        const int before = m_cell.one_input ? 0 : 1;
        std::vector<int> states {m_block.hold(convolve("reduce_1", 0, m_cell.previous, m_cell.channels))};
        states.push_back(secondState(before));
        const auto choices = m_cell.reduction ? std::span<const Choice>(reductionCell) : normalCell;
        for (std::size_t i = 0; i < choices.size(); i += 2) {
            const int left = apply(i, choices[i], states);
            const int right = apply(i + 1, choices[i + 1], states);
            states.push_back(m_block.hold(m_block.add(Add {}, {left, right})));
        }
        const auto kept = m_cell.reduction ? std::span<const int>(reductionStates) : normalStates;
        std::vector<int> parts;
        for (const int state : kept) {
            parts.push_back(states[static_cast<std::size_t>(state)]);
        }
        const auto count = static_cast<std::int64_t>(parts.size());
        const int result = m_block.add(Concatenate {count}, std::move(parts));
        return m_block.finish(m_cell.last ? std::vector {result} : std::vector {result, 0});
    }

private:
    int norm(const std::string& name, int value, std::int64_t channels)
    {
        return m_block.add(name, BatchNorm {channels}, {value});
    }

    // ReLU, convolution, batch norm.
    int convolve(const std::string& name, int value, const Convolution& convolution)
    {
        value = m_block.add(Activate {Activation::Relu}, {value});
        value = m_block.add(name, convolution, {value});
        return norm(name + ".norm", value, convolution.out);
    }
    int convolve(const std::string& name, int value, std::int64_t in, std::int64_t out)
    {
        return convolve(name, value, Convolution {in, out});
    }

    int secondState(int value)
    {
        if (m_cell.behind_reduction) {
            return m_block.hold(halve(value));
        }
        const bool same = m_cell.before_previous == m_cell.channels;
        return same ? value : m_block.hold(convolve("reduce_2", value, m_cell.before_previous, m_cell.channels));
    }

    // Halves the resolution with two strided convolutions on grids shifted by one pixel.
    int halve(int value)
    {
        const Convolution half {m_cell.before_previous, m_cell.channels / 2, 1, 2};
        value = m_block.add(Activate {Activation::Relu}, {value});
        const int even = m_block.add("reduce_2.even", half, {value});
        const int shifted = m_block.add(ShiftImage {}, {value});
        const int odd = m_block.add("reduce_2.odd", half, {shifted});
        value = m_block.add(Concatenate {}, {even, odd});
        return norm("reduce_2.norm", value, m_cell.channels);
    }

    int apply(std::size_t index, const Choice& choice, const std::vector<int>& states)
    {
        const int value = states[static_cast<std::size_t>(choice.state)];
        const std::int64_t stride = m_cell.reduction && choice.state < 2 ? 2 : 1;
        const std::int64_t channels = m_cell.channels;
        const std::int64_t narrow = channels / 4;
        const std::string name = "operation_" + std::to_string(index);
        switch (choice.step) {
        case Step::None:
            return value;
        case Step::Pool3:
            return m_block.add(AveragePool {3, stride, 1}, {value});
        case Step::MaxPool2:
            return m_block.add(MaxPool {2, stride}, {value});
        case Step::Convolution1:
            return convolve(name, value, Convolution {channels, channels, 1, stride});
        case Step::Convolution3: {
            int inner = convolve(name + ".1", value, channels, narrow);
            inner = convolve(name + ".2", inner, Convolution {narrow, narrow, 3, stride, 1});
            return convolve(name + ".3", inner, narrow, channels);
        }
        case Step::Convolution7: {
            int inner = convolve(name + ".1", value, channels, narrow);
            inner = convolve(name + ".2", inner, Convolution {narrow, narrow, 1, 1, 0, 1, false, 7, 3});
            inner = convolve(name + ".3", inner, Convolution {narrow, narrow, 7, 1, 3, 1, false, 1, 0});
            return convolve(name + ".4", inner, narrow, channels);
        }
        }
        return value;
    }

    const Cell& m_cell;
    ProgramBuilder m_block;
};

Program stem(std::int64_t channels)
{
    ProgramBuilder block("convolution_stem", Feed::Image);
    int value = block.add(Activate {Activation::Relu}, {ProgramBuilder::input});
    value = block.add("convolution", Convolution {3, channels, 3, 2, 1}, {value});
    block.add("norm", BatchNorm {channels}, {value});
    return block.finish();
}

Program head(std::int64_t channels, std::int64_t classes)
{
    ProgramBuilder block("image_classifier_head", Feed::Hidden);
    int value = block.add(AveragePool {7, 7}, {ProgramBuilder::input});
    value = block.add(Flatten {}, {value});
    value = block.add("linear", Linear {channels, classes}, {value});
    block.add("loss", CrossEntropy {classes}, {value});
    return block.finish();
}

// Builder of a chain of cells.
class CellChain {
public:
    CellChain(Model& model, std::int64_t channels)
        : m_model(model), m_before_previous(channels), m_previous(channels), m_channels(channels)
    {
    }

    void add(const std::string& name, bool reduction, bool last = false)
    {
        m_channels *= reduction ? 2 : 1;
        const bool first = m_model.layers.size() == 1; // follows the stem
        const Cell cell {m_before_previous, m_previous, m_channels, reduction, m_behind_reduction, first, last};
        m_model.layers.push_back({name, CellWriter(cell).write()});
        m_before_previous = m_previous;
        m_previous = m_channels * static_cast<std::int64_t>(reduction ? reductionStates.size() : normalStates.size());
        m_behind_reduction = reduction;
    }
    std::int64_t channels() const { return m_previous; }

private:
    Model& m_model;
    std::int64_t m_before_previous;
    std::int64_t m_previous;
    std::int64_t m_channels;
    bool m_behind_reduction = false;
};

// AmoebaNet-D in the configurations of GPipe and torchgpipe; parameters L (normal cells) and D (filters).
Model amoebanet(ZooOptions& options)
{
    constexpr std::int64_t groups = 3;
    const std::int64_t cells = options.integerOr("L", 18, groups, 999);
    const std::int64_t filters = options.integerOr("D", 256, 16, 1 << 14);
    const std::int64_t classes = options.integerOr("classes", 1000, 1, 1 << 20);
    options.requireMultiple("L", cells, "3", groups);
    options.requireMultiple("D", filters, "16", 16);
    Model model = imageModel();
    model.layers.push_back({"stem", stem(filters / 4)});
    CellChain chain(model, filters / 4);
    chain.add("stem reduction 0", true);
    chain.add("stem reduction 1", true);
    for (std::int64_t group = 0; group < groups; ++group) {
        const std::string name = "group " + std::to_string(group);
        if (group > 0) {
            chain.add(name + " reduction", true);
        }
        for (std::int64_t i = 0; i < cells / groups; ++i) {
            const bool last = group + 1 == groups && i + 1 == cells / groups;
            chain.add(name + " cell " + std::to_string(i), false, last);
        }
    }
    model.layers.push_back({"head", head(chain.channels(), classes)});
    return model;
}

const std::array all {ZooModel {"amoebanetd", amoebanet}};

}

std::span<const ZooModel> amoebanets()
{
    return all;
}

}
