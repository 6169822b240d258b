// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/simulation/collectivetimes.h"
#include "core/simulation/layercollectives.h"
#include "tests/support/chains.h"
#include "tests/support/families.h"
#include "tests/support/near.h"
#include "tests/support/testedproblem.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

using Kind = CollectiveKind;
using Group = CollectiveGroup;
using Collectives = std::vector<LayerCollective>;

constexpr std::int64_t h = 48; // hidden size of the small families
constexpr std::int64_t samples = 3;
constexpr std::int64_t tokens = 32;
constexpr std::int64_t state = samples * tokens * h * 2; // bytes between layers in 16 bits

Model small(const std::string& name)
{
    for (const SmallFamily& family : smallFamilies()) {
        if (family.name == name) {
            return parseConfig(family.config, family.name).value();
        }
    }
    qFatal("no such family");
}

Workload halfPrecision(const Model& model)
{
    Workload workload;
    workload.sequence = model.sample == SampleKind::Image ? model.longest_sequence : tokens;
    workload.precision = Precision::Bf16Master;
    return workload;
}

std::vector<Collectives> collectivesIn(const Model& model, const LayerDegrees& degrees, bool recompute = false)
{
    const auto found = collectivesOf(model, halfPrecision(model), samples, degrees, recompute);
    if (!found) {
        qFatal("%s", describe(found.error()).c_str());
    }
    return *found;
}

// Formats "forward all_reduce 96, backward ...": bytes over `unit`.
QString text(const Collectives& collectives, std::int64_t unit = 1)
{
    QStringList parts;
    for (const LayerCollective& one : collectives) {
        parts << QStringLiteral("%1 %2 %3")
                     .arg(one.backward ? QStringLiteral("backward") : QStringLiteral("forward"),
                          QString::fromUtf8(nameOf(one.kind).data()))
                     .arg(static_cast<double>(one.bytes.value) / static_cast<double>(unit));
    }
    return parts.join(QStringLiteral(", "));
}

int countOf(const Collectives& collectives, Kind kind, bool backward)
{
    return static_cast<int>(std::count_if(collectives.begin(), collectives.end(), [&](const LayerCollective& one) {
        return one.kind == kind && one.backward == backward;
    }));
}

std::int64_t bytesOf(const Collectives& collectives, Kind kind)
{
    std::int64_t sum = 0;
    for (const LayerCollective& one : collectives) {
        sum += one.kind == kind ? one.bytes.value : 0;
    }
    return sum;
}

template <typename Op>
int operators(const Program& program)
{
    const auto& statements = program.statements();
    return static_cast<int>(std::count_if(statements.begin(), statements.end(), [](const Statement& statement) {
        return std::holds_alternative<Op>(statement.op);
    }));
}

const Program& programOf(const Model& model, std::size_t layer)
{
    return std::get<Program>(model.layers[layer].spec);
}

// Links with `bytes` per second.
RankGroup flat(int ranks, double bytes, Seconds latency = {})
{
    const LinkSpeed link {BytesPerSecond(bytes), latency};
    return {ranks, 1, ranks, ranks, link, link};
}

}

class LayerCollectivesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void blockOfGpt3();
    void halvesOfABlock();
    void sideBySideIsReducedOnce();
    void groupedQueriesAndGates();
    void decodersTakeTheEncodersStatesToo();
    void mixturesOfExperts();
    void sharedExpertsAreReducedApart();
    void vocabularyIsSplit();
    void sequenceParallelSendsTheSameBytes_data();
    void sequenceParallelSendsTheSameBytes();
    void sequenceParallelGathersWhatRanksGather_data();
    void sequenceParallelGathersWhatRanksGather();
    void oneRankSendsNothing();
    void unsplitLayersSendNothing();
    void frozenLayersSendNoGradients();
    void numbersAreAsWideAsProductsTakeThem();
    void recomputationSendsAgain();
    void ringAttention();
    void ulysses();
    void contextRanksHaveAPartOfTheTokens();
    void whatDoesNotDivideIsRefused();
};

// A block of GPT-3 has (techniques.md 7.3) two all-reduces of 2 s b h bytes in each direction; 7.1: with s = 2048, b =
// 1, h = 12288 these are 48 MiB.
void LayerCollectivesTest::blockOfGpt3()
{
    ProfilePoint point = pointOf(blockOf(12288, 96, 4 * 12288), {2048, 12288}, 1, 2048);
    point.precision = Precision::Bf16Master;
    const Bytes each(2 * 2048 * 12288);
    QCOMPARE(each.value, std::int64_t(48) << 20);
    const auto found = collectivesOf(point, tensorRanks(8)).value();
    const LayerCollective forward {Kind::AllReduce, Group::Tensor, false, each, false};
    const LayerCollective backward {Kind::AllReduce, Group::Tensor, true, each, false};
    QVERIFY2(found == (Collectives {forward, forward, backward, backward}), qPrintable(text(found)));
    // Each becomes a gather and a scatter with the same number of bytes.
    const auto sequence = collectivesOf(point, tensorRanks(8, true)).value();
    QCOMPARE(text(sequence, each.value),
             QStringLiteral("forward all_gather 1, forward reduce_scatter 1, forward all_gather 1, "
                            "forward reduce_scatter 1, backward all_gather 1, backward reduce_scatter 1, "
                            "backward all_gather 1, backward reduce_scatter 1"));
}

// Halves of a block, attention alone or a perceptron alone, have one all-reduce in each direction.
void LayerCollectivesTest::halvesOfABlock()
{
    ProgramBuilder attention("attention_only", Feed::Hidden);
    Attention heads;
    heads.heads = heads.kv_heads = 4;
    heads.head_width = 12;
    heads.packing = HeadPacking::Blocks;
    int value = attention.add("norm", LayerNorm {h}, {ProgramBuilder::input});
    value = attention.add("qkv", Linear {h, 3 * h}, {value});
    value = attention.add("attention", heads, {value});
    value = attention.add("output", Linear {h, h}, {value});
    attention.add(Add {}, {ProgramBuilder::input, value});

    ProgramBuilder perceptron("perceptron_only", Feed::Hidden);
    value = perceptron.add("up", Linear {h, 80}, {ProgramBuilder::input});
    value = perceptron.add(Activate {}, {value});
    perceptron.add("down", Linear {80, h}, {value});

    for (const Program& program : {attention.finish(), perceptron.finish()}) {
        ProfilePoint point = pointOf(program, {tokens, h}, samples, tokens);
        point.precision = Precision::Fp16;
        QCOMPARE(text(*collectivesOf(point, tensorRanks(2)), state),
                 QStringLiteral("forward all_reduce 1, backward all_reduce 1"));
    }
}

// Parallel branches are reduced once: one all-reduce of the sum; backward one if both have the same norm, two if each
// has a separate one.
void LayerCollectivesTest::sideBySideIsReducedOnce()
{
    const QString once = QStringLiteral("forward all_reduce 1, backward all_reduce 1");
    QCOMPARE(text(collectivesIn(small("falcon, multi-query"), tensorRanks(2))[1], state), once);
    const QString two_norms = once + QStringLiteral(", backward all_reduce 1");
    QCOMPARE(text(collectivesIn(small("falcon, grouped"), tensorRanks(2))[1], state), two_norms);
    QCOMPARE(text(collectivesIn(small("gpt_neox"), tensorRanks(2))[1], state), two_norms);
    const auto in_turn = collectivesIn(small("gpt_neox, one after the other"), tensorRanks(2))[1];
    QCOMPARE(countOf(in_turn, Kind::AllReduce, false), 2);
    QCOMPARE(countOf(in_turn, Kind::AllReduce, true), 2);
}

// Grouped queries and gates: queries, keys and values have one input, gate and up projection another, packed or not;
// key heads that are fewer than the ranks are copied, and their gradient is still a summand.
void LayerCollectivesTest::groupedQueriesAndGates()
{
    for (const char* name :
         {"gpt2", "llama", "llama, multi-query, tied, with biases", "gemma", "phi3", "opt", "bert", "qwen3", "vit"}) {
        const Model model = small(name);
        for (const int ranks : {2, 4}) {
            if (ranks == 4 && model.family == "phi3") {
                continue; // two key heads
            }
            const auto found = collectivesIn(model, tensorRanks(ranks))[1];
            const std::int64_t each = model.sample == SampleKind::Image ? samples * 17 * h * 2 : state;
            QCOMPARE(text(found, each),
                     QStringLiteral("forward all_reduce 1, forward all_reduce 1, "
                                    "backward all_reduce 1, backward all_reduce 1"));
        }
    }
}

// Decoders also read the encoder's states: T5's decoder block has three sums; sharded parts read three norms and the
// encoder's states.
void LayerCollectivesTest::decodersTakeTheEncodersStatesToo()
{
    const Model model = small("t5");
    const auto found = collectivesIn(model, tensorRanks(2));
    int decoders = 0;
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        if (operators<Attention>(programOf(model, l)) == 2) {
            decoders += 1;
            const int embeds = operators<Embedding>(programOf(model, l));
            QCOMPARE(countOf(found[l], Kind::AllReduce, false), 3 + embeds);
            QCOMPARE(countOf(found[l], Kind::AllReduce, true), 4);
        }
    }
    QCOMPARE(decoders, 2);
}

// Mixtures of experts have (techniques.md 7.3) two all-to-alls in each direction of tokens x top-k x h x 2 bytes, of
// which (e-1)/e leave the rank; more with spare capacity (GShard).
void LayerCollectivesTest::mixturesOfExperts()
{
    const Model model = small("qwen3_moe"); // 4 experts, 2 per token
    LayerDegrees degrees;
    degrees.sharding = {1, 4, false};
    const QString each = QStringLiteral("forward all_to_all 2, forward all_to_all 2, "
                                        "backward all_to_all 2, backward all_to_all 2");
    const auto found = collectivesIn(model, degrees)[1];
    QCOMPARE(text(found, state), each);
    QVERIFY(std::all_of(found.begin(), found.end(), [](const auto& one) { return one.group == Group::Expert; }));
    LayerGroups groups;
    groups.expert = flat(4, 1e9);
    const LayerCollectiveTimes times = timesOf(found, groups);
    QVERIFY(near(times.forward.total().value, 2 * (2.0 * state) * 3 / 4 / 1e9));
    QVERIFY(near(times.backward.total().value, times.forward.total().value));

    degrees.capacity = 1.25;
    QCOMPARE(collectivesIn(model, degrees)[1].front().bytes.value, state * 5 / 2);
    // If only the experts are trainable, no gradient returns to the source of the tokens.
    degrees.capacity = 1;
    ProgramBuilder alone("experts_only", Feed::Hidden);
    alone.add("experts", Experts {h, 24, 4, 2}, {ProgramBuilder::input});
    ProfilePoint point = pointOf(alone.finish(), {tokens, h}, samples, tokens);
    point.precision = Precision::Bf16Master;
    QCOMPARE(text(*collectivesOf(point, degrees), state), each);
    point.input_gradient = false;
    QCOMPARE(text(*collectivesOf(point, degrees), state),
             QStringLiteral("forward all_to_all 2, forward all_to_all 2, backward all_to_all 2"));
    // With tensor parallelism each rank sends all tokens, and the output of the experts is a summand.
    degrees = {};
    degrees.sharding = {2, 2, true};
    QCOMPARE(text(collectivesIn(model, degrees)[1], state),
             QStringLiteral("forward all_gather 1, forward reduce_scatter 1, forward all_gather 1, "
                            "forward all_to_all 2, forward all_to_all 2, forward reduce_scatter 1, "
                            "backward all_gather 1, backward all_to_all 2, backward all_to_all 2, "
                            "backward reduce_scatter 1, backward all_gather 1, backward reduce_scatter 1"));
}

// Shared experts are reduced separately in Qwen2-MoE: the shared expert is weighted by a gate of whole rows, so it is
// reduced before; both read one norm. Its second block has no experts.
void LayerCollectivesTest::sharedExpertsAreReducedApart()
{
    const auto found = collectivesIn(small("qwen2_moe"), tensorRanks(2));
    QCOMPARE(text(found[1], state),
             QStringLiteral("forward all_reduce 1, forward all_reduce 1, forward all_reduce 1, "
                            "backward all_reduce 1, backward all_reduce 1"));
    QCOMPARE(countOf(found[2], Kind::AllReduce, false), 2);
    LayerDegrees degrees;
    degrees.sharding = {1, 5, false};
    const auto spread = collectivesIn(small("qwen2_moe"), degrees);
    QCOMPARE(countOf(spread[1], Kind::AllToAll, false), 2); // only the routed experts
    QVERIFY(spread[2].empty());
}

// The vocabulary is split (Megatron-LM): one all-reduce of the embeddings; three small ones of the loss, and one of the
// gradient before it.
void LayerCollectivesTest::vocabularyIsSplit()
{
    const auto plain = collectivesIn(small("llama"), tensorRanks(2));
    QCOMPARE(text(plain.front(), state), QStringLiteral("forward all_reduce 1"));
    Collectives head = plain.back();
    QCOMPARE(head.size(), std::size_t(4));
    for (int i = 0; i < 3; ++i) {
        QVERIFY(head[static_cast<std::size_t>(i)]
                == (LayerCollective {Kind::AllReduce, Group::Tensor, false, Bytes(samples * tokens * 4)}));
    }
    QVERIFY(head.back() == (LayerCollective {Kind::AllReduce, Group::Tensor, true, Bytes(state)}));
    // With sequence parallelism the sum is scattered at once, unless positions are added to all of it.
    const QString gathered = QStringLiteral("backward all_gather 1");
    QCOMPARE(text(collectivesIn(small("llama"), tensorRanks(2, true)).front(), state),
             QStringLiteral("forward reduce_scatter 1, ") + gathered);
    QCOMPARE(text(collectivesIn(small("gemma"), tensorRanks(2, true)).front(), state), // the output is also scaled
             QStringLiteral("forward reduce_scatter 1, ") + gathered);
    QCOMPARE(text(collectivesIn(small("gpt2"), tensorRanks(2, true)).front(), state),
             QStringLiteral("forward all_reduce 1, ") + gathered);
    const Collectives parts = collectivesIn(small("llama"), tensorRanks(2, true)).back();
    QCOMPARE(text({parts.front(), parts.back()}, state),
             QStringLiteral("forward all_gather 1, backward reduce_scatter 1"));
}

void LayerCollectivesTest::sequenceParallelSendsTheSameBytes_data()
{
    QTest::addColumn<QString>("name");
    for (const SmallFamily& family : smallFamilies()) {
        QTest::newRow(family.name) << QString::fromUtf8(family.name);
    }
}

// Sequence parallelism sends the same bytes (Korthikanti et al. 2022): an all-reduce is a reduce-scatter and an
// all-gather; over both passes every layer sends as many bytes of each as it reduced before, except for the loss and
// means over all heads.
void LayerCollectivesTest::sequenceParallelSendsTheSameBytes()
{
    QFETCH(QString, name);
    const Model model = small(name.toStdString());
    const auto whole = collectivesIn(model, tensorRanks(2));
    const auto parts = collectivesIn(model, tensorRanks(2, true));
    int layers = 0;
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        if (programOf(model, l).feed() != Feed::Hidden) {
            continue;
        }
        const std::int64_t still = bytesOf(parts[l], Kind::AllReduce);
        const std::int64_t reduced = bytesOf(whole[l], Kind::AllReduce) - still;
        const bool norms = model.family == "minimax_m2"; // over all heads: one number per token
        QVERIFY(still == 0 || norms || endsInLoss(model.layers[l].spec));
        QCOMPARE(bytesOf(parts[l], Kind::ReduceScatter), reduced);
        QCOMPARE(bytesOf(parts[l], Kind::AllGather), reduced);
        layers += reduced > 0 ? 1 : 0;
        // The time on a ring is therefore equal.
        LayerGroups groups;
        groups.tensor = flat(2, 1e9, Seconds(1e-6));
        const auto total = [&](const Collectives& found) {
            const LayerCollectiveTimes times = timesOf(found, groups);
            return (times.forward.total() + times.backward.total()).value;
        };
        QVERIFY(near(total(parts[l]), total(whole[l])));
    }
    QVERIFY(layers >= 2);
}

void LayerCollectivesTest::sequenceParallelGathersWhatRanksGather_data()
{
    sequenceParallelSendsTheSameBytes_data();
}

// Number of additions of two scattered values: parallel attention and perceptron, routed and shared experts.
static int sumsOfScattered(const Program& program)
{
    std::set<int> scattered;
    int value = program.takes();
    int sums = 0;
    for (const Statement& statement : program.statements()) {
        if (std::holds_alternative<ScatterTokens>(statement.op)) {
            scattered.insert(value);
        }
        sums += std::holds_alternative<Add>(statement.op) && scattered.contains(statement.inputs[0])
                && scattered.contains(statement.inputs[1])
            ? 1
            : 0;
        value += resultCount(statement.op);
    }
    return sums;
}

// Sequence parallelism gathers the same values as the measured programs: one gather operator per all-gather of the
// forward pass; one scatter per reduce-scatter, two if sums are added before the reduction.
void LayerCollectivesTest::sequenceParallelGathersWhatRanksGather()
{
    QFETCH(QString, name);
    const Model model = small(name.toStdString());
    const auto found = collectivesIn(model, tensorRanks(2, true));
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        if (programOf(model, l).feed() == Feed::Hidden) {
            const Program shard = shardOf(programOf(model, l), {2, 1, true}).value();
            QCOMPARE(countOf(found[l], Kind::AllGather, false), operators<GatherTokens>(shard));
            const int scatters = operators<ScatterTokens>(shard);
            QCOMPARE(countOf(found[l], Kind::ReduceScatter, false), scatters - sumsOfScattered(shard));
        }
    }
}

void LayerCollectivesTest::oneRankSendsNothing()
{
    for (const SmallFamily& family : smallFamilies()) {
        const Model model = parseConfig(family.config, family.name).value();
        LayerDegrees degrees;
        degrees.sharding.sequence = true;
        for (const Collectives& layer : collectivesIn(model, degrees, true)) {
            QVERIFY(layer.empty());
        }
    }
    // A group of one takes no time, with any links.
    const Collectives found = collectivesIn(small("mixtral"), tensorRanks(2))[1];
    QVERIFY(!found.empty());
    QVERIFY(timesOf(found, {}) == LayerCollectiveTimes {});
}

void LayerCollectivesTest::unsplitLayersSendNothing()
{
    const Model images = readModel("zoo:resnet18").value();
    for (const bool sequence : {false, true}) {
        for (const Collectives& layer : collectivesIn(images, tensorRanks(2, sequence))) {
            QVERIFY(layer.empty());
        }
    }
    LayerDegrees experts;
    experts.sharding = {1, 2, false};
    for (const Collectives& layer : collectivesIn(small("llama"), experts)) {
        QVERIFY(layer.empty());
    }
    QVERIFY(collectivesIn(small("llama, classifier"), tensorRanks(2)).back().empty());
}

// Frozen layers send no gradients. LoRA of rank 4: the first block's input has no gradient; the second's has, and the
// narrow products of adapters have separate sums: for products split by columns of the gradient, for those split by
// rows of the result.
void LayerCollectivesTest::frozenLayersSendNoGradients()
{
    const Model model = small("gpt2");
    Workload workload = halfPrecision(model);
    workload.trainable = *parseTrainable("lora:4");
    const auto found = *collectivesOf(model, workload, samples, tensorRanks(2));
    QCOMPARE(text(found[0], state), QStringLiteral("forward all_reduce 1"));
    const std::int64_t narrow = state * 4 / h;
    const auto counted = [&](const Collectives& layer, std::int64_t bytes, bool backward) {
        return std::count(layer.begin(), layer.end(),
                          LayerCollective {Kind::AllReduce, Group::Tensor, backward, Bytes(bytes)});
    };
    for (const std::size_t block : {1U, 2U}) {
        QCOMPARE(counted(found[block], state, false), 2);
        QCOMPARE(counted(found[block], narrow, false), 2);
        QCOMPARE(counted(found[block], narrow, true), 2);
        QCOMPARE(counted(found[block], state, true), block == 1 ? 1 : 2);
    }
    // Completely frozen: forward passes only.
    workload.trainable = *parseTrainable("head.norm*");
    const auto frozen = *collectivesOf(model, workload, samples, tensorRanks(2));
    QCOMPARE(text(frozen[1], state), QStringLiteral("forward all_reduce 1, forward all_reduce 1"));
}

void LayerCollectivesTest::numbersAreAsWideAsProductsTakeThem()
{
    const Model model = small("llama");
    Workload workload = halfPrecision(model);
    const auto width = [&](Precision precision, std::size_t layer) {
        workload.precision = precision;
        return (*collectivesOf(model, workload, samples, tensorRanks(2)))[layer].front().bytes.value
            / (samples * tokens * h);
    };
    QCOMPARE(width(Precision::Fp32, 1), std::int64_t(4));
    QCOMPARE(width(Precision::Bf16Autocast, 1), std::int64_t(2));
    QCOMPARE(width(Precision::Fp16, 1), std::int64_t(2));
    QCOMPARE(width(Precision::Bf16Autocast, 0), std::int64_t(4)); // a lookup does not cast the table
    QCOMPARE(width(Precision::Fp16, 0), std::int64_t(2));
}

// Recomputation sends again: a third pass over the block, but not over the ends of the chain.
void LayerCollectivesTest::recomputationSendsAgain()
{
    const Model model = small("mixtral");
    LayerDegrees degrees;
    degrees.sharding = {2, 3, true};
    degrees.context = 2;
    const auto once = collectivesIn(model, degrees);
    const auto twice = collectivesIn(model, degrees, true);
    QVERIFY(twice.front() == once.front());
    QVERIFY(twice.back() == once.back());
    LayerGroups groups;
    groups.tensor = groups.expert = groups.context = flat(2, 1e9, Seconds(1e-6));
    const LayerCollectiveTimes before = timesOf(once[1], groups);
    const LayerCollectiveTimes after = timesOf(twice[1], groups);
    QVERIFY(before.forward.total() > Seconds(0));
    QVERIFY(after.forward == before.forward);
    QVERIFY(near(after.backward.waiting.value, (before.backward.waiting + before.forward.waiting).value));
    QVERIFY(near(after.backward.beside.value, (before.backward.beside + before.forward.beside).value));
}

// Ring attention sends (techniques.md 7.3) (c-1)/c x 2 s b h_kv x 2 bytes around forward, twice as many backward.
void LayerCollectivesTest::ringAttention()
{
    const std::int64_t keys = 24; // width of two heads
    for (const int c : {2, 4, 8}) {
        const auto found = collectivesIn(small("llama"), contextRanks(c))[1];
        QCOMPARE(text(found, 2 * samples * tokens * keys * 2),
                 QStringLiteral("forward ring_pass 1, backward ring_pass 2"));
        QVERIFY(found.front().overlaps && found.back().overlaps && found.front().group == Group::Context);
        LayerGroups groups;
        groups.context = flat(c, 1e9);
        const LayerCollectiveTimes times = timesOf(found, groups);
        const double bytes = 2.0 * tokens * samples * keys * 2;
        QVERIFY(near(times.forward.beside.value, (c - 1.0) / c * bytes / 1e9));
        QVERIFY(near(times.backward.beside.value, 2 * times.forward.beside.value));
        QCOMPARE(times.forward.waiting, Seconds(0));
    }
    // Tensor-parallel ranks pass the keys of their heads.
    LayerDegrees both = contextRanks(2);
    both.sharding.tensor = 2;
    const auto found = collectivesIn(small("llama"), both)[1];
    QCOMPARE(bytesOf(found, Kind::RingPass), 3 * samples * tokens * keys * 2);
    // T5's decoder: its keys and the encoder's.
    const Model t5 = small("t5");
    for (std::size_t l = 0; l < t5.layers.size(); ++l) {
        QCOMPARE(countOf(collectivesIn(t5, contextRanks(2))[l], Kind::RingPass, false),
                 operators<Attention>(programOf(t5, l)));
    }
}

// Ulysses sends (techniques.md 7.3) an all-to-all of 4 s b h / c numbers in each direction, of which (c-1)/c leave the
// rank.
void LayerCollectivesTest::ulysses()
{
    for (const int c : {2, 4}) {
        const auto found = collectivesIn(small("gpt2"), contextRanks(c, ContextKind::Ulysses))[1];
        QCOMPARE(text(found, state / c),
                 QStringLiteral("forward all_to_all 3, forward all_to_all 1, "
                                "backward all_to_all 1, backward all_to_all 3"));
        QCOMPARE(bytesOf(found, Kind::AllToAll), 2 * 4 * state / c);
        LayerGroups groups;
        groups.context = flat(c, 1e9);
        QVERIFY(near(timesOf(found, groups).forward.waiting.value, 4.0 * state / c * (c - 1.0) / c / 1e9));
    }
    // Two key heads: their numbers for two ranks, copied for four.
    const auto numbers = [&](int c) {
        return collectivesIn(small("llama"), contextRanks(c, ContextKind::Ulysses))[1].front().bytes.value * c;
    };
    QCOMPARE(numbers(2), state * 2);
    QCOMPARE(numbers(4), state * 3);
}

// Context-parallel ranks have a part of the tokens: all other reductions are of that part.
void LayerCollectivesTest::contextRanksHaveAPartOfTheTokens()
{
    for (const char* name : {"gpt2", "llama", "qwen2_moe", "t5"}) {
        for (const bool sequence : {false, true}) {
            const auto whole = collectivesIn(small(name), tensorRanks(2, sequence));
            LayerDegrees degrees = tensorRanks(2, sequence);
            degrees.context = 4;
            const auto parts = collectivesIn(small(name), degrees);
            for (std::size_t l = 0; l < whole.size(); ++l) {
                Collectives others;
                for (LayerCollective one : parts[l]) {
                    if (one.group != Group::Context) {
                        one.bytes = one.bytes * 4;
                        others.push_back(one);
                    }
                }
                QVERIFY2(others == whole[l], qPrintable(text(others)));
            }
        }
    }
}

void LayerCollectivesTest::whatDoesNotDivideIsRefused()
{
    const Model gpt = small("gpt2"); // 4 heads
    const auto refused = [&](const Model& model, const LayerDegrees& degrees, const char* reason) {
        const auto found = collectivesOf(model, halfPrecision(model), samples, degrees);
        return !found && found.error().code == ErrorCode::OptionUnsupported
            && errorOf(found).contains(QString::fromUtf8(reason));
    };
    QVERIFY(refused(gpt, tensorRanks(3), "heads"));
    QVERIFY(refused(gpt, contextRanks(5), "tokens"));
    QVERIFY(refused(gpt, contextRanks(8, ContextKind::Ulysses), "heads"));
    QVERIFY(refused(small("vit"), contextRanks(2), "17 tokens"));
    LayerDegrees both = contextRanks(4, ContextKind::Ulysses);
    both.sharding.tensor = 2;
    QVERIFY(refused(gpt, both, "heads of a tensor-parallel rank"));
    ProfilePoint row = pointOf(TableRow {}, {}, 1, 1);
    QVERIFY(collectivesOf(row, {})->empty());
    QVERIFY(!collectivesOf(row, tensorRanks(2)));
    QVERIFY(!collectivesOf(pointOf(ScriptedLayer {}, {4}, 1, 1), contextRanks(2)));
}

QTEST_APPLESS_MAIN(LayerCollectivesTest)
#include "tst_layercollectives.moc"
