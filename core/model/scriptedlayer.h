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

// One sample of a TorchScript model's input: numbers or token ids.
struct ExampleInput {
    std::vector<std::int64_t> shape;
    std::int64_t vocabulary = 0; // upper limit of token ids, exclusive; 0: numbers

    friend bool operator==(const ExampleInput&, const ExampleInput&) = default;
};

// Parses "3x224x224" or "tokens:LENGTH:VOCABULARY". Empty if the text is neither.
std::optional<ExampleInput> parseExampleInput(std::string_view text);
std::string exampleInputText(const ExampleInput& input);

struct ScriptedParameter {
    std::string name; // name within the child, such as "mlp.up.weight"
    std::vector<std::int64_t> shape;
    std::string shared {}; // as ParameterTensor::shared
    bool trainable = true;

    friend bool operator==(const ScriptedParameter&, const ScriptedParameter&) = default;
};

// Tensor that layers take besides the previous layer's output, such as a rotary table; created once per micro-batch.
struct ScriptedContext {
    std::string name; // unique in the file
    std::vector<std::int64_t> shape; // 0 stands for the number of samples
    std::vector<std::int64_t> stored; // as `shape`, but 1 for expanded dimensions, whose entries share memory
    std::string type; // "model": the type of the parameters; otherwise a type such as "bool"

    friend bool operator==(const ScriptedContext&, const ScriptedContext&) = default;
};

// Work of the operations of a pass: a constant part and a part per sample.
struct ScriptedPass {
    double flops = 0;
    double flops_per_sample = 0;
    double numbers = 0; // elements read and written
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

// Child of a TorchScript file whose children run in sequence, as loading and running the file showed it. The code stays
// in the file.
struct ScriptedLayer {
    std::string file; // absolute path
    std::string file_hash; // SHA-256 of its content
    std::string child;
    std::string type; // display name, such as "Linear"
    std::string code_hash; // covers code, attributes and shapes; equal for children of equal cost
    std::vector<ScriptedParameter> parameters;
    Bytes buffers;
    std::vector<std::int64_t> input; // shape for one sample
    std::vector<std::int64_t> output; // shape for one sample
    bool takes_sample = false; // its input has no gradient
    std::int64_t vocabulary = 0; // upper limit of its input token ids, exclusive; 0: numbers
    bool gives_loss = false; // one number for all samples
    bool low_under_autocast = false; // its output has 16 bits under autocast
    std::vector<ScriptedContext> context {}; // shared by the whole chain
    std::vector<std::int64_t> takes_context {}; // indices of the context tensors that it takes, in order
    std::optional<ScriptedWork> work {}; // if the file records it

    friend bool operator==(const ScriptedLayer&, const ScriptedLayer&) = default;
};

// Returns everything that determines the cost, as one line of text, without file and child.
std::string signatureOf(const ScriptedLayer& layer);

}
