// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

namespace stagecraft {

inline constexpr std::size_t maxTableRows = 2'048; // each a layer of its own kind: a search of so many takes seconds

// Reads a layer table (CSV, columns in docs/formats.md): one row a layer, costs of one micro-batch of one sample.
// Errors: FileNotReadable, FileTooLarge, TableMalformed with the line; `where` is the path.
Result<Model> readLayerTable(const std::string& path, const std::stop_token& stop = {});

// The same from text; `where` is used in errors.
Result<Model> parseLayerTable(const std::string& text, const std::string& where);

}
