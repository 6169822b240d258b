// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/program.h"

#include "core/base/numbertext.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace stagecraft {

namespace {

int valueCount(const std::vector<Statement>& statements, int takes)
{
    for (const Statement& statement : statements) {
        takes += resultCount(statement.op);
    }
    return takes;
}

// So many digits that the signature says the number exactly. Keys of measurements rest on this very text.
std::string exact(double value)
{
    constexpr int enough = 17;
    return generalText(value, enough);
}

template <typename T>
std::string text(const T& value)
{
    if constexpr (std::is_enum_v<T>) {
        return std::string(nameOf(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        return exact(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        return value;
    } else {
        return std::to_string(value);
    }
}

std::string text(const Operator& op)
{
    return std::visit(
        [](const auto& o) {
            using Op = std::decay_t<decltype(o)>;
            const Op usual {};
            std::string all(Op::name);
            // Attributes that are as usual are left out: new ones leave the old signatures as they are.
            std::vector<std::string> usualValues;
            Op::fields(usual, [&](const char*, const auto& value) { usualValues.push_back(text(value)); });
            std::size_t index = 0;
            Op::fields(o, [&](const char* field, const auto& value) {
                const std::string written = text(value);
                if (written != usualValues[index++]) {
                    all += std::string(" ") + field + "=" + written;
                }
            });
            return all;
        },
        op);
}

std::string listText(const std::vector<int>& values)
{
    std::string all;
    for (const int value : values) {
        all += (all.empty() ? "" : ",") + std::to_string(value);
    }
    return all;
}

std::string signatureText(const std::string& kind, Feed feed, const std::vector<Statement>& statements)
{
    std::string all = kind + " of " + std::string(nameOf(feed));
    for (const Statement& statement : statements) {
        all += "; " + text(statement.op) + " (" + listText(statement.inputs);
        all += statement.held ? ") held" : ")";
        for (const std::string& tensor : statement.frozen) {
            all += " frozen " + tensor;
        }
        if (statement.segment > 0) {
            all += " segment " + std::to_string(statement.segment);
        }
    }
    return all;
}

std::string complaintAbout(const Operator& op)
{
    std::string complaint;
    std::visit(
        [&](const auto& o) {
            std::decay_t<decltype(o)>::fields(o, [&](const char* field, const auto& value) {
                using Value = std::decay_t<decltype(value)>;
                bool good = true;
                if constexpr (std::is_same_v<Value, std::int64_t>) {
                    good = value >= 0 && value <= mostOfAnAttribute;
                } else if constexpr (std::is_floating_point_v<Value>) {
                    good = std::isfinite(value) && std::abs(value) <= mostOfAFactor;
                }
                if (!good && complaint.empty()) {
                    complaint = std::string(o.name) + ": \"" + field + "\" is " + text(value);
                }
            });
        },
        op);
    return complaint;
}

// What is left must be something.
bool isDropout(double probability)
{
    return probability >= 0 && probability < 1;
}

// Ways of frameworks' own kernels (core/framework), which no device is measured with.
bool isOfFramework(const Operator& op)
{
    return std::visit(overloaded {
                          [](const Linear& o) {
                              return o.accumulates || o.placeholder || o.regathers || o.stored || o.stored_sum
                                  || o.recomputed_in_backward || o.fp8 != Fp8Recipe::None || o.keeps_input;
                          },
                          [](const Activate& o) { return o.fused; },
                          [](const Embedding& o) { return o.row_mask; },
                          [](const LayerNorm& o) { return o.recomputed_in_backward; },
                          [](const RmsNorm& o) { return o.fused || o.recomputed_in_backward; },
                          [](const Attention& o) {
                              return o.fused_norm || o.unpacked || o.stored || o.recomputed_in_backward
                                  || o.rotary_form == RotaryForm::Fused;
                          },
                          [](const Experts& o) {
                              return o.permuted || o.indexed || o.accumulates || o.placeholder
                                  || o.recomputed_in_backward || o.fp8 != Fp8Recipe::None;
                          },
                          [](const CrossEntropy& o) { return o.in_place || o.low || o.loss_parallel; },
                          [](const ScatterTokens& o) { return o.stored; },
                          [](const auto&) { return false; },
                      },
                      op);
}

std::string divisionComplaint(const Operator& op)
{
    if (isOfFramework(op)) {
        return "an operator as a framework's kernels run it (--framework says so)";
    }
    return std::visit(
        overloaded {
            [](const Attention& o) -> std::string {
                const bool good = o.heads > 0 && o.kv_heads > 0 && o.head_width > 0 && o.heads % o.kv_heads == 0
                    && o.rotary_width <= o.head_width && o.rotary_width % 2 == 0;
                const bool latent = o.packing == HeadPacking::Latent;
                if (latent != (o.value_width > 0) || (latent && (o.rotary_width == 0 || o.head_norm || o.gated))
                    || (o.gated && o.packing != HeadPacking::Separate)) {
                    return "attention: a packing that has no such heads";
                }
                if ((o.gives_keys || o.takes_keys)
                    && (o.packing != HeadPacking::Separate || o.gated || o.biased
                        || o.rotary_form == RotaryForm::Complex || (o.gives_keys && o.takes_keys))) {
                    return "attention: keys that cannot be shared";
                }
                if (o.per_image
                    && (o.packing != HeadPacking::Blocks || o.causal || o.biased || o.sinks || o.head_norm
                        || o.kv_heads != o.heads || o.rotary_width != o.head_width || o.head_width % 4 != 0)) {
                    return "attention: images with heads that they do not have";
                }
                if (!isDropout(o.dropout)) {
                    return "attention: \"dropout\" is " + text(o.dropout);
                }
                return good ? "" : "attention: heads that do not divide";
            },
            [](const Convolution& o) -> std::string {
                const bool good =
                    o.groups > 0 && o.stride > 0 && o.kernel > 0 && o.in % o.groups == 0 && o.out % o.groups == 0;
                return good ? "" : "convolution: groups or stride that do not divide";
            },
            [](const MaxPool& o) -> std::string { return o.stride > 0 && o.kernel > 0 ? "" : "max_pool: no stride"; },
            [](const AveragePool& o) -> std::string {
                return o.stride > 0 && o.kernel > 0 ? "" : "average_pool: no stride";
            },
            [](const AdaptivePool& o) -> std::string { return o.side > 0 ? "" : "adaptive_pool: no side"; },
            [](const Dropout& o) -> std::string {
                return isDropout(o.probability) ? "" : "dropout: \"probability\" is " + text(o.probability);
            },
            [](const Split& o) -> std::string { return o.parts > 0 && o.parts <= 64 ? "" : "split: too many parts"; },
            [](const Experts& o) -> std::string {
                const bool good = o.active > 0 && o.ranks > 0 && o.active <= o.count * o.ranks;
                const std::int64_t all = o.count * o.ranks;
                if (o.groups > 0
                    && (o.score != RouterScore::Sigmoid || all % o.groups != 0 || all / o.groups < 2
                        || o.active_groups < 1 || o.active_groups > o.groups
                        || o.active > all / o.groups * o.active_groups)) {
                    return "experts: groups that do not divide";
                }
                return good ? "" : "experts: more active than there are";
            },
            [](const GatedDeltaRule& o) -> std::string {
                const bool good = o.key_heads > 0 && o.key_width > 0 && o.value_width > 0 && o.kernel > 0
                    && o.value_heads > 0 && o.value_heads % o.key_heads == 0;
                return good ? "" : "gated_delta_rule: heads that do not divide";
            },
            [](const Mamba2& o) -> std::string {
                const bool good = o.heads > 0 && o.head_width > 0 && o.groups > 0 && o.state_width > 0 && o.kernel > 0
                    && o.chunk > 0 && o.heads % o.groups == 0;
                return good ? "" : "mamba2: heads that do not divide";
            },
            [](const SplitDimension& o) -> std::string { return o.parts > 0 ? "" : "split_dimension: no parts"; },
            [](const DenseExperts& o) -> std::string {
                return o.active > 0 && o.active <= o.count ? "" : "dense_experts: more active than there are";
            },
            [](const Concatenate& o) -> std::string {
                return o.count > 0 && o.count <= 64 ? "" : "concatenate: too many values";
            },
            [](const Upsample& o) -> std::string { return o.factor > 0 ? "" : "upsample: no factor"; },
            [](const RelativeBias& o) -> std::string {
                const bool good = o.heads > 0 && o.buckets >= 4 && o.distance > o.buckets / 2;
                return good ? "" : "relative_bias: no room for distances";
            },
            [](const ImagePatches& o) -> std::string {
                constexpr std::int64_t longest = 1 << 12; // patches of a side
                const bool good = o.patch > 0 && o.frames > 0 && o.channels > 0 && o.side % o.patch == 0 && o.grid() > 0
                    && o.grid() <= longest;
                return good ? "" : "image_patches: a side that does not divide";
            },
            [](const GridPositions& o) -> std::string { return o.count > 0 ? "" : "grid_positions: no positions"; },
            [](const MergePatches& o) -> std::string { return o.count > 0 ? "" : "merge_patches: no patches"; },
            [](const Embedding& o) -> std::string { return o.shards > 0 ? "" : "embedding: no shards"; },
            [](const CrossEntropy& o) -> std::string { return o.shards > 0 ? "" : "cross_entropy: no shards"; },
            [](const TargetIds& o) -> std::string { return o.parts > 0 ? "" : "target_ids: no parts"; },
            [](const GatherTokens& o) -> std::string { return o.parts > 0 ? "" : "gather_tokens: no parts"; },
            [](const ScatterTokens& o) -> std::string { return o.parts > 0 ? "" : "scatter_tokens: no parts"; },
            [](const auto&) { return std::string(); },
        },
        op);
}

}

// One content for all: tl::expected makes default values on the way that it never destroys.
Program::Program()
{
    static const Program empty("empty", Feed::Hidden, {});
    m_content = empty.m_content;
}

Program::Program(std::string kind, Feed feed, std::vector<Statement> statements, int takes, std::vector<int> gives)
{
    std::string signature = signatureText(kind, feed, statements);
    const std::vector<int> usual {valueCount(statements, takes) - 1};
    if (gives.empty()) {
        gives = usual;
    }
    signature += takes == 1 ? "" : "; takes " + std::to_string(takes);
    signature += gives == usual ? "" : "; gives " + listText(gives);
    m_content = std::make_shared<const Content>(
        Content {std::move(kind), feed, std::move(statements), takes, std::move(gives), std::move(signature)});
}

bool Program::isPlain() const
{
    return takes() == 1 && gives() == std::vector {valueCount(statements(), 1) - 1};
}

bool Program::uses(int value) const
{
    return std::any_of(statements().begin(), statements().end(), [&](const Statement& statement) {
        return std::find(statement.inputs.begin(), statement.inputs.end(), value) != statement.inputs.end();
    });
}

bool operator==(const Program& a, const Program& b)
{
    return a.m_content == b.m_content
        || (a.signature() == b.signature() && a.statements() == b.statements() && a.kind() == b.kind());
}

int inputCount(const Operator& op)
{
    return std::visit(overloaded {
                          [](const Add&) { return 2; },
                          [](const Multiply&) { return 2; },
                          [](const Concatenate& o) { return static_cast<int>(o.count); },
                          [](const Attention& o) { return (o.takesThree() ? 3 : 1) + (o.biased ? 1 : 0); },
                          [](const ZeroBias&) { return 2; },
                          [](const PlaceFeatures&) { return 2; },
                          [](const GatedDeltaRule&) { return 4; },
                          [](const Experts& o) { return o.router_width > 0 ? 2 : 1; },
                          [](const auto&) { return 1; },
                      },
                      op);
}

int resultCount(const Operator& op)
{
    return std::visit(overloaded {
                          [](const Split& o) { return static_cast<int>(o.parts); },
                          [](const SplitWidths&) { return 2; },
                          [](const Attention& o) { return o.gives_keys ? 3 : 1; },
                          [](const auto&) { return 1; },
                      },
                      op);
}

const Statement* makerOf(const Program& program, int value)
{
    int first = program.takes();
    for (const Statement& statement : program.statements()) {
        const int count = resultCount(statement.op);
        if (value < first + count) {
            return value < first ? nullptr : &statement;
        }
        first += count;
    }
    return nullptr;
}

bool isStored(const Operator& op)
{
    return std::visit(
        [](const auto& o) {
            if constexpr (requires { o.stored; }) {
                return o.stored;
            } else {
                return false;
            }
        },
        op);
}

bool isLoss(const Operator& op)
{
    return std::holds_alternative<CrossEntropy>(op) || std::holds_alternative<BinaryCrossEntropy>(op);
}

std::string complaintAbout(const std::vector<Statement>& statements, int takes, const std::vector<int>& gives)
{
    int values = takes;
    for (const Statement& statement : statements) {
        for (std::string complaint : {complaintAbout(statement.op), divisionComplaint(statement.op)}) {
            if (!complaint.empty()) {
                return complaint;
            }
        }
        if (static_cast<int>(statement.inputs.size()) != inputCount(statement.op)) {
            return "\"" + statement.name + "\" takes " + std::to_string(inputCount(statement.op)) + " values, not "
                + std::to_string(statement.inputs.size());
        }
        for (const int value : statement.inputs) {
            if (value < 0 || value >= values) {
                return "\"" + statement.name + "\" takes value " + std::to_string(value) + ", which is not there yet";
            }
        }
        values += resultCount(statement.op);
    }
    for (std::size_t i = 0; i < gives.size(); ++i) {
        if (gives[i] < 0 || gives[i] >= values) {
            return "it gives value " + std::to_string(gives[i]) + ", which it does not have";
        }
        if (std::find(gives.begin(), gives.begin() + static_cast<std::ptrdiff_t>(i), gives[i])
            != gives.begin() + static_cast<std::ptrdiff_t>(i)) {
            return "it gives value " + std::to_string(gives[i]) + " twice";
        }
    }
    return statements.empty() ? "it has no statements" : "";
}

int ProgramBuilder::add(std::string name, Operator op, std::vector<int> inputs)
{
    return add(Statement {std::move(name), std::move(op), std::move(inputs), false, {}});
}

int ProgramBuilder::add(Statement statement)
{
    const int first = m_values;
    m_values += resultCount(statement.op);
    m_statements.push_back(std::move(statement));
    return first;
}

int ProgramBuilder::hold(int result)
{
    m_statements.back().held = true;
    return result;
}

}
