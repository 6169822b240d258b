// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// One sample of what a TorchScript model takes: numbers, or ids of tokens.
struct ExampleInput {
    std::vector<std::int64_t> shape;
    std::int64_t vocabulary = 0; // ids are below it; 0: numbers

    friend bool operator==(const ExampleInput&, const ExampleInput&) = default;
};

// "3x224x224" or "tokens:LENGTH:VOCABULARY". Nothing if it is neither.
std::optional<ExampleInput> parseExampleInput(std::string_view text);
std::string exampleInputText(const ExampleInput& input);

struct ScriptedParameter {
    std::string name; // within the child, as in "mlp.up.weight"
    std::vector<std::int64_t> shape;
    std::string shared {}; // as ParameterTensor's
    bool trainable = true;

    friend bool operator==(const ScriptedParameter&, const ScriptedParameter&) = default;
};

// A tensor that layers take besides what the layer before them gives, such as a rotary table: made once a micro-batch.
struct ScriptedContext {
    std::string name; // one of its kind in the file
    std::vector<std::int64_t> shape; // 0: as many as there are samples
    std::vector<std::int64_t> stored; // the same, but 1 where all entries are one in memory
    std::string type; // "model": that of the parameters; else as in "bool"

    friend bool operator==(const ScriptedContext&, const ScriptedContext&) = default;
};

// What the operations of a pass do: a part that any number of samples has, and one of each sample.
struct ScriptedPass {
    double flops = 0;
    double flops_per_sample = 0;
    double numbers = 0; // read and written
    double numbers_per_sample = 0;
    int operations = 0;

    double flopsOf(double samples) const { return flops + samples * flops_per_sample; }
    double numbersOf(double samples) const { return numbers + samples * numbers_per_sample; }
    friend bool operator==(const ScriptedPass&, const ScriptedPass&) = default;
};

struct ScriptedWork {
    ScriptedPass forward;
    ScriptedPass backward;

    friend bool operator==(const ScriptedWork&, const ScriptedWork&) = default;
};

// A child of a TorchScript file whose children run in sequence: what loading and running the file showed. The code
// itself stays in the file.
struct ScriptedLayer {
    std::string file; // absolute path
    std::string file_hash; // SHA-256 of its content
    std::string child;
    std::string type; // "Linear": what people call it
    std::string
        code_hash; // of all it computes with: code, attributes, shapes; the same for children that cost the same
    std::vector<ScriptedParameter> parameters;
    Bytes buffers;
    std::vector<std::int64_t> input; // of one sample
    std::vector<std::int64_t> output; // of one sample
    bool takes_sample = false; // what it takes has no gradient
    std::int64_t vocabulary = 0; // it takes ids below it; 0: numbers
    bool gives_loss = false; // one number for all samples
    bool low_under_autocast = false; // what it gives has 16 bits then
    std::vector<ScriptedContext> context {}; // all that the chain shares
    std::vector<std::int64_t> takes_context {}; // what it takes of that, in order: indices
    std::optional<ScriptedWork> work {}; // of a file that says it

    friend bool operator==(const ScriptedLayer&, const ScriptedLayer&) = default;
};

// All of it that makes the cost, as one line of text: neither file nor child.
std::string signatureOf(const ScriptedLayer& layer);

}
