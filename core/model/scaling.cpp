// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/scaling.h"

#include "core/words/model.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

using ZooSettings = std::vector<std::pair<std::string, std::int64_t>>;

// Returns "zoo:gpt?layers=2&heads=4" with these settings replaced or added.
std::string withSettings(const std::string& source, const ZooSettings& settings)
{
    const std::size_t question_mark = std::min(source.find('?'), source.size());
    std::string changed = source.substr(0, question_mark);
    char separator = '?';
    const auto add = [&](const std::string& setting) {
        changed += separator + setting;
        separator = '&';
    };
    for (std::size_t at = question_mark + 1; at < source.size();) {
        const std::size_t end = std::min(source.find('&', at), source.size());
        const std::string setting = source.substr(at, end - at);
        const bool replaced = std::any_of(settings.begin(), settings.end(),
                                          [&](const auto& s) { return setting.starts_with(s.first + "="); });
        if (!replaced) {
            add(setting);
        }
        at = end + 1;
    }
    for (const auto& [key, value] : settings) {
        add(key + "=" + std::to_string(value));
    }
    return changed;
}

bool isOfZoo(const Model& model)
{
    return model.source.starts_with("zoo:");
}

// Returns the head width of the first attention; 0 if there is none.
std::int64_t headWidth(const Model& model)
{
    for (const Layer& layer : model.layers) {
        const auto* program = std::get_if<Program>(&layer.spec);
        for (std::size_t i = 0; program != nullptr && i < program->statements().size(); ++i) {
            if (const auto* attention = std::get_if<Attention>(&program->statements()[i].op)) {
                return attention->head_width;
            }
        }
    }
    return 0;
}

// Returns "block 7" for "block 3" and index 4.
std::string numberedName(const std::string& first, int index)
{
    const std::size_t digits = first.find_last_not_of("0123456789") + 1; // 0 if the name has only digits
    const std::string number = first.substr(digits);
    if (number.empty() || number.size() > 9) {
        return index == 0 ? first : first + " " + std::to_string(index + 1);
    }
    return first.substr(0, digits) + std::to_string(std::stoi(number) + index);
}

ZooSettings widthSettings(const Model& model, const std::string& key, std::int64_t width)
{
    if (key != "hidden") {
        return {{key, width}};
    }
    const std::int64_t of_head = headWidth(model);
    return {{key, width}, {"heads", of_head > 0 ? width / of_head : 1}};
}

}

Result<LayerGroup> repeatedLayers(const Model& model)
{
    const auto refused = [&](const PhraseOf<0>& why) {
        return failure(ErrorCode::OptionUnsupported,
                       {say(words::model::depth_of_a_model, why), model.name, words::model::one_that_repeats});
    };
    if (scriptOf(model)) {
        return refused(words::model::of_a_script);
    }
    const auto summary = summarize(model, 1, std::max<std::int64_t>(1, model.default_sequence));
    if (!summary) {
        return failure(summary.error());
    }
    const auto groups = equalNeighbors(model, *summary);
    const auto longest = std::max_element(groups.begin(), groups.end(),
                                          [](const LayerGroup& a, const LayerGroup& b) { return a.count < b.count; });
    if (longest == groups.end() || longest->count < 2) {
        return refused(words::model::without_repeats);
    }
    return *longest;
}

Model withRepeats(const Model& model, const LayerGroup& layers, int count)
{
    if (count == layers.count) {
        return model;
    }
    if (isOfZoo(model)) {
        auto read = readModel(withSettings(model.source, {{"layers", count}}));
        const auto wanted =
            model.layers.size() + static_cast<std::size_t>(count) - static_cast<std::size_t>(layers.count);
        if (read && read->layers.size() == wanted) {
            return *std::move(read);
        }
    }
    Model scaled = model;
    const auto begin = scaled.layers.begin() + layers.first;
    const Layer one = *begin;
    scaled.layers.erase(begin, begin + layers.count);
    std::vector<Layer> repeated;
    for (int i = 0; i < count; ++i) {
        repeated.push_back({numberedName(one.name, i), one.spec});
    }
    scaled.layers.insert(scaled.layers.begin() + layers.first, repeated.begin(), repeated.end());
    scaled.notes.push_back(say(words::model::layers_instead_of, count, one.name, layers.count));
    return scaled;
}

bool hasLearnedPositions(const Model& model)
{
    return std::any_of(model.layers.begin(), model.layers.end(), [](const Layer& layer) {
        const auto* program = std::get_if<Program>(&layer.spec);
        return program == nullptr
            || std::any_of(program->statements().begin(), program->statements().end(), [](const Statement& s) {
                   return std::holds_alternative<PositionEmbedding>(s.op)
                       || std::holds_alternative<LearnedOffset>(s.op);
               });
    });
}

Result<WidthOption> widthOption(const Model& model)
{
    const WidthOption options[] {{"hidden", headWidth(model)}, {"C", 2}, {"D", 16}};
    for (const WidthOption& option : options) {
        if (isOfZoo(model) && option.multiple > 0
            && readModel(withSettings(model.source, widthSettings(model, option.key, option.multiple)))) {
            return option;
        }
    }
    return failure(ErrorCode::OptionUnsupported,
                   {words::model::width_of_a_model, model.name, words::model::zoo_or_depth});
}

Result<Model> withWidth(const Model& model, const WidthOption& option, std::int64_t width)
{
    return readModel(withSettings(model.source, widthSettings(model, option.key, width)));
}

}
