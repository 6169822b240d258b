// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/program.h"

#include "core/base/numbertext.h"
#include "core/base/overloaded.h"
#include "core/words/model.h"

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

// Prints enough digits to restore the number exactly. Keys of measurements depend on this text.
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
            // Omits attributes with their default value, so that new attributes do not change old signatures.
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

// Complaint about an attribute value that no layer has.
template <typename T>
Message attributeIs(std::string_view op, const char* field, const T& value)
{
    return say(words::model::attribute_is, op, std::string(field), text(value));
}

Message complaintAbout(const Operator& op)
{
    Message complaint;
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
                    complaint = attributeIs(o.name, field, value);
                }
            });
        },
        op);
    return complaint;
}

// Returns the complaint `wrong` unless `good`.
template <typename Op>
Message unless(bool good, const PhraseOf<1>& wrong, const Op& op)
{
    return good ? Message() : say(wrong, op.name);
}

// Excludes 1: some elements must remain.
bool isDropout(double probability)
{
    return probability >= 0 && probability < 1;
}

// True for framework-specific kernels (core/framework), which are never measured on a device.
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

Message divisionComplaint(const Operator& op)
{
    if (isOfFramework(op)) {
        return words::model::of_framework;
    }
    return std::visit(
        overloaded {
            [](const Attention& o) -> Message {
                const bool good = o.heads > 0 && o.kv_heads > 0 && o.head_width > 0 && o.heads % o.kv_heads == 0
                    && o.rotary_width <= o.head_width && o.rotary_width % 2 == 0;
                const bool latent = o.packing == HeadPacking::Latent;
                if (latent != (o.value_width > 0) || (latent && (o.rotary_width == 0 || o.head_norm || o.gated))
                    || (o.gated && o.packing != HeadPacking::Separate)) {
                    return say(words::model::no_such_heads, o.name);
                }
                if ((o.gives_keys || o.takes_keys)
                    && (o.packing != HeadPacking::Separate || o.gated || o.biased
                        || o.rotary_form == RotaryForm::Complex || (o.gives_keys && o.takes_keys))) {
                    return say(words::model::unshared_keys, o.name);
                }
                if (o.per_image
                    && (o.packing != HeadPacking::Blocks || o.causal || o.biased || o.sinks || o.head_norm
                        || o.kv_heads != o.heads || o.rotary_width != o.head_width || o.head_width % 4 != 0)) {
                    return say(words::model::no_heads_of_images, o.name);
                }
                if (!isDropout(o.dropout)) {
                    return attributeIs(o.name, "dropout", o.dropout);
                }
                return unless(good, words::model::heads_indivisible, o);
            },
            [](const Convolution& o) -> Message {
                const bool good =
                    o.groups > 0 && o.stride > 0 && o.kernel > 0 && o.in % o.groups == 0 && o.out % o.groups == 0;
                return unless(good, words::model::groups_or_stride, o);
            },
            [](const MaxPool& o) { return unless(o.stride > 0 && o.kernel > 0, words::model::no_stride, o); },
            [](const AveragePool& o) { return unless(o.stride > 0 && o.kernel > 0, words::model::no_stride, o); },
            [](const AdaptivePool& o) { return unless(o.side > 0, words::model::no_side, o); },
            [](const Dropout& o) -> Message {
                return isDropout(o.probability) ? Message() : attributeIs(o.name, "probability", o.probability);
            },
            [](const Split& o) { return unless(o.parts > 0 && o.parts <= 64, words::model::too_many_parts, o); },
            [](const Experts& o) -> Message {
                const bool good = o.active > 0 && o.ranks > 0 && o.active <= o.count * o.ranks;
                const std::int64_t all = o.count * o.ranks;
                if (o.groups > 0
                    && (o.score != RouterScore::Sigmoid || all % o.groups != 0 || all / o.groups < 2
                        || o.active_groups < 1 || o.active_groups > o.groups
                        || o.active > all / o.groups * o.active_groups)) {
                    return say(words::model::groups_indivisible, o.name);
                }
                return unless(good, words::model::too_many_active, o);
            },
            [](const GatedDeltaRule& o) -> Message {
                const bool good = o.key_heads > 0 && o.key_width > 0 && o.value_width > 0 && o.kernel > 0
                    && o.value_heads > 0 && o.value_heads % o.key_heads == 0;
                return unless(good, words::model::heads_indivisible, o);
            },
            [](const Mamba2& o) -> Message {
                const bool good = o.heads > 0 && o.head_width > 0 && o.groups > 0 && o.state_width > 0 && o.kernel > 0
                    && o.chunk > 0 && o.heads % o.groups == 0;
                return unless(good, words::model::heads_indivisible, o);
            },
            [](const SplitDimension& o) { return unless(o.parts > 0, words::model::no_parts, o); },
            [](const DenseExperts& o) {
                return unless(o.active > 0 && o.active <= o.count, words::model::too_many_active, o);
            },
            [](const Concatenate& o) { return unless(o.count > 0 && o.count <= 64, words::model::too_many_values, o); },
            [](const Upsample& o) { return unless(o.factor > 0, words::model::no_factor, o); },
            [](const RelativeBias& o) -> Message {
                const bool good = o.heads > 0 && o.buckets >= 4 && o.distance > o.buckets / 2;
                return unless(good, words::model::no_distances, o);
            },
            [](const ImagePatches& o) -> Message {
                constexpr std::int64_t longest = 1 << 12; // patches along a side
                const bool good = o.patch > 0 && o.frames > 0 && o.channels > 0 && o.side % o.patch == 0 && o.grid() > 0
                    && o.grid() <= longest;
                return unless(good, words::model::side_indivisible, o);
            },
            [](const GridPositions& o) { return unless(o.count > 0, words::model::no_positions, o); },
            [](const MergePatches& o) { return unless(o.count > 0, words::model::no_patches, o); },
            [](const Embedding& o) { return unless(o.shards > 0, words::model::no_shards, o); },
            [](const CrossEntropy& o) { return unless(o.shards > 0, words::model::no_shards, o); },
            [](const TargetIds& o) { return unless(o.parts > 0, words::model::no_parts, o); },
            [](const GatherTokens& o) { return unless(o.parts > 0, words::model::no_parts, o); },
            [](const ScatterTokens& o) { return unless(o.parts > 0, words::model::no_parts, o); },
            [](const auto&) { return Message(); },
        },
        op);
}

}

// Shares one content: tl::expected creates default values that it never destroys.
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

Message complaintAbout(const std::vector<Statement>& statements, int takes, const std::vector<int>& gives)
{
    int values = takes;
    for (const Statement& statement : statements) {
        for (Message complaint : {complaintAbout(statement.op), divisionComplaint(statement.op)}) {
            if (!complaint.empty()) {
                return complaint;
            }
        }
        if (static_cast<int>(statement.inputs.size()) != inputCount(statement.op)) {
            return say(words::model::takes_values, statement.name, inputCount(statement.op), statement.inputs.size());
        }
        for (const int value : statement.inputs) {
            if (value < 0 || value >= values) {
                return say(words::model::takes_later_value, statement.name, value);
            }
        }
        values += resultCount(statement.op);
    }
    for (std::size_t i = 0; i < gives.size(); ++i) {
        if (gives[i] < 0 || gives[i] >= values) {
            return say(words::model::gives_other_value, gives[i]);
        }
        if (std::find(gives.begin(), gives.begin() + static_cast<std::ptrdiff_t>(i), gives[i])
            != gives.begin() + static_cast<std::ptrdiff_t>(i)) {
            return say(words::model::gives_twice, gives[i]);
        }
    }
    return statements.empty() ? Message(words::model::no_statements) : Message();
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
