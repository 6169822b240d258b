// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalogue.h"
#include "core/protocol/message.h"
#include "core/search/search.h"
#include "core/words/calibration.h"
#include "core/words/model.h"
#include "core/words/worker.h"
#include "tests/support/programs.h"

#include <array>
#include <random>
#include <string>
#include <vector>

namespace stagecraft::testing {

// Random values for all fields, reproducible: extreme numbers, and texts that break careless writers.
class RandomValues {
public:
    explicit RandomValues(unsigned seed) : m_engine(seed) {}

    std::int64_t whole(std::int64_t least, std::int64_t most)
    {
        switch (m_engine() % 8) {
        case 0:
            return least;
        case 1:
            return most;
        default:
            return std::uniform_int_distribution<std::int64_t>(least, most)(m_engine);
        }
    }
    int count(int least, int most) { return static_cast<int>(whole(least, most)); }
    bool flag() { return m_engine() % 2 == 0; }
    double number()
    {
        constexpr std::array special {0.0, 5e-324, 1.7976931348623157e308, 0.1, 1e-5, 1e21, 123456789.0};
        return m_engine() % 4 == 0 ? special[m_engine() % special.size()]
                                   : std::uniform_real_distribution<>(0, 1e3)(m_engine);
    }
    Bytes bytes() { return Bytes(whole(0, INT64_MAX)); }
    Bytes amount() { return Bytes(whole(0, std::int64_t(1) << 50)); }
    Seconds seconds() { return Seconds(number()); }

    std::string text()
    {
        static const std::array<std::string, 24> texts {
            "",           "plain",        "two words",   "1",          "-1.5e3",
            "true",       "No",           "null",        "~",          "2026-10-02",
            "12:30",      "0x1F",         "- list",      "key: value", "# comment",
            "\"quoted\"", "back\\slash",  "line\nbreak", "\ttab ",     "&anchor",
            "*alias",     "größe 日本語", "\x01\x1f",    "1f1b"};
        return texts[m_engine() % texts.size()];
    }

    Message message()
    {
        switch (m_engine() % 3) {
        case 0:
            return {};
        case 1:
            return verbatim(text());
        default:
            return say(words::worker::more_than_free, bytes(), words::worker::device_memory, arguments());
        }
    }

    ArgumentList arguments();

    template <typename Enum>
    Enum any()
    {
        return enumNames<Enum>[m_engine() % enumNames<Enum>.size()].first;
    }
    template <typename Make>
    auto list(int most, Make make) -> std::vector<decltype(make())>
    {
        std::vector<decltype(make())> values;
        for (int left = count(0, most); left > 0; --left) {
            values.push_back(make());
        }
        return values;
    }
    template <typename Make>
    auto maybe(Make make) -> std::optional<decltype(make())>
    {
        return flag() ? std::optional(make()) : std::nullopt;
    }

    LayerSpec layerSpec();
    ScriptedLayer scriptedLayer();
    ExampleInput exampleInput();
    DescribeRequest describeRequest() { return {text(), exampleInput(), flag()}; }
    Model model();
    Workload workload();
    Link link()
    {
        const Message fitted = say(words::calibration::fitted_on, count(3, 99), ArgumentList {text(), text()});
        return {BytesPerSecond(number()), seconds(), m_engine() % 2 == 0 ? fitted : verbatim(text()), text()};
    }
    DeviceType deviceType();
    DeviceChoice deviceChoice()
    {
        return {any<DeviceKind>(), count(0, 7), maybe([this] { return deviceType(); })};
    }
    CatalogueEntry catalogueEntry(int index);
    Offer offer();
    Cluster cluster();
    LayerPolicies policies();
    TrainingOptions trainingOptions();
    Constraints constraints();
    // All parameters are trainable: a pattern would have to match the parameter names of the model.
    Problem problem()
    {
        Problem made {model(), workload(), cluster(), constraints()};
        made.workload.trainable = {};
        made.target = any<Target>();
        made.billing = {any<BilledUnit>(),          count(0, 1 << 30),
                        Seconds(count(1, 1 << 20)), Seconds(count(0, 1 << 20)),
                        Seconds(count(0, 1 << 20)), PerHour(count(0, 3600)),
                        Watts(count(0, 1 << 20)),   UsdPerKilowattHour(count(0, 1000))};
        return made;
    }
    Sharding sharding() { return {count(1, 1 << 20), count(1, 1 << 20), flag()}; }
    AllocationTrace trace();
    ProfilePoint point();
    MeasuredDevice device() { return {any<DeviceKind>(), text(), bytes(), text(), text(), count(0, 512)}; }
    Measurement measurement();
    ProfileRequest profileRequest();
    DeviceProbe deviceProbe();
    ProbeRequest probeRequest();
    VerifyRequest verifyRequest();
    StageMeasurement stageMeasurement();
    Plan plan();
    Estimate estimate();
    SearchResult searchResult();
    Error error();
    MessageBody messageBody();

private:
    template <typename T>
    Sourced<T> sourced(T value)
    {
        return {value, verbatim(text()), text()};
    }
    Timing timing() { return {seconds(), seconds()}; }
    LayerMemory layerMemory();
    ProbeOmission omission() { return {any<ProbePart>(), message()}; }
    DeviceEstimate deviceEstimate();

    std::mt19937_64 m_engine;
};

inline LayerSpec RandomValues::layerSpec()
{
    const auto size = [this] { return whole(1, 1 << 20); };
    switch (m_engine() % 8) {
    case 0:
        return embeddingOf(whole(1, 1 << 24), whole(1, 1 << 24), size());
    case 1: {
        const std::int64_t heads = whole(1, 128);
        Gpt2Sizes sizes = gptSizes(heads * whole(1, 1024), heads, 1, 1);
        sizes.intermediate = size();
        sizes.activation = any<Activation>();
        sizes.attention_dropout = flag() ? 0.25 : 0;
        sizes.residual_dropout = flag() ? 0.1 : 0;
        return gpt2Block(sizes);
    }
    case 2:
        return headOf(size(), whole(1, 1 << 24), flag());
    case 3:
        return convolutionStem(size());
    case 4:
        return bottleneck(size(), size(), size(), whole(1, 4));
    case 5:
        return pooledImageHead({size(), size()});
    case 6:
        return scriptedLayer();
    default:
        return TableRow {whole(0, 1 << 30), amount(),     amount(), amount(), amount(), flag(), flag(),
                         Seconds(0.25),     Seconds(1e-9)};
    }
}

inline ScriptedLayer RandomValues::scriptedLayer()
{
    const auto shape = [this] { return list(3, [this] { return whole(1, 1 << 10); }); };
    ScriptedLayer layer {
        text(), text(), text(), text(), text(), {}, amount(), shape(), shape(), flag(), whole(0, INT32_MAX),
        flag(), flag()};
    layer.parameters = list(4, [&] { return ScriptedParameter {text(), shape(), text(), flag()}; });
    layer.context = list(3, [this] { return ScriptedContext {text(), {0, 2}, {0, 1}, text()}; });
    layer.takes_context.assign(layer.context.size(), 0);
    layer.work = flag() ? std::optional(ScriptedWork {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}) : std::nullopt;
    return layer;
}

inline ExampleInput RandomValues::exampleInput()
{
    return {list(4, [this] { return whole(1, INT32_MAX); }), whole(0, INT32_MAX)};
}

inline Model RandomValues::model()
{
    Model model {text(), text(), text(), any<SampleKind>(), whole(0, INT32_MAX), whole(0, INT32_MAX), {}, {}};
    model.layers = list(6, [this] { return Layer {text(), layerSpec()}; });
    model.layers.push_back({text(), layerSpec()});
    model.notes = list(3, [this] {
        return flag() ? verbatim(text()) : say(words::model::layers_instead_of, whole(1, INT32_MAX), text(), 3);
    });
    return model;
}

inline Workload RandomValues::workload()
{
    Workload workload {whole(0, 1 << 24), whole(0, INT32_MAX), any<Precision>(), any<OptimizerKind>(),
                       any<AttentionKind>()};
    constexpr std::array trainable {"all", "*.bias", "lora:8", "lora:16:*.query"};
    workload.trainable = *parseTrainable(trainable[m_engine() % trainable.size()]);
    workload.dropout = any<DropoutUse>();
    return workload;
}

inline DeviceType RandomValues::deviceType()
{
    DeviceType type;
    type.name = text();
    type.kind = any<DeviceKind>();
    type.vendor = text();
    type.driver_names = list(3, [this] { return text(); });
    type.compute_capability =
        maybe([this] { return std::to_string(count(1, 99)) + "." + std::to_string(count(0, 9)); });
    type.multiprocessors = maybe([this] { return static_cast<int>(whole(1, 200)); });
    type.memory = sourced(Bytes(whole(leastDeviceMemory.value, mostDeviceMemory.value)));
    type.context = sourced(Bytes(whole(0, type.memory.value.value - 1)));
    for (auto* peak : {&type.peak_fp32, &type.peak_tf32, &type.peak_fp16, &type.peak_bf16}) {
        *peak = maybe([this] { return sourced(FlopsPerSecond(number())); });
    }
    type.memory_bandwidth = maybe([this] { return sourced(BytesPerSecond(number())); });
    type.in_training = maybe([this] { return TrainingFigures {1.5, Seconds(1), 0.1, Bytes(8), verbatim(text()), {}}; });
    return type;
}

// Returns a valid entry of a catalogue, distinct for each `index`.
inline CatalogueEntry RandomValues::catalogueEntry(int index)
{
    const auto rate = [this] { return FlopsPerSecond(1 + number() / 1e300); };
    const std::string name = "type-" + std::to_string(index);
    CatalogueEntry entry {deviceType(), {}, count(1, 16), link(), link()};
    entry.device.name = name;
    for (auto* peak :
         {&entry.device.peak_fp32, &entry.device.peak_tf32, &entry.device.peak_fp16, &entry.device.peak_bf16}) {
        *peak = maybe([&] { return sourced(rate()); });
    }
    entry.device.memory_bandwidth = maybe([&] { return sourced(BytesPerSecond(1e9)); });
    entry.aliases = list(2, [&, alias = 0]() mutable { return name + "." + std::to_string(alias++); });
    for (Link* each : {&entry.intra_node, &entry.network}) {
        each->bandwidth = BytesPerSecond(1 + std::uniform_real_distribution<>(0, 1e12)(m_engine));
        each->latency = Seconds(std::uniform_real_distribution<>(0, 60)(m_engine));
    }
    return entry;
}

inline Offer RandomValues::offer()
{
    const auto figure = [this](auto unit) {
        using Unit = decltype(unit);
        return maybe([this] { return sourced(Unit(number())); });
    };
    const auto links = [this] { return maybe([this] { return link(); }); };
    return {text(),
            text(),
            any<OfferKind>(),
            text(),
            count(1, 16),
            links(),
            links(),
            figure(UsdPerHour()),
            figure(Usd()),
            maybe([this] { return number(); }),
            figure(PerHour()),
            figure(Watts()),
            figure(UsdPerKilowattHour())};
}

inline Cluster RandomValues::cluster()
{
    Cluster cluster {text(), {}};
    for (int left = count(1, 3); left > 0; --left) {
        cluster.groups.push_back({deviceType(), count(1, 512), count(1, 16), link(), link(),
                                  maybe([this] { return UsdPerHour(number()); }), maybe([this] { return offer(); })});
    }
    return cluster;
}

inline LayerPolicies RandomValues::policies()
{
    const auto range = [this] {
        const int first = count(0, 9999);
        PolicyRange range {any<LayerPolicy>(), first, count(first + 1, 10000)};
        range.window = range.policy == LayerPolicy::Swap ? SwapWindow {count(0, 9), count(0, 9)} : SwapWindow {};
        return range;
    };
    return {any<LayerPolicy>(), list(3, range)};
}

inline TrainingOptions RandomValues::trainingOptions()
{
    TrainingOptions options;
    options.offload = any<StateOffload>();
    options.replicas = any<ReplicaUse>();
    options.period = count(1, longestPeriod);
    options.compressor.kind = any<CompressorKind>();
    switch (options.compressor.kind) { // only the figures of its kind are written
    case CompressorKind::None:
        break;
    case CompressorKind::Quantise:
        options.compressor.bits = count(1, 16);
        options.compressor.group = count(0, 256);
        break;
    case CompressorKind::TopK:
    case CompressorKind::RandomK:
        options.compressor.fraction = static_cast<double>(count(1, 64)) / 64;
        break;
    case CompressorKind::AutoEncoder:
        options.compressor.code = count(1, 100);
        options.compressor.width = count(100, 1000);
        break;
    }
    options.compress_boundaries = flag();
    options.in_flight_limit = maybe([this] { return count(1, 64); });
    return options;
}

inline Constraints RandomValues::constraints()
{
    Constraints constraints;
    constraints.micro_batch = whole(1, 1 << 24);
    constraints.schedule = any<ScheduleKind>();
    constraints.pipeline = maybe([this] { return count(1, 10000); });
    constraints.data = maybe([this] { return count(1, 1 << 20); });
    constraints.degrees = {sharding(), count(1, 1 << 20), any<ContextKind>(), 1 + static_cast<double>(count(0, 8)) / 4};
    constraints.split_points = maybe([this] { return list(5, [this] { return count(0, 10000); }); });
    constraints.zero = count(0, 3);
    constraints.gradients = any<GradientHandling>();
    constraints.policies = policies();
    constraints.training = trainingOptions();
    constraints.host_memory_bandwidth =
        maybe([this] { return BytesPerSecond(static_cast<double>(whole(1, 1 << 30))); });
    constraints.host_bandwidth = maybe([this] { return BytesPerSecond(static_cast<double>(whole(1, 1 << 30))); });
    constraints.memory_reserve = bytes();
    constraints.objective = any<Objective>();
    constraints.max_slowdown = flag() ? 1 : 999.5;
    constraints.measure = any<PeakMeasure>();
    return constraints;
}

inline AllocationTrace RandomValues::trace()
{
    AllocationTrace trace;
    for (int i = count(0, 5); i > 0; --i) {
        trace.events.push_back(1 + whole(0, std::int64_t(1) << 40));
        trace.events.push_back(-static_cast<std::int64_t>(trace.events.size() + 1) / 2);
    }
    trace.forward_events = whole(0, static_cast<std::int64_t>(trace.events.size()));
    return trace;
}

inline ProfilePoint RandomValues::point()
{
    ProfilePoint point {layerSpec(),
                        list(4, [this] { return whole(1, INT32_MAX); }),
                        whole(1, 1 << 24),
                        whole(0, INT32_MAX),
                        sharding(),
                        any<Precision>(),
                        any<AttentionKind>(),
                        any<OptimizerKind>(),
                        any<NumberType>(),
                        flag(),
                        flag()};
    point.in_flight = count(1, 64);
    point.following = maybe([this] { return layerSpec(); });
    return point;
}

inline LayerMemory RandomValues::layerMemory()
{
    const InputRelease input_release {amount(), amount(), amount(), amount()};
    return {amount(), amount(), amount(), amount(), amount(), amount(), amount(), amount(),      amount(), flag(),
            flag(),   amount(), amount(), amount(), amount(), amount(), amount(), input_release, amount(), {}};
}

inline Measurement RandomValues::measurement()
{
    return {point(),       device(), any<MeasurementStatus>(),
            message(),     amount(), layerMemory(),
            timing(),      timing(), timing(),
            count(0, 100), amount(), amount(),
            trace(),       trace(),  "2026-10-02T08:00:00Z"};
}

inline ProfileRequest RandomValues::profileRequest()
{
    ProfileRequest request {model(), workload(), {}, {}, deviceChoice(), maybe([this] { return seconds(); })};
    request.micro_batches = list(4, [this] { return whole(1, 1 << 24); });
    request.sequences = list(4, [this] { return whole(1, INT32_MAX); });
    request.shardings = list(3, [this] { return sharding(); });
    request.recompute = flag();
    request.checks = flag();
    request.tolerance = flag() ? 0 : 0.125;
    request.trust = flag();
    request.target = maybe([this] { return ProfileTarget {cluster(), constraints()}; });
    return request;
}

inline DeviceProbe RandomValues::deviceProbe()
{
    const auto rate = [this] { return BytesPerSecond(number()); };
    const auto flops = [this] { return FlopsPerSecond(number()); };
    const auto clock = [this] { return maybe([this] { return Hertz(number()); }); };
    const auto fixed = [this] { return maybe([this] { return amount(); }); };
    DeviceProbe probe;
    probe.device = device();
    probe.device_index = count(0, 7);
    probe.matrix = list(6, [&] { return MatrixRate {any<ProductType>(), whole(1, INT32_MAX), flops(), flops()}; });
    probe.memory = list(4, [&] { return MemoryRate {amount(), rate(), rate()}; });
    probe.copies = list(4, [&] { return CopyRate {any<CopyDirection>(), amount(), rate(), rate()}; });
    probe.links =
        list(4, [&] { return DeviceLink {count(0, 7), count(0, 7), flag(), amount(), rate(), rate(), seconds()}; });
    probe.all_reduces = list(3, [&] { return AllReduceTime {count(2, 8), amount(), timing()}; });
    probe.fixed = {fixed(), fixed(), fixed(), fixed()};
    probe.clocks = {clock(), clock(), clock()};
    probe.left_out = list(3, [this] { return omission(); });
    probe.taken = seconds();
    probe.measured_at = "2026-10-02T08:00:00Z";
    return probe;
}

inline ProbeRequest RandomValues::probeRequest()
{
    return {deviceChoice(), Seconds(static_cast<double>(count(0, 86400)) / 7), list(3, [this] { return omission(); })};
}

inline VerifyRequest RandomValues::verifyRequest()
{
    const int first = count(0, 9999);
    const int pipeline_rank = count(0, 63);
    VerifyRequest request {model(), workload(), {first, count(first + 1, 10000)}, {sharding(), flag()}};
    request.micro_batch = whole(1, 4096);
    request.micro_batches = whole(1, 4096);
    request.schedule = any<ScheduleKind>();
    request.pipeline_rank = pipeline_rank;
    request.pipeline_ranks = pipeline_rank + 1;
    request.device = deviceChoice();
    request.trust = flag();
    return request;
}

inline StageMeasurement RandomValues::stageMeasurement()
{
    return {device(), any<MeasurementStatus>(), message(), amount(), amount(), timing(), count(0, 99), text()};
}

inline Plan RandomValues::plan()
{
    Plan plan;
    plan.schedule = any<ScheduleKind>();
    plan.micro_batches = whole(1, 64);
    plan.zero_stage = count(0, 3);
    plan.sequence_parallel = flag();
    plan.context = count(1, 4);
    plan.context_kind = any<ContextKind>();
    plan.expert = count(1, 8);
    plan.expert_capacity = 1 + static_cast<double>(count(0, 8)) / 4;
    plan.training = trainingOptions();
    const auto stage = [this] {
        const int first = count(0, 9999);
        return Stage {{first, count(first, 10000)},
                      {count(1, 8), count(1, 64)},
                      count(0, 64),
                      count(0, 3),
                      whole(1, 4096),
                      policies()};
    };
    (plan.stages = list(4, stage)).push_back(stage());
    return plan;
}

inline DeviceEstimate RandomValues::deviceEstimate()
{
    const MemoryBreakdown breakdown {bytes(), bytes(), bytes(), bytes(), bytes(), bytes(), bytes(), bytes()};
    const PeakMoment moment {any<MemoryPhase>(), whole(0, 1 << 24), count(0, 10000)};
    const auto fragmentation = maybe([this] { return static_cast<double>(whole(0, 100)) / 100; });
    const CollectiveBytes collectives {bytes(), bytes(), bytes(), verbatim(text())};
    return {count(0, 64), count(0, 64),  count(0, 64), text(),  bytes(),     bytes(), bytes(),
            bytes(),      fragmentation, bytes(),      bytes(), collectives, bytes(), bytes(),
            bytes(),      bytes(),       breakdown,    moment,  flag()};
}

inline Estimate RandomValues::estimate()
{
    Estimate estimate;
    estimate.devices = list(4, [this] { return deviceEstimate(); });
    estimate.peak = bytes();
    estimate.peak_low = bytes();
    estimate.peak_high = bytes();
    estimate.fits = flag();
    estimate.step = seconds();
    estimate.step_low = seconds();
    estimate.step_high = seconds();
    estimate.samples_per_second = number();
    estimate.tokens_per_second = number();
    estimate.mfu = maybe([this] { return number(); });
    estimate.bubble_fraction = number();
    estimate.bubble_of_ideal = number();
    estimate.exposed_communication = maybe([this] { return seconds(); });
    estimate.cost_per_step = maybe([this] { return Usd(number()); });
    estimate.memory_basis = any<Basis>();
    estimate.time_basis = any<Basis>();
    estimate.extrapolated = flag();
    return estimate;
}

inline SearchResult RandomValues::searchResult()
{
    SearchResult result;
    const auto share = maybe([this] { return number(); });
    result.outcome = {any<OutcomeKind>(), count(-1, 64), bytes(), message(), bytes(), share};
    result.certificate = {bytes(), count(-1, 64), flag(), share};
    result.candidates = list(3, [this] {
        return Candidate {text(), list(5, [this] { return any<Label>(); }), plan(), estimate()};
    });
    result.front_complete = flag();
    result.balanced_proven = flag();
    result.configurations = whole(0, INT64_MAX);
    result.elapsed = seconds();
    result.ranges = list(3, [this] { return SearchedRange {any<Dimension>(), list(5, [this] { return text(); })}; });
    return result;
}

inline Error RandomValues::error()
{
    const auto codes = allErrorCodes();
    return {codes[m_engine() % codes.size()], arguments(), text()};
}

inline ArgumentList RandomValues::arguments()
{
    return list(5, [this]() -> Argument {
        switch (m_engine() % 8) {
        case 0:
            return text();
        case 1:
            return whole(INT64_MIN / 2, INT64_MAX / 2);
        case 2:
            return -number();
        case 3:
            return bytes();
        case 4:
            return Usd(number());
        case 5:
            return message();
        case 6:
            return arguments();
        default:
            return seconds();
        }
    });
}

inline MessageBody RandomValues::messageBody()
{
    switch (m_engine() % 9) {
    case 0:
        return HelloMessage {device(), text(), bytes()};
    case 1:
        return ProgressMessage {text(), message(), message(), count(0, 100), count(0, 100)};
    case 2:
        return MeasurementMessage {measurement()};
    case 3:
        return ResultMessage {count(0, 100), count(0, 100), flag(), flag()};
    case 4:
        return ErrorMessage {error()};
    case 5:
        return ProbeMessage {deviceProbe()};
    case 6:
        return DescriptionMessage {model()};
    case 7:
        return StageMessage {stageMeasurement()};
    default:
        return HeartbeatMessage {};
    }
}

}
