// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/experts.h"

#include "core/words/model.h"

#include <algorithm>

namespace stagecraft {

std::vector<bool> sparseLayers(ConfigFields& fields, std::int64_t layers)
{
    const std::int64_t step = fields.integerOr("decoder_sparse_step", 1, 1, maxLayers);
    const std::vector<std::int64_t> dense = fields.integersOr("mlp_only_layers");
    std::vector<bool> sparse;
    for (std::int64_t i = 0; i < layers; ++i) {
        const bool listed = std::find(dense.begin(), dense.end(), i) != dense.end();
        sparse.push_back(!listed && (i + 1) % step == 0);
    }
    return sparse;
}

Experts readSigmoidExperts(ConfigFields& fields, std::int64_t width, Activation activation,
                           const SigmoidDefaults& defaults)
{
    const auto required = [&](const char* name, std::int64_t usual) {
        return usual > 0 ? fields.integerOr(name, usual, 1, maxDimension) : fields.integer(name, 1, maxDimension);
    };
    Experts experts;
    experts.width = width;
    experts.intermediate = required("moe_intermediate_size", defaults.intermediate);
    experts.count = required(fields.either("num_local_experts", "n_routed_experts"), defaults.count);
    experts.active = fields.integerOr("num_experts_per_tok", defaults.active, 1, experts.count);
    experts.activation = activation;
    experts.normalised = fields.flagOr("norm_topk_prob", true);
    experts.score = RouterScore::Sigmoid;
    experts.groups = fields.integerOr("n_group", defaults.groups, 1, experts.count);
    experts.active_groups = fields.integerOr("topk_group", defaults.active_groups, 1, experts.groups);
    experts.scaling = fields.numberOr("routed_scaling_factor", defaults.scaling, 0, 1e6);
    experts.wide_router = true;
    fields.requireMultiple("n_routed_experts", experts.count, "n_group", experts.groups);
    const std::int64_t eligible = experts.count / experts.groups * experts.active_groups;
    if (experts.count / experts.groups < 2 || experts.active > eligible) {
        fields.fail(
            ErrorCode::FieldInconsistent,
            {std::string("n_group"),
             say(words::model::too_few_experts, experts.active_groups, experts.count, experts.groups, experts.active)});
    }
    return experts;
}

}
