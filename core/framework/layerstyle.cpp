// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/layerstyle.h"

#include "core/framework/segments.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

// Products that run as one: the packed product replaces the first of them, and `takes` replaces their user.
struct Packing {
    std::vector<std::size_t> products; // in the order of the program
    Linear packed;
    std::string name;
    std::vector<std::size_t> dropped; // further statements that are removed
    std::size_t user = 0; // statement that uses their results
    Operator takes; // operator that replaces the user
};

class Styler {
public:
    Styler(const Program& program, const LayerStyle& style) : m_program(program), m_style(style)
    {
        m_users.resize(static_cast<std::size_t>(program.takes()));
        m_makers.resize(m_users.size(), none);
        for (std::size_t i = 0; i < program.statements().size(); ++i) {
            for (const int value : program.statements()[i].inputs) {
                m_users[static_cast<std::size_t>(value)].push_back(i);
            }
            const auto results = static_cast<std::size_t>(resultCount(program.statements()[i].op));
            const auto* linear = std::get_if<Linear>(&program.statements()[i].op);
            m_products.push_back((i > 0 ? m_products.back() : 0) + (linear != nullptr && !linear->bias ? 1 : 0));
            m_first_result.push_back(static_cast<int>(m_users.size()));
            m_users.resize(m_users.size() + results);
            m_makers.resize(m_makers.size() + results, i);
        }
    }

    Program write()
    {
        findPackings();
        ProgramBuilder builder(m_program.kind(), m_program.feed(), m_program.takes());
        std::vector<int> at; // [old value]: new value; -1 if removed
        for (int value = 0; value < m_program.takes(); ++value) {
            at.push_back(value);
        }
        std::map<const Packing*, int> packed;
        for (std::size_t i = 0; i < m_program.statements().size(); ++i) {
            const Statement& old = m_program.statements()[i];
            const auto results = static_cast<std::size_t>(resultCount(old.op));
            const Packing* absorbed = m_absorbed.contains(i) ? m_absorbed.at(i) : nullptr;
            if (absorbed != nullptr && i != absorbed->user) {
                if (i == absorbed->products.front()) {
                    const int input = at[static_cast<std::size_t>(old.inputs.front())];
                    Statement product {absorbed->name, absorbed->packed, {input}, false, old.frozen};
                    packed[absorbed] = builder.add(styled(std::move(product), i));
                }
                at.resize(at.size() + results, -1);
                continue;
            }
            Statement statement = old;
            for (int& input : statement.inputs) {
                input = at[static_cast<std::size_t>(input)];
            }
            if (absorbed != nullptr) {
                statement.op = absorbed->takes;
                statement.inputs.erase(std::remove(statement.inputs.begin(), statement.inputs.end(), -1),
                                       statement.inputs.end());
                statement.inputs.insert(statement.inputs.begin(), packed.at(absorbed));
            }
            const int first = builder.add(styled(std::move(statement), i));
            for (std::size_t r = 0; r < results; ++r) {
                at.push_back(first + static_cast<int>(r));
            }
        }
        std::vector<int> gives;
        for (const int value : m_program.gives()) {
            gives.push_back(at[static_cast<std::size_t>(value)]);
        }
        return builder.finish(std::move(gives));
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    const Statement& statement(std::size_t index) const { return m_program.statements()[index]; }

    // Returns the product whose result only one statement uses; `none` if there is no such product.
    std::size_t productOf(int value) const
    {
        const std::size_t maker = m_makers[static_cast<std::size_t>(value)];
        const auto& gives = m_program.gives();
        const bool alone = m_users[static_cast<std::size_t>(value)].size() == 1
            && std::find(gives.begin(), gives.end(), value) == gives.end();
        return maker != none && alone && std::holds_alternative<Linear>(statement(maker).op) ? maker : none;
    }

    // True for products of one value that can run as one: equal except for the output width.
    bool areIdentical(const std::vector<std::size_t>& products) const
    {
        return std::all_of(products.begin(), products.end(), [&](std::size_t index) {
            if (index == none || products.front() == none) {
                return false;
            }
            Linear own = std::get<Linear>(statement(index).op);
            const auto& other = std::get<Linear>(statement(products.front()).op);
            own.out = other.out;
            return own == other && own.shared.empty() && statement(index).inputs == statement(products.front()).inputs
                && statement(index).frozen == statement(products.front()).frozen;
        });
    }

    void add(Packing packing)
    {
        std::sort(packing.products.begin(), packing.products.end());
        packing.packed = std::get<Linear>(statement(packing.products.front()).op);
        packing.packed.out = 0;
        for (const std::size_t product : packing.products) {
            packing.packed.out += std::get<Linear>(statement(product).op).out;
        }
        m_packings.push_back(std::make_unique<Packing>(std::move(packing)));
        const Packing* made = m_packings.back().get();
        for (const auto* list : {&made->products, &made->dropped}) {
            for (const std::size_t index : *list) {
                m_absorbed[index] = made;
            }
        }
        m_absorbed[made->user] = made;
    }

    void findPackings()
    {
        for (std::size_t i = 0; i < m_program.statements().size(); ++i) {
            const Statement& user = statement(i);
            if (const auto* attention = std::get_if<Attention>(&user.op);
                attention != nullptr && m_style.packed_heads) {
                packHeads(i, *attention);
            } else if (std::holds_alternative<Multiply>(user.op) && m_style.packed_gates) {
                packGates(i);
            }
        }
    }

    void packHeads(std::size_t index, const Attention& attention)
    {
        if (attention.packing != HeadPacking::Separate || attention.gated || attention.gives_keys
            || attention.takes_keys) {
            return;
        }
        const std::vector<int>& inputs = statement(index).inputs;
        const std::vector<std::size_t> products {productOf(inputs[0]), productOf(inputs[1]), productOf(inputs[2])};
        if (areIdentical(products)) {
            Attention packed = attention;
            packed.packing = HeadPacking::Blocks;
            add({products, {}, "linear_qkv", {}, index, packed});
        }
    }

    // Packs gate and up projection of activation(gate) * up.
    void packGates(std::size_t index)
    {
        const std::vector<int>& inputs = statement(index).inputs;
        for (const auto& [gate, up] : {std::pair {inputs[0], inputs[1]}, std::pair {inputs[1], inputs[0]}}) {
            const std::size_t maker = m_makers[static_cast<std::size_t>(gate)];
            const auto* activate = maker != none ? std::get_if<Activate>(&statement(maker).op) : nullptr;
            if (activate == nullptr || activate->in_place || m_users[static_cast<std::size_t>(gate)].size() != 1) {
                continue;
            }
            const std::vector<std::size_t> products {productOf(statement(maker).inputs.front()), productOf(up)};
            if (areIdentical(products)) {
                return add({products, {}, "linear_fc1", {maker}, index, GatedActivation {activate->kind}});
            }
        }
    }

    bool feedsLoss(std::size_t index) const
    {
        const auto& users = m_users[static_cast<std::size_t>(m_first_result[index])];
        return std::any_of(users.begin(), users.end(),
                           [&](std::size_t user) { return std::holds_alternative<CrossEntropy>(statement(user).op); });
    }

    // True if any statement other than residual sums that leave the layer uses the result.
    bool isNeeded(std::size_t index) const
    {
        const auto& users = m_users[static_cast<std::size_t>(m_first_result[index])];
        return std::any_of(users.begin(), users.end(), [&](std::size_t user) {
            return !std::holds_alternative<Add>(statement(user).op) || isNeeded(user);
        });
    }

    // Returns the statements that use a result, directly or after gathering tokens over tensor-parallel ranks.
    std::vector<std::size_t> takersOf(std::size_t index) const
    {
        std::vector<std::size_t> takers;
        for (const std::size_t user : m_users[static_cast<std::size_t>(m_first_result[index])]) {
            if (std::holds_alternative<GatherTokens>(statement(user).op)) {
                const auto behind = takersOf(user);
                takers.insert(takers.end(), behind.begin(), behind.end());
            } else {
                takers.push_back(user);
            }
        }
        return takers;
    }

    template <typename Is>
    bool isTakenBy(std::size_t index, const Is& is) const
    {
        const auto takers = takersOf(index);
        return !takers.empty() && std::all_of(takers.begin(), takers.end(), is);
    }

    // True for a projection to queries, or keys and values, of latent attention.
    bool makesLatentHeads(std::size_t index) const
    {
        return std::holds_alternative<Linear>(statement(index).op) && isTakenBy(index, [&](std::size_t taker) {
                   const auto* attention = std::get_if<Attention>(&statement(taker).op);
                   return attention != nullptr && attention->packing == HeadPacking::Latent;
               });
    }

    // True for a norm of latent vectors, which is fused into the following product.
    bool normsLatent(std::size_t index) const
    {
        return isTakenBy(index, [&](std::size_t taker) { return makesLatentHeads(taker); });
    }

    // True for a product that the preceding norm is fused into: all except projections to latent vectors.
    bool takesNormIn(std::size_t index) const
    {
        return std::holds_alternative<Linear>(statement(index).op) && !isTakenBy(index, [&](std::size_t taker) {
                   const Operator& op = statement(taker).op;
                   return std::holds_alternative<SplitWidths>(op) || std::holds_alternative<RmsNorm>(op);
               });
    }

    // True if the 16-bit input exists anyway: attention and experts save it, and a recomputed norm produces it again
    // (set_for_recompute_input_layernorm() in megatron/core/transformer/attention.py).
    bool sharesInput(std::size_t index) const
    {
        const int input = statement(index).inputs.front();
        const std::size_t maker = m_makers[static_cast<std::size_t>(input)];
        const auto& users = m_users[static_cast<std::size_t>(input)];
        return (maker != none && (std::holds_alternative<Attention>(statement(maker).op) || isRecomputedNorm(maker)))
            || std::any_of(users.begin(), users.end(),
                           [&](std::size_t user) { return std::holds_alternative<Experts>(statement(user).op); });
    }

    // True for a norm in a separate kernel, such as the one before experts.
    bool isOwnNorm(std::size_t index) const
    {
        return !takersOf(index).empty() && !isTakenBy(index, [&](std::size_t taker) { return takesNormIn(taker); });
    }

    bool isRecomputedNorm(std::size_t index) const
    {
        return (m_style.recomputed_norms && isOwnNorm(index))
            || (m_style.recomputed_latent_heads && normsLatent(index));
    }

    Statement styled(Statement made, std::size_t index) const
    {
        if (auto* linear = std::get_if<Linear>(&made.op)) {
            const bool learns =
                std::find(made.frozen.begin(), made.frozen.end(), std::string("weight")) == made.frozen.end();
            linear->transposed = linear->transposed && !m_style.accumulates;
            linear->accumulates = m_style.accumulates && learns;
            linear->placeholder = m_style.placeholders && learns && !feedsLoss(index);
            linear->regathers = m_style.regathers;
            const bool stores = m_style.stores_operators && (!m_style.compiled || isNeeded(index));
            linear->stored = stores && !linear->bias && m_products[index] % 2 == 1;
            linear->stored_sum = stores;
            linear->recomputed_in_backward = m_style.recomputed_latent_heads && makesLatentHeads(index);
            linear->fp8 = feedsLoss(index) ? Fp8Recipe::None : m_style.fp8;
            linear->keeps_input =
                linear->fp8 != Fp8Recipe::None && linear->fp8 != Fp8Recipe::Delayed && sharesInput(index);
        } else if (auto* embedding = std::get_if<Embedding>(&made.op)) {
            embedding->row_mask = embedding->row_mask || m_style.row_masks;
        } else if (auto* norm = std::get_if<RmsNorm>(&made.op)) {
            norm->fused = norm->fused || m_style.fused_norms;
            norm->recomputed_in_backward = isRecomputedNorm(index);
        } else if (auto* layer_norm = std::get_if<LayerNorm>(&made.op)) {
            layer_norm->recomputed_in_backward = isRecomputedNorm(index);
        } else if (auto* activate = std::get_if<Activate>(&made.op)) {
            activate->fused = activate->fused || m_style.compiled;
            const bool gelu = activate->kind == Activation::GeluNew || activate->kind == Activation::GeluFast
                || activate->kind == Activation::Gelu;
            activate->kind = gelu && m_style.fused_gelu ? Activation::GeluTanh : activate->kind;
        } else if (auto* attention = std::get_if<Attention>(&made.op)) {
            attention->flexible = attention->flexible || (m_style.flexible_sinks && attention->sinks);
            if (attention->flexible) {
                attention->rotary_form = RotaryForm::TurnedHalves;
            } else if (!(m_style.keeps_normed_rotary && attention->head_norm)) {
                attention->rotary_form = m_style.rotary.value_or(attention->rotary_form);
            }
            attention->fused_norm = attention->fused_norm || m_style.fused_norms;
            attention->unpacked = attention->unpacked || m_style.unpacked_heads;
            attention->stored = m_style.stores_operators;
            attention->fused_scores = attention->fused_scores || m_style.fused_scores;
            attention->recomputed_in_backward =
                m_style.recomputed_latent_heads && attention->packing == HeadPacking::Latent;
        } else if (auto* experts = std::get_if<Experts>(&made.op)) {
            experts->permuted = experts->permuted || m_style.permuted_experts;
            experts->indexed = experts->indexed || m_style.indexed_experts;
            experts->accumulates = m_style.accumulates && made.frozen.empty();
            experts->placeholder = m_style.placeholders && made.frozen.empty();
            experts->recomputed_in_backward = m_style.recomputed_activations && experts->permuted;
            experts->fp8 = m_style.fp8;
        } else if (auto* loss = std::get_if<CrossEntropy>(&made.op)) {
            loss->in_place = loss->in_place || m_style.in_place_loss;
            loss->low = loss->low || m_style.low_loss;
            loss->loss_parallel = loss->loss_parallel || m_style.loss_parallel;
            loss->shifted = loss->shifted && !m_style.given_labels;
        }
        made.held = made.held && !m_style.given_labels;
        return made;
    }

    const Program& m_program;
    const LayerStyle& m_style;
    std::vector<std::vector<std::size_t>> m_users; // [value]: statements that use it
    std::vector<std::size_t> m_makers; // [value]: statement that produces it, or none
    std::vector<int> m_first_result; // [statement]: index of its first result
    std::vector<int> m_products; // [statement]: products without bias up to it; those with a bias are another operator
    std::vector<std::unique_ptr<Packing>> m_packings;
    std::map<std::size_t, const Packing*> m_absorbed; // by statement
};

}

Program inStyle(const Program& program, const LayerStyle& style)
{
    return withSegments(Styler(program, style).write(), style);
}

Model inStyle(Model model, const LayerStyle& style)
{
    const LayerSpec* last = nullptr; // last layer in its original form
    std::vector<LayerSpec> before;
    before.reserve(model.layers.size());
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        before.push_back(model.layers[l].spec);
        if (last != nullptr && *last == before.back()) { // blocks are equal
            model.layers[l].spec = model.layers[l - 1].spec;
        } else if (const auto* program = std::get_if<Program>(&before.back())) {
            model.layers[l].spec = inStyle(*program, style);
        }
        last = &before.back();
    }
    return model;
}

}
