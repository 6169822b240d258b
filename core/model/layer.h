// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/program.h"
#include "core/model/scriptedlayer.h"

#include <cstdint>
#include <string>
#include <variant>

namespace stagecraft {

// A row of a layer table: costs given by the user for one micro-batch of one sample; never built or measured.
struct TableRow {
    std::int64_t parameters = 0;
    Bytes state;
    Bytes saved; // without boundaries
    Bytes transient;
    Bytes output;
    bool keeps_input = false;
    bool keeps_output = false;
    Seconds forward;
    Seconds backward;

    friend bool operator==(const TableRow&, const TableRow&) = default;
};

using LayerSpec = std::variant<Program, TableRow, ScriptedLayer>;

// A layer of the chain: a block that is never split.
struct Layer {
    std::string name;
    LayerSpec spec;

    friend bool operator==(const Layer&, const Layer&) = default;
};

// "token_embedding", "transformer_block", ..., "table_row", or the type of a TorchScript child: what people call such a
// layer.
std::string kindName(const LayerSpec& spec);

// The layer as one line of text; equal text means equal cost. Empty for layer tables.
std::string signatureOf(const LayerSpec& spec);

}
