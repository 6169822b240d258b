// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace stagecraft {

// The parameters behind a zoo model's name, "layers=48&hidden=1600". As with ConfigFields the first thing that is wrong
// is remembered: a model reads all of its options and asks once.
class ZooOptions {
public:
    explicit ZooOptions(std::string_view text);

    std::int64_t integerOr(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most);
    void requireMultiple(const char* key, std::int64_t value, const char* divisor_key, std::int64_t divisor);
    // What was wrong, options that nobody asked for among it.
    std::optional<Error> error() const;

private:
    void fail(ErrorCode code, ArgumentList arguments);

    std::map<std::string, std::string> m_left; // not yet asked for
    ArgumentList m_known;
    std::optional<Error> m_error;
};

// A model that comes with the program.
struct ZooModel {
    std::string_view name;
    std::function<Model(ZooOptions& options)> build;
};

std::span<const ZooModel> zoo();

// One file of this folder each.
std::span<const ZooModel> amoebanets();
std::span<const ZooModel> densenets();
std::span<const ZooModel> efficientnets();
std::span<const ZooModel> gpts();
std::span<const ZooModel> languageModels();
std::span<const ZooModel> resnets();
std::span<const ZooModel> unets();
std::span<const ZooModel> vggs();
std::span<const ZooModel> visionTransformers();
std::span<const ZooModel> wideResnets();

// What image models end in: `features` values a sample, a projection onto the classes, the loss. `pooled`: means over
// the whole image first.
struct ImageHead {
    std::int64_t features = 0;
    std::int64_t classes = 1000;
};
Program pooledImageHead(const ImageHead& head);
// An empty model of images with torchvision's usual side.
Model imageModel();

}
