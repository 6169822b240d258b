// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/english.h"
#include "core/base/files.h"
#include "core/base/result.h"

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

namespace stagecraft::bench {

// Returns the value; without one prints the error and exits.
template <typename T>
T orStop(Result<T> result)
{
    if (!result) {
        std::cerr << describe(result.error()) << '\n';
        std::exit(2);
    }
    return *std::move(result);
}

// Returns the text between <!-- NAME:begin --> and <!-- NAME:end --> in a file; empty if the marks are missing.
inline std::string readSection(const std::string& path, const std::string& name)
{
    const auto content = readFile(path, Bytes(16 << 20));
    if (!content) {
        return {};
    }
    const std::string begin = "<!-- " + name + ":begin -->\n";
    const std::size_t first = content->find(begin);
    const std::size_t last = content->find("<!-- " + name + ":end -->");
    return first == std::string::npos || last == std::string::npos || last < first
        ? std::string()
        : content->substr(first + begin.size(), last - first - begin.size());
}

// Replaces the text between <!-- NAME:begin --> and <!-- NAME:end --> in a file. Errors: those of files; FieldMissing
// if the marks are missing.
inline Result<void> replaceSection(const std::string& path, const std::string& name, const std::string& text)
{
    auto content = readFile(path, Bytes(16 << 20));
    if (!content) {
        return failure(content.error());
    }
    const std::string begin = "<!-- " + name + ":begin -->\n";
    const std::string end = "<!-- " + name + ":end -->";
    const std::size_t first = content->find(begin);
    const std::size_t last = content->find(end);
    if (first == std::string::npos || last == std::string::npos || last < first) {
        return failure(ErrorCode::FieldMissing, {begin.substr(0, begin.size() - 1)}, path);
    }
    content->replace(first + begin.size(), last - first - begin.size(), text);
    return writeFile(path, *content);
}

}
