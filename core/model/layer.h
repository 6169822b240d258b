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

// Row of a layer table: user-defined costs of one micro-batch of one sample; never built or measured.
struct TableRow {
    std::int64_t parameters = 0;
    Bytes state;
    Bytes saved; // without inputs and outputs
    Bytes transient;
    Bytes output;
    bool keeps_input = false;
    bool keeps_output = false;
    Seconds forward;
    Seconds backward;

    friend bool operator==(const TableRow&, const TableRow&) = default;
};

using LayerSpec = std::variant<Program, TableRow, ScriptedLayer>;

// Layer of the chain: a block that is never split.
struct Layer {
    std::string name;
    LayerSpec spec;

    friend bool operator==(const Layer&, const Layer&) = default;
};

// Returns the display name of the layer's kind: "token_embedding", "transformer_block", ..., "table_row", or the type
// of a TorchScript child.
std::string kindName(const LayerSpec& spec);

// Returns the layer as one line of text; equal text means equal cost. Empty for layer tables.
std::string signatureOf(const LayerSpec& spec);

}
