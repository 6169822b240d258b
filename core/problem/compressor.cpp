// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/problem/compressor.h"

#include <charconv>
#include <system_error>

namespace stagecraft {

namespace {

constexpr std::int64_t mostValues = std::int64_t(1) << 30;

template <typename Number>
bool readNumber(std::string_view text, Number& number)
{
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    return status == std::errc() && end == text.data() + text.size();
}

std::string shortNumber(double number)
{
    std::array<char, 32> text {};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), number);
    return {text.data(), written.ptr};
}

// The two numbers of "4/128".
struct Figures {
    std::string_view first;
    std::string_view second; // empty without "/"
};

Figures figuresOf(std::string_view text)
{
    const std::size_t slash = text.find('/');
    return {text.substr(0, slash), slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1)};
}

bool readFigures(const Figures& figures, Compressor& compressor)
{
    switch (compressor.kind) {
    case CompressorKind::None:
        return figures.first.empty() && figures.second.empty();
    case CompressorKind::Quantise:
        return (figures.first.empty() || readNumber(figures.first, compressor.bits))
            && (figures.second.empty() || readNumber(figures.second, compressor.group)) && compressor.bits >= 1
            && compressor.bits <= 16 && compressor.group >= 0 && compressor.group <= mostValues;
    case CompressorKind::TopK:
    case CompressorKind::RandomK:
        return figures.second.empty() && (figures.first.empty() || readNumber(figures.first, compressor.fraction))
            && compressor.fraction > 0 && compressor.fraction <= 1;
    case CompressorKind::AutoEncoder:
        return readNumber(figures.first, compressor.width) && readNumber(figures.second, compressor.code)
            && compressor.code >= 1 && compressor.width >= compressor.code && compressor.width <= mostValues;
    }
    return false;
}

}

std::string compressorText(const Compressor& compressor)
{
    const std::string name(nameOf(compressor.kind));
    switch (compressor.kind) {
    case CompressorKind::None:
        break;
    case CompressorKind::Quantise:
        return name + ":" + std::to_string(compressor.bits)
            + (compressor.group > 0 ? "/" + std::to_string(compressor.group) : "");
    case CompressorKind::TopK:
    case CompressorKind::RandomK:
        return name + ":" + shortNumber(compressor.fraction);
    case CompressorKind::AutoEncoder:
        return name + ":" + std::to_string(compressor.width) + "/" + std::to_string(compressor.code);
    }
    return name;
}

std::optional<Compressor> parseCompressor(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const auto kind = fromName<CompressorKind>(text.substr(0, colon));
    if (!kind) {
        return std::nullopt;
    }
    Compressor compressor;
    compressor.kind = *kind;
    const Figures figures = figuresOf(colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1));
    return readFigures(figures, compressor) ? std::optional(compressor) : std::nullopt;
}

}
