// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/profile/measurement.h"

#include "core/base/overloaded.h"

#include <array>
#include <cstdio>

namespace stagecraft {

namespace {

// Shortest text that reads back as the same number, so that the signature says it exactly.
std::string exact(double value)
{
    std::array<char, 40> text {};
    std::snprintf(text.data(), text.size(), "%.17g", value);
    return text.data();
}

std::string exact(std::int64_t value)
{
    return std::to_string(value);
}

template <typename Value>
std::string part(const char* name, Value value)
{
    return std::string(" ") + name + "=" + exact(value);
}

std::string dimensions(const LayerSpec& spec)
{
    return std::visit(
        overloaded {
            [](const TokenEmbedding& l) {
                return part("vocabulary", l.vocabulary) + part("positions", l.positions) + part("hidden", l.hidden);
            },
            [](const TransformerBlock& l) {
                return part("hidden", l.hidden) + part("heads", l.heads) + part("intermediate", l.intermediate)
                    + " activation=" + std::string(nameOf(l.activation)) + part("norm_epsilon", l.norm_epsilon);
            },
            [](const LanguageModelHead& l) {
                return part("hidden", l.hidden) + part("vocabulary", l.vocabulary)
                    + part("norm_epsilon", l.norm_epsilon) + (l.tied ? " tied" : "");
            },
            [](const ConvolutionStem& l) { return part("channels", l.channels); },
            [](const Bottleneck& l) {
                return part("in_channels", l.in_channels) + part("width", l.width) + part("stride", l.stride)
                    + part("reduction", l.reduction) + (l.projection ? " projection" : "");
            },
            [](const ImageClassifierHead& l) {
                return part("features", l.features) + part("classes", l.classes) + part("reduction", l.reduction);
            },
            [](const TableRow&) { return std::string(); },
        },
        spec);
}

}

bool measureAlike(const MeasuredDevice& a, const MeasuredDevice& b)
{
    return a.kind == b.kind && a.name == b.name && a.software == b.software && a.threads == b.threads;
}

std::string signatureOf(const LayerSpec& spec)
{
    return kindName(spec) + dimensions(spec);
}

std::string pointKey(const ProfilePoint& point)
{
    const bool attends = std::holds_alternative<TransformerBlock>(point.spec);
    return signatureOf(point.spec) + " |" + part("micro_batch", point.micro_batch) + part("sequence", point.sequence)
        + part("tensor", std::int64_t(point.tensor)) + " precision=" + std::string(nameOf(point.precision))
        + " optimizer=" + std::string(nameOf(point.optimizer))
        + (attends ? " attention=" + std::string(nameOf(point.attention)) : "");
}

}
