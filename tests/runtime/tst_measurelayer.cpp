// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "testing.h"

#include "core/base/english.h"
#include "core/memory/state.h"
#include "core/model/parameters.h"
#include "core/model/shapes.h"
#include "core/runtime/measurelayer.h"
#include "tests/support/families.h"
#include "tests/support/programs.h"

#include <algorithm>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

RuntimeDevice cpu()
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    return *device;
}

Measurement measured(const ProfilePoint& point)
{
    const auto measurement = measureLayer(point, cpu());
    REQUIRE(measurement);
    INFO(describe(measurement->message));
    REQUIRE(measurement->status == MeasurementStatus::Done);
    return *measurement;
}

// A small block at a micro-batch size and sequence length.
ProfilePoint smallBlock(std::int64_t micro_batch, std::int64_t sequence)
{
    return pointOf(blockOf(64, 4, 256), {sequence, 64}, micro_batch, sequence);
}

}

TEST_CASE("the device says what it is")
{
    const RuntimeDevice device = cpu();
    CHECK_FALSE(device.description.name.empty());
    CHECK(device.description.memory > Bytes(0));
    CHECK(device.description.software.starts_with("libtorch "));
    CHECK(device.description.threads >= 1);
    const auto none = openDevice(DeviceKind::Cuda, 4096);
    REQUIRE_FALSE(none);
    CHECK(none.error().code == ErrorCode::DeviceUnavailable);
}

// Layers of GPT-2 with 6 blocks and a vocabulary of 1,000, micro-batch size 4 and 512 tokens, have the bytes of the
// layers of transformers 5, from allocator events in Python. One hidden state is 6,291,456 bytes.
TEST_CASE("layers of GPT-2 measured alone show the bytes of transformers' layers")
{
    constexpr std::int64_t state = 4 * 512 * 768 * 4;

    const LayerMemory embedding = measured(pointOf(embeddingOf(1000, 1024, 768), {512}, 4, 512)).memory;
    CHECK(embedding.parameters == Bytes((1000 + 1024) * 768 * 4));
    CHECK(embedding.gradients == embedding.parameters);
    CHECK(embedding.saved == Bytes(512 * 8)); // positions
    CHECK(embedding.input == Bytes(4 * 512 * 8));
    CHECK(embedding.keeps_input);
    CHECK_FALSE(embedding.keeps_output);
    CHECK(embedding.output == Bytes(state));
    CHECK(embedding.input_gradient == Bytes(0));
    CHECK(embedding.forward_peak == Bytes(14159872));
    CHECK(embedding.backward_peak == Bytes(12505088));

    const LayerMemory block = measured(pointOf(blockOf(768, 12, 3072), {512, 768}, 4, 512)).memory;
    CHECK(block.parameters == Bytes(7087872 * 4));
    CHECK(block.optimizer_state == 2 * block.parameters);
    // 27 states, mean and deviation of two norms, one number per token and head, three scalars.
    CHECK(block.saved == Bytes(27 * state + 2 * 2 * 2048 * 4 + 2048 * 12 * 4 + 3 * 8));
    CHECK(block.keeps_input);
    CHECK_FALSE(block.keeps_output);
    CHECK(block.input_gradient == Bytes(state));
    CHECK(block.forward_peak == Bytes(188874776));
    CHECK(block.backward_peak == Bytes(66063360));
    CHECK(block.gradients - block.saved + block.input_gradient == Bytes(-135357464));

    const LayerMemory head = measured(pointOf(headOf(768, 1000), {512, 768}, 4, 512)).memory;
    CHECK(head.saved == Bytes(14516228));
    CHECK(head.forward_peak == Bytes(22724648));
    CHECK(head.backward_peak == Bytes(16367612));
    CHECK(head.gradients - head.saved + head.input_gradient == Bytes(-5146628));
    CHECK(head.owned_backward_peak == head.backward_peak);
}

TEST_CASE("the gradient of the output is inside the peak when the graph makes it, outside when a buffer owns it")
{
    const LayerMemory block = measured(smallBlock(2, 32)).memory;
    // The residual passes the gradient on to the end of the backward pass, so it is alive at the peak either way.
    CHECK(block.backward_peak == block.owned_backward_peak + block.output);
}

TEST_CASE("a later backward adds to gradients that exist")
{
    const LayerMemory block = measured(smallBlock(2, 32)).memory;
    CHECK(block.accumulate_peak < block.backward_peak);
    CHECK(block.owned_accumulate_peak < block.owned_backward_peak);
}

TEST_CASE("an adapter lets go of the input before its layer's backward pass is over")
{
    // BERT's classifier pools the first token: its gradient is allocated and expanded after the frozen projection's
    // adapter is done with its input. If all parameters are trainable, or a norm comes first, the input is needed to
    // the end.
    const auto inputRelease = [](std::string_view family, const char* trainable) {
        const auto families = testing::smallFamilies();
        const auto found = std::find_if(families.begin(), families.end(),
                                        [&](const testing::SmallFamily& known) { return known.name == family; });
        REQUIRE(found != families.end());
        Workload workload;
        workload.trainable = *parseTrainable(trainable);
        workload.sequence = 32;
        const auto points = chainPoints(*parseConfig(found->config, found->name), workload, 2);
        REQUIRE(points);
        const LayerMemory memory = measured(points->back()).memory;
        return memory.input_release.first / memory.input;
    };
    CHECK(inputRelease("bert, classifier", "all") == 0);
    CHECK(inputRelease("gpt2", "lora:4") == 0);
    CHECK(inputRelease("bert, classifier", "lora:4") > 0.5);
    CHECK(inputRelease("bert, classifier", "lora:4") <= 1);
}

TEST_CASE("each optimizer keeps as many states as its rule says")
{
    const auto states = [](OptimizerKind kind) {
        ProfilePoint point = smallBlock(1, 8);
        point.optimizer = kind;
        const LayerMemory memory = measured(point).memory;
        return memory.optimizer_state / memory.parameters;
    };
    CHECK(states(OptimizerKind::Sgd) == 0.0);
    CHECK(states(OptimizerKind::Momentum) == 1.0);
    CHECK(states(OptimizerKind::Adam) == 2.0);
    CHECK(states(OptimizerKind::AdamW) == 2.0);
}

TEST_CASE("a bottleneck's output is its ReLU's saved tensor")
{
    constexpr std::int64_t batch = 2;
    constexpr std::int64_t side = 8; // 32 pixels, reduced by a factor of 4
    constexpr std::int64_t map = batch * side * side * 4; // bytes of one channel
    const Program spec = bottleneck(64, 16, 64, 1);
    const LayerMemory memory = measured(pointOf(spec, {64, side, side}, batch, 32)).memory;
    CHECK(memory.keeps_input);
    CHECK(memory.keeps_output);
    CHECK(memory.buffers == bufferBytes(spec));
    // Two inner convolutions: their outputs (for the norm), and the ReLU's output instead of the norm's. The last one:
    // its output, and the result. Mean and inverse deviation of every channel.
    CHECK(memory.saved == Bytes(4 * 16 * map + 2 * 64 * map + 2 * (16 + 16 + 64) * 4));
}

TEST_CASE("the stem's pooled output is kept by nobody in the stem")
{
    const LayerMemory memory = measured(pointOf(convolutionStem(16), {3, 32, 32}, 2, 32)).memory;
    CHECK(memory.keeps_input);
    CHECK_FALSE(memory.keeps_output);
    CHECK(memory.input_gradient == Bytes(0));
    // Output of the convolution, output of the ReLU, the indices of the pooling in int64, mean and inverse deviation.
    CHECK(memory.saved == Bytes(2 * (2 * 16 * 16 * 16 * 4) + 2 * 16 * 8 * 8 * 8 + 2 * 16 * 4));
}

TEST_CASE("the same point gives the same bytes, and times that are times")
{
    const Measurement first = measured(smallBlock(2, 32));
    const Measurement second = measured(smallBlock(2, 32));
    CHECK(first.memory == second.memory);
    CHECK(first.reserved_peak == second.reserved_peak);
    CHECK(first.repeats >= 5);
    for (const Timing& timing : {first.forward, first.backward, first.optimizer}) {
        CHECK(timing.median > Seconds(0));
        CHECK(timing.spread >= Seconds(0));
    }
    CHECK(first.measured_at.size() == std::string("2026-01-31T12:00:00Z").size());
    const LayerMemory& memory = first.memory;
    CHECK(first.reserved_peak >= memory.parameters + memory.optimizer_state + memory.forward_peak);
}

TEST_CASE("the allocation trace replays to the measured bytes")
{
    for (const LayerSpec& spec : {LayerSpec(embeddingOf(100, 64, 32)), LayerSpec(blockOf(64, 4, 256))}) {
        const bool block = !beginsChain(spec);
        const Measurement m = measured(pointOf(spec, block ? Shape {32, 64} : Shape {32}, 2, 32));
        const AllocationTrace& trace = m.trace;
        REQUIRE(trace.forward_events > 0);
        REQUIRE(trace.forward_events < static_cast<std::int64_t>(trace.events.size()));
        AllocationTrace forward = trace;
        forward.events.resize(static_cast<std::size_t>(trace.forward_events));
        CHECK(Bytes(replay(forward).peak) == m.memory.forward_peak);
        CHECK(Bytes(replay(forward).left) == m.memory.saved);
        CHECK(Bytes(replay(trace).left) == m.memory.gradients);
        // The trace includes scalars that represent later layers.
        const Bytes high = std::max(m.memory.forward_peak, m.memory.saved + m.memory.backward_peak);
        CHECK(std::abs((Bytes(replay(trace).peak) - high).value) <= 64);
    }
}

TEST_CASE("a layer that recomputes keeps its input alone, and costs a forward more")
{
    ProfilePoint point = smallBlock(2, 32);
    const LayerMemory usual = measured(point).memory;
    point.recompute = true;
    const LayerMemory again = measured(point).memory;
    CHECK(again.keeps_input);
    CHECK_FALSE(again.keeps_output);
    CHECK(again.saved == Bytes(0));
    CHECK(again.parameters == usual.parameters);
    CHECK(again.gradients == usual.gradients);
    CHECK(again.forward_peak < usual.forward_peak);
    CHECK(again.backward_peak >= usual.saved);
}

TEST_CASE("frozen layers have no gradients, and save only what earlier layers need of them")
{
    const Program block = blockOf(64, 4, 256);
    std::vector<Statement> statements = block.statements();
    for (Statement& statement : statements) {
        for (const ParameterTensor& tensor : parameterTensors(statement.op)) {
            statement.frozen.push_back(tensor.name);
        }
    }
    const Program nothing(block.kind(), block.feed(), std::move(statements));
    ProfilePoint point = smallBlock(2, 32);
    const LayerMemory whole = measured(point).memory;
    point.spec = nothing;
    const LayerMemory passing = measured(point).memory;
    CHECK(passing.parameters == whole.parameters);
    CHECK(passing.gradients == Bytes(0));
    CHECK(passing.optimizer_state == Bytes(0));
    CHECK(passing.saved > Bytes(0)); // derivatives of activations and norms
    CHECK(passing.saved < whole.saved);
    CHECK(passing.input_gradient == passing.input);
    point.input_gradient = false;
    const LayerMemory first = measured(point).memory;
    CHECK(first.saved == Bytes(0));
    CHECK_FALSE(first.keeps_input);
    CHECK(first.backward_peak == Bytes(0));
    CHECK(first.input_gradient == Bytes(0));
}

TEST_CASE("what does not fit is an observation, and the next point is measured as before")
{
    const auto before = measured(smallBlock(2, 32)).memory;
    const auto tooLarge = measureLayer(pointOf(blockOf(1024, 16, 4096), {1024, 1024}, 1 << 20, 1024), cpu());
    REQUIRE(tooLarge);
    INFO(describe(tooLarge->message));
    CHECK(tooLarge->status == MeasurementStatus::OutOfMemory);
    CHECK_FALSE(tooLarge->message.empty());
    CHECK(tooLarge->memory == LayerMemory {});
    CHECK(measured(smallBlock(2, 32)).memory == before);
}

TEST_CASE("what is alive at the optimizer step is known before it is run, and what cannot fit is not tried")
{
    for (const Precision precision : {Precision::Fp32, Precision::Bf16Autocast, Precision::Bf16Master}) {
        for (const OptimizerKind optimizer : {OptimizerKind::Sgd, OptimizerKind::Momentum, OptimizerKind::AdamW}) {
            ProfilePoint point = smallBlock(1, 16);
            point.precision = precision;
            point.input_type = parameterType(precision);
            point.optimizer = optimizer;
            const LayerMemory memory = measured(point).memory;
            const auto state = trainingStateBytes(point);
            REQUIRE(state);
            CHECK(*state == memory.parameters + memory.gradients + memory.optimizer_state);
        }
    }
    const ProfilePoint huge = pointOf(blockOf(1 << 17, 64, 1 << 19), {1, 1 << 17}, 1, 1); // 3 TiB
    const auto notTried = refuseLayer(huge, cpu());
    REQUIRE(notTried);
    CHECK(notTried->status == MeasurementStatus::OutOfMemory);
    CHECK(describe(notTried->message).starts_with("parameters, gradients and optimizer state need more than 3"));
    CHECK(notTried->free_memory > Bytes(0));
    CHECK_FALSE(refuseLayer(smallBlock(1, 16), cpu()));
    ProfilePoint pair = smallBlock(1, 16);
    pair.following = pair.spec;
    CHECK(trainingStateBytes(pair).value() == trainingStateBytes(smallBlock(1, 16)).value() * 2);
}

TEST_CASE("what cannot be measured is refused with the reason")
{
    const auto row = measureLayer(pointOf(TableRow {}, {}, 1, 1), cpu());
    REQUIRE_FALSE(row);
    CHECK(row.error().code == ErrorCode::OptionUnsupported);
    ProfilePoint half = smallBlock(1, 8);
    half.sharding.tensor = 3; // does not divide four heads
    const auto tensor = measureLayer(half, cpu());
    REQUIRE_FALSE(tensor);
    CHECK(tensor.error().code == ErrorCode::OptionUnsupported);
    // An embedding of 8 positions rejects 16 tokens: libtorch reports an error, which is the measurement.
    const auto failed = measureLayer(pointOf(embeddingOf(100, 8, 16), {16}, 1, 16), cpu());
    REQUIRE(failed);
    CHECK(failed->status == MeasurementStatus::Failed);
    CHECK_FALSE(failed->message.empty());
}
