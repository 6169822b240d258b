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

// Options after a zoo model's name, such as "layers=48&hidden=1600". The first error is recorded: a model reads all of
// its options and then checks error() once, as with ConfigFields.
class ZooOptions {
public:
    explicit ZooOptions(std::string_view text);

    std::int64_t integerOr(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most);
    void requireMultiple(const char* key, std::int64_t value, const char* divisor_key, std::int64_t divisor);
    // First error, including options that no call has read.
    std::optional<Error> error() const;

private:
    void fail(ErrorCode code, ArgumentList arguments);

    std::map<std::string, std::string> m_left; // not read yet
    ArgumentList m_known;
    std::optional<Error> m_error;
};

// Built-in model.
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

// Head of image models: projection of `features` values per sample onto the classes, and the loss. pooledImageHead()
// first averages over the whole image.
struct ImageHead {
    std::int64_t features = 0;
    std::int64_t classes = 1000;
};
Program pooledImageHead(const ImageHead& head);
// Returns an empty image model with torchvision's default image side.
Model imageModel();

}
