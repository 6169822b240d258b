// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/script/childtensors.h"

#include "core/runtime/script/codehash.h"

#include <set>

namespace stagecraft {

std::vector<ScriptChild> childrenOf(const torch::jit::Module& whole)
{
    std::vector<ScriptChild> children;
    for (const auto& child : whole.named_children()) {
        children.push_back({child.name, child.value});
    }
    return children;
}

std::map<const void*, std::string> sharedTensors(const std::vector<ScriptChild>& children)
{
    std::map<const void*, std::string> shared;
    std::map<const void*, std::pair<std::string, std::size_t>> first;
    for (std::size_t i = 0; i < children.size(); ++i) {
        for (const auto& parameter : children[i].module.named_parameters()) {
            const void* const tensor = parameter.value.unsafeGetTensorImpl();
            const auto [at, is_first] = first.emplace(tensor, std::pair {children[i].name + "." + parameter.name, i});
            if (!is_first && at->second.second != i) {
                shared[tensor] = at->second.first;
            }
        }
    }
    return shared;
}

void describeTensors(const ScriptChild& child, const std::map<const void*, std::string>& shared, ScriptedLayer& layer)
{
    const auto name = child.module.type()->name();
    layer.type = name ? name->name() : "module";
    layer.code_hash = codeHash(child.module);
    std::set<const void*> own;
    for (const auto& parameter : child.module.named_parameters()) {
        const torch::Tensor& tensor = parameter.value;
        if (!own.insert(tensor.unsafeGetTensorImpl()).second) {
            continue; // alias of the same tensor
        }
        const auto at = shared.find(tensor.unsafeGetTensorImpl());
        layer.parameters.push_back({parameter.name, tensor.sizes().vec(),
                                    at == shared.end() ? std::string() : at->second, tensor.requires_grad()});
    }
    for (const torch::Tensor& buffer : child.module.buffers()) {
        layer.buffers += Bytes(static_cast<std::int64_t>(buffer.nbytes()));
    }
}

}
