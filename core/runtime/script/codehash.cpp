// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/script/codehash.h"

#include "core/base/sha256.h"

#include <torch/csrc/jit/passes/canonicalize.h>
#include <torch/csrc/jit/passes/inliner.h>

#include <regex>
#include <sstream>

namespace stagecraft {

namespace {

void write(std::ostream& text, const torch::Tensor& tensor)
{
    text << "tensor " << tensor.scalar_type() << " " << tensor.sizes() << " " << tensor.strides();
}

// Writes the value of an attribute. Modules are written through their own attributes.
void write(std::ostream& text, const c10::IValue& value)
{
    if (value.isTensor()) {
        write(text, value.toTensor());
    } else if (value.isObject()) {
        const auto object = value.toObject();
        text << object->type()->str();
        for (const c10::IValue& slot : object->slots()) {
            text << " {";
            if (!slot.isModule()) {
                write(text, slot);
            }
            text << "}";
        }
    } else {
        text << value;
    }
}

// Large constants are written without their contents, as their shapes determine their cost.
void writeConstants(std::ostream& text, torch::jit::Block* block)
{
    for (torch::jit::Node* node : block->nodes()) {
        if (node->hasAttribute(torch::jit::attr::value)
            && node->kindOf(torch::jit::attr::value) == torch::jit::AttributeKind::t) {
            write(text, node->t(torch::jit::attr::value));
            text << "\n";
        }
        for (torch::jit::Block* inner : node->blocks()) {
            writeConstants(text, inner);
        }
    }
}

}

std::string codeHash(const torch::jit::Module& module)
{
    auto graph = module.get_method("forward").graph()->copy();
    torch::jit::Inline(*graph);
    graph = torch::jit::Canonicalize(graph, /*keep_unique_names=*/false);
    std::ostringstream text;
    text << graph->toString(/*print_source_locations=*/false);
    writeConstants(text, graph->block());
    for (const auto& attribute : module.named_attributes()) {
        if (!attribute.value.isModule()) {
            text << attribute.name << " ";
            write(text, attribute.value);
            text << "\n";
        }
    }
    static const std::regex madeUp("___torch_mangle_[0-9]+\\.");
    return sha256Of(std::regex_replace(text.str(), madeUp, ""));
}

}
