// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

namespace stagecraft {

// each row is a distinct kind of layer: a search over this many takes seconds
inline constexpr std::size_t maxTableRows = 2'048;

// Reads a layer table (CSV, columns in docs/formats.md): one row per layer, with the costs of one micro-batch of one
// sample. Errors: FileNotReadable, FileTooLarge, TableMalformed with the line; `where` is the path.
Result<Model> readLayerTable(const std::string& path, const std::stop_token& stop = {});

// Parses the text of a layer table; otherwise as readLayerTable(). `where` appears in errors.
Result<Model> parseLayerTable(const std::string& text, const std::string& where);

}
