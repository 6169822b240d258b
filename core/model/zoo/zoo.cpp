// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zoo/zoo.h"

#include "core/words/common.h"
#include "core/words/model.h"

#include <array>
#include <charconv>

namespace stagecraft {

ZooOptions::ZooOptions(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('&'), text.size());
        const std::string_view part = text.substr(0, end);
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            fail(ErrorCode::OptionUnsupported, {words::model::option_of_zoo, part, std::string("KEY=NUMBER")});
        } else if (!m_left.emplace(part.substr(0, equals), part.substr(equals + 1)).second) {
            fail(ErrorCode::OptionUnsupported, {words::model::option_of_zoo, part, words::model::each_option_once});
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::int64_t ZooOptions::integerOr(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most)
{
    m_known.emplace_back(key);
    const auto at = m_left.find(key);
    if (at == m_left.end()) {
        return fallback;
    }
    const std::string text = at->second;
    m_left.erase(at);
    std::int64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc() || end != text.data() + text.size() || text.empty()) {
        fail(ErrorCode::FieldWrongType, {key, words::common::a_whole_number});
        return fallback;
    }
    if (value < least || value > most) {
        fail(ErrorCode::FieldOutOfRange, {key, text, least, most});
        return fallback;
    }
    return value;
}

void ZooOptions::requireMultiple(const char* key, std::int64_t value, const char* divisor_key, std::int64_t divisor)
{
    if (divisor < 1 || value % divisor != 0) {
        fail(ErrorCode::FieldNotDivisible, {std::string(key), value, std::string(divisor_key), divisor});
    }
}

std::optional<Error> ZooOptions::error() const
{
    if (!m_error && !m_left.empty()) {
        return Error {ErrorCode::OptionUnsupported,
                      {words::model::option_of_model, m_left.begin()->first,
                       m_known.empty() ? Argument(words::common::none) : Argument(m_known)},
                      {}};
    }
    return m_error;
}

void ZooOptions::fail(ErrorCode code, ArgumentList arguments)
{
    if (!m_error) {
        m_error = Error {code, std::move(arguments), {}};
    }
}

std::span<const ZooModel> zoo()
{
    static const std::vector<ZooModel> all = [] {
        std::vector<ZooModel> models;
        for (const auto part : {gpts(), languageModels(), resnets(), wideResnets(), vggs(), densenets(),
                                efficientnets(), visionTransformers(), unets(), amoebanets()}) {
            models.insert(models.end(), part.begin(), part.end());
        }
        return models;
    }();
    return all;
}

Program pooledImageHead(const ImageHead& head)
{
    ProgramBuilder builder("image_classifier_head", Feed::Hidden);
    int hidden = builder.add(AdaptivePool {1}, {ProgramBuilder::input});
    hidden = builder.add(Flatten {}, {hidden});
    hidden = builder.add("linear", Linear {head.features, head.classes}, {hidden});
    builder.add("loss", CrossEntropy {head.classes}, {hidden});
    return builder.finish();
}

Model imageModel()
{
    Model model;
    model.sample = SampleKind::Image;
    model.default_sequence = 224;
    model.longest_sequence = 4096;
    return model;
}

}
