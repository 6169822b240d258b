// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/base/jsontext.h"
#include "core/json/codec.h"
#include "tests/support/mutations.h"
#include "tests/support/randomvalues.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <limits>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

constexpr int rounds = 300;

template <typename T, typename Make>
void checkRoundTrip(Make make)
{
    for (int round = 0; round < rounds; ++round) {
        const T value = make();
        const std::string text = jsonText(encodeJson(value));
        const auto read = readJson<T>(text, "test");
        if (!read) {
            QFAIL((describe(read.error()) + "\n" + text).c_str());
        }
        if constexpr (std::equality_comparable<T>) {
            QVERIFY2(*read == value, text.c_str());
        }
        QCOMPARE(jsonText(encodeJson(*read)), text);
    }
}

std::set<std::string> keysOf(const nlohmann::json& object)
{
    std::set<std::string> keys;
    for (const auto& entry : object.items()) {
        keys.insert(entry.key());
    }
    return keys;
}

// Error of reading a problem in which the value at `pointer` is replaced (or removed, if `value` is empty).
Error errorAfter(const char* pointer, const char* value)
{
    Problem problem;
    problem.model.layers = {{"embedding", embeddingOf(10, 10, 8)}, {"block", blockOf(8, 2, 32, Activation::Relu)}};
    problem.cluster.groups.emplace_back();
    problem.cluster.groups.front().device.memory.value = gibibytes(1);
    nlohmann::json json = encodeJson(problem);
    const nlohmann::json::json_pointer at(pointer);
    if (*value == '\0') {
        json[at.parent_pointer()].erase(at.back());
    } else {
        json[at] = nlohmann::json::parse(value);
    }
    const auto read = readJson<Problem>(jsonText(json), "file.json");
    return read ? Error {ErrorCode::Cancelled, {}, {}} : read.error();
}

}

class JsonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pythonsNumbersAreNull();
    void readsBackWhatItWrites();
    void keepsWholeNumbersExact();
    void writesNullForNumbersThatAreNotFinite();
    void replacesBytesThatAreNotUtf8();
    void namesTheFieldOfAnError_data();
    void namesTheFieldOfAnError();
    void objectivesAreReadByTheirNames();
    void stacksOfBeforeAreFrameworks();
    void refusesHostileSizes();
    void refusesSumsThatOverflow();
    void refusesWhatPlansCannotSay();
    void readsFieldsUnderTheirEarlierNames();
    void hasTheFieldsThatOthersBuildOn();
    void identicalDevicesShareAnEntry();
    void survivesMutations();
};

void JsonTest::readsBackWhatItWrites()
{
    RandomValues random(1);
    checkRoundTrip<Model>([&] { return random.model(); });
    checkRoundTrip<Workload>([&] { return random.workload(); });
    checkRoundTrip<Cluster>([&] { return random.cluster(); });
    checkRoundTrip<Problem>([&] { return random.problem(); });
    checkRoundTrip<Measurement>([&] { return random.measurement(); });
    checkRoundTrip<ProfileRequest>([&] { return random.profileRequest(); });
    checkRoundTrip<DeviceProbe>([&] { return random.deviceProbe(); });
    checkRoundTrip<ProbeRequest>([&] { return random.probeRequest(); });
    checkRoundTrip<Plan>([&] { return random.plan(); });
    checkRoundTrip<Estimate>([&] { return random.estimate(); });
    checkRoundTrip<SearchResult>([&] { return random.searchResult(); });
    checkRoundTrip<Error>([&] { return random.error(); });
}

void JsonTest::keepsWholeNumbersExact()
{
    for (const std::int64_t value :
         {std::int64_t(0), (std::int64_t(1) << 53) + 1, std::numeric_limits<std::int64_t>::max()}) {
        Estimate estimate;
        estimate.peak = Bytes(value);
        QCOMPARE(readJson<Estimate>(jsonText(encodeJson(estimate)), {})->peak.value, value);
    }
    // A whole number that another program wrote with a decimal point or an exponent is accepted.
    nlohmann::json json = encodeJson(Workload {});
    json["sequence"] = nlohmann::json::parse("5.12e2");
    QCOMPARE(readJson<Workload>(jsonText(json), {})->sequence, 512);
}

void JsonTest::writesNullForNumbersThatAreNotFinite()
{
    Estimate estimate;
    estimate.samples_per_second = std::numeric_limits<double>::infinity();
    estimate.bubble_fraction = std::numeric_limits<double>::quiet_NaN();
    const nlohmann::json json = encodeJson(estimate);
    QVERIFY(json.at("samples_per_second").is_null());
    QVERIFY(json.at("mfu").is_null());
    const auto read = readJson<Estimate>(jsonText(json), {});
    QVERIFY(read.has_value());
    QCOMPARE(read->samples_per_second, 0.0);
    QCOMPARE(read->bubble_fraction, 0.0);
}

void JsonTest::replacesBytesThatAreNotUtf8()
{
    Model model;
    model.source = "model\xff.json";
    model.layers.push_back({"layer", embeddingOf(1, 1, 1)});
    const auto read = readJson<Model>(jsonText(encodeJson(model)), {});
    QVERIFY(read.has_value());
    QCOMPARE(read->source, std::string("model\xEF\xBF\xBD.json"));
}

void JsonTest::namesTheFieldOfAnError_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* sentence) {
        QTest::newRow(name) << QString(pointer) << QString(value) << QString("file.json: the field ") + sentence;
    };
    row("missing", "/model/programs/1/statements/2/op", "", "\"model.programs[1].statements[2].op\" is missing");
    row("missing object", "/workload", "", "\"workload\" is missing");
    row("text for number", "/model/programs/1/statements/2/heads", "\"8\"",
        "\"model.programs[1].statements[2].heads\" must be a whole number");
    row("fraction", "/workload/sequence", "1.5", "\"workload.sequence\" must be a whole number");
    row("number for text", "/model/name", "5", "\"model.name\" must be a text");
    row("number for flag", "/model/layers/0", "7", "\"model.layers[0]\" must be an object");
    row("object for list", "/model/layers", "{}", "\"model.layers\" must be a list");
    row("null", "/cluster/name", "null", "\"cluster.name\" must be a text");
    row("negative bytes", "/constraints/memory_reserve_bytes", "-1",
        "\"constraints.memory_reserve_bytes\" is -1 but must be between 0 and 9223372036854775807");
    row("too large", "/model/programs/1/statements/2/heads", "16777217",
        "\"model.programs[1].statements[2].heads\" is 16777217 but must be between 0 and 16777216");
    row("no such program", "/model/layers/1/program", "2",
        "\"model.layers[1].program\" is 2 but must be between 0 and 1");
    row("a value before it is there", "/model/programs/1/statements/0/inputs", "[1]",
        "\"model.programs[1].statements\" is inconsistent: \"norm_1\" uses value 1, which does not exist yet");
    row("beyond int64", "/workload/global_batch", "18446744073709551615",
        "\"workload.global_batch\" is 18446744073709551615 but must be between 0 and 16777216");
    row("beyond every integer", "/workload/global_batch", "1e300",
        "\"workload.global_batch\" is 1e+300 but must be between 0 and 16777216");
    row("unknown name", "/workload/optimizer", "\"lion\"",
        "\"workload.optimizer\" is \"lion\"; supported values: sgd, momentum, adam, adamw");
    row("unknown operator", "/model/programs/1/statements/2/op", "\"scan\"",
        "\"model.programs[1].statements[2].op\" is \"scan\"; supported values: embedding, position_embedding, "
        "segment_embedding, linear, layer_norm, rms_norm, activate, dropout, add, multiply, concatenate, scale, split, "
        "attention, "
        "experts, convolution, batch_norm, max_pool, average_pool, adaptive_pool, flatten, patches, class_token, "
        "learned_offset, first_token, gather_tokens, scatter_tokens, cross_entropy, target_ids, relative_bias, "
        "zero_bias, "
        "instance_norm, upsample, shift_image, binary_cross_entropy, split_widths, dense_experts, gated_delta_rule, "
        "mamba2, split_dimension, select_part, image_patches, grid_positions, merge_patches, place_features, "
        "gated_activation");
    row("not divisible", "/model/programs/1/statements/2/heads", "3",
        "\"model.programs[1].statements\" is inconsistent: attention: the numbers and widths of its heads do not fit "
        "together");
    row("no layers", "/model/layers", "[]", "\"model.layers (count)\" is 0 but must be between 1 and 10000");
    row("list entry", "/constraints/cuts", "[0, \"x\"]", "\"constraints.cuts[1]\" must be a whole number");
}

void JsonTest::namesTheFieldOfAnError()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, sentence);
    const Error error = errorAfter(qPrintable(pointer), qPrintable(value));
    QCOMPARE(QString::fromStdString(describe(error)), sentence);
}

// A program that does not know an objective rejects the document instead of replacing the objective.
void JsonTest::objectivesAreReadByTheirNames()
{
    Problem problem = RandomValues(3).problem();
    for (const auto& [objective, name] : enumNames<Objective>) {
        problem.constraints.objective = objective;
        nlohmann::json json = encodeJson(problem);
        QCOMPARE(json.at("constraints").at("objective").get<std::string>(), std::string(name));
        QCOMPARE(readJson<Problem>(jsonText(json), {})->constraints.objective, objective);
        json.at("constraints").erase("objective"); // as in versions without objectives
        QCOMPARE(readJson<Problem>(jsonText(json), {})->constraints.objective, Objective::Memory);
        json.at("constraints")["objective"] = "beauty";
        const auto read = readJson<Problem>(jsonText(json), "file.json");
        QVERIFY(!read);
        QCOMPARE(describe(read.error()),
                 std::string("file.json: the field \"constraints.objective\" is \"beauty\"; supported values: memory, "
                             "balanced, throughput, cost"));
    }
}

// Documents of earlier versions name a stack in addition to libtorch.
void JsonTest::stacksOfBeforeAreFrameworks()
{
    Problem problem = RandomValues(3).problem();
    problem.constraints.framework = {};
    problem.constraints.zero = 0;
    problem.target = Target::Any;
    nlohmann::json json = encodeJson(problem);
    QVERIFY(!json.contains("stack"));
    const std::pair<const char*, Framework> stacks[] {{"", Framework::Libtorch},
                                                      {"megatron", Framework::MegatronCore},
                                                      {"torchtitan", Framework::Torchtitan},
                                                      {"nanotron", Framework::Nanotron}};
    for (const auto& [stack, framework] : stacks) {
        json["stack"] = stack;
        const auto read = readJson<Problem>(jsonText(json), {});
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->constraints.framework.name, framework);
        QCOMPARE(read->constraints.zero, framework == Framework::Torchtitan ? 3 : 0);
    }
    json["stack"] = "ours";
    const auto refused = readJson<Problem>(jsonText(json), "file.json");
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::StackUnknown);
    QVERIFY(describe(refused.error()).find("file.json: the file uses the training stack \"ours\"") == 0);
}

void JsonTest::refusesHostileSizes()
{
    const std::string deep(1'000'000, '[');
    QCOMPARE(readJson<Model>(deep, {}).error().code, ErrorCode::NotJson);
    std::string objects;
    for (int i = 0; i < 100'000; ++i) {
        objects += "{\"a\":";
    }
    QCOMPARE(readJson<Model>(objects, {}).error().code, ErrorCode::NotJson);
    const std::string allowed = std::string(99, '[') + std::string(99, ']');
    QCOMPARE(readJson<Model>(allowed, {}).error().code, ErrorCode::FieldWrongType);
    std::string list = "[1";
    for (int i = 0; i < (1 << 22); ++i) {
        list += ",1";
    }
    const std::string reported = describe(readJson<Model>(list + "]", {}).error());
    QVERIFY2(reported.find("it has more than 4194304 values") != std::string::npos, reported.c_str());
    // Commas inside quotes do not count as values.
    QCOMPARE(readJson<Model>("[\"" + std::string(1 << 23, ',') + "\"]", {}).error().code, ErrorCode::FieldWrongType);
    const std::string huge((64 << 20) + 1, ' ');
    QCOMPARE(readJson<Model>(huge, {}).error().code, ErrorCode::FileTooLarge);
    for (const char* text : {"", "{", "nul", "{\"a\":1}}", "\xff\xfe", "1e999", "\"\\ud800\""}) {
        const auto read = readJson<Model>(text, "where");
        QVERIFY2(!read && read.error().code == ErrorCode::NotJson && read.error().where == "where", text);
    }
}

void JsonTest::refusesSumsThatOverflow()
{
    Cluster cluster;
    cluster.groups.resize(2);
    for (ClusterGroup& group : cluster.groups) {
        group.device.memory.value = gibibytes(1);
    }
    cluster.groups[0].nodes = cluster.groups[0].devices_per_node = 1024;
    QCOMPARE(readJson<Cluster>(jsonText(encodeJson(cluster)), {}).error().code, ErrorCode::FieldOutOfRange);
    Plan plan = uniformPlan({0, 1, 2}, 1 << 19, 1, 1, ScheduleKind::GPipe);
    QVERIFY(readJson<Plan>(jsonText(encodeJson(plan)), {}).has_value());
    plan.stages[0].degrees.tensor = 2;
    QCOMPARE(readJson<Plan>(jsonText(encodeJson(plan)), {}).error().code, ErrorCode::FieldOutOfRange);
    plan = uniformPlan({0, 1}, 1 << 10, 1 << 10, 1 << 10, ScheduleKind::GPipe);
    QCOMPARE(readJson<Plan>(jsonText(encodeJson(plan)), {}).error().code, ErrorCode::FieldOutOfRange);
}

void JsonTest::readsFieldsUnderTheirEarlierNames()
{
    const Plan plan = uniformPlan({0, 1, 2}, 1, 1, 2, ScheduleKind::GPipe);
    nlohmann::json earlier = encodeJson(plan);
    for (nlohmann::json& stage : earlier["stages"]) {
        stage["place"] = stage["pipeline_rank"];
        stage.erase("pipeline_rank");
    }
    const auto read = readJson<Plan>(jsonText(earlier), {});
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QVERIFY(*read == plan);
    earlier["stages"][1]["pipeline_rank"] = 7; // the name of today counts
    QCOMPARE(readJson<Plan>(jsonText(earlier), {}).value().stages[1].pipeline_rank, 7);
}

void JsonTest::refusesWhatPlansCannotSay()
{
    const nlohmann::json plan = encodeJson(uniformPlan({0, 1, 2}, 1, 1, 2, ScheduleKind::GPipe));
    const auto codeWith = [&](const char* pointer, const nlohmann::json& value) {
        nlohmann::json changed = plan;
        changed[nlohmann::json::json_pointer(pointer)] = value;
        const auto read = readJson<Plan>(jsonText(changed), {});
        return read ? ErrorCode::Cancelled : read.error().code;
    };
    QCOMPARE(codeWith("/sequence_parallel", true), ErrorCode::Cancelled);
    QCOMPARE(codeWith("/context_parallel", 2), ErrorCode::Cancelled);
    QCOMPARE(codeWith("/context_parallel", 0), ErrorCode::FieldOutOfRange);
    QCOMPARE(codeWith("/context_kind", "star"), ErrorCode::FieldUnknownValue);
    QCOMPARE(codeWith("/expert_capacity", 0.5), ErrorCode::FieldOutOfRange);
    QCOMPARE(codeWith("/stages/0/policy", "recompute"), ErrorCode::FieldUnknownValue);
    QCOMPARE(codeWith("/micro_batch", 2), ErrorCode::FieldUnknownValue);
    QCOMPARE(codeWith("/a_field_of_a_later_version", 1), ErrorCode::Cancelled);
}

// DESIGN.md, section 9, guarantees these names.
void JsonTest::hasTheFieldsThatOthersBuildOn()
{
    RandomValues random(2);
    SearchResult result = random.searchResult();
    Estimate any_estimate = random.estimate();
    while (any_estimate.devices.empty()) {
        any_estimate = random.estimate();
    }
    result.candidates = {
        {"stagecraft", {Label::Recommended}, uniformPlan({0, 1, 2}, 1, 1, 1, ScheduleKind::GPipe), any_estimate}};
    result.candidates[0].estimate.devices = {result.candidates[0].estimate.devices.front()};
    const nlohmann::json json = encodeJson(result);
    const auto requireFields = [](const nlohmann::json& object, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            QVERIFY2(object.contains(name), name);
        }
    };
    requireFields(json, {"outcome", "search_seconds", "configurations", "candidates"});
    const auto& candidate = json.at("candidates").at(0);
    requireFields(candidate, {"partitioner", "labels", "plan", "estimate"});
    QCOMPARE(candidate.at("labels").at(0), nlohmann::json("recommended"));
    requireFields(candidate.at("plan"),
                  {"schedule", "micro_batch", "micro_batches", "zero_stage", "sequence_parallel", "context_parallel",
                   "expert_parallel", "stages"});
    requireFields(candidate.at("plan").at("stages").at(0),
                  {"first_layer", "last_layer", "tensor_parallel", "data_parallel", "micro_batch", "pipeline_rank",
                   "device_group", "policy"});
    const auto& estimate = candidate.at("estimate");
    requireFields(estimate,
                  {"devices", "peak_bytes", "peak_bytes_low", "peak_bytes_high", "fits", "step_seconds",
                   "samples_per_second", "tokens_per_second", "mfu", "bubble_fraction", "cost_usd_per_step",
                   "memory_basis", "time_basis", "extrapolated"});
    requireFields(estimate.at("devices").at(0), {"peak_bytes", "reserved_bytes", "device_bytes", "breakdown"});
    const std::set<std::string> breakdown {"parameters_bytes",  "gradients_bytes",  "optimizer_bytes",
                                           "activations_bytes", "boundaries_bytes", "communication_bytes",
                                           "workspace_bytes",   "framework_bytes"};
    QCOMPARE(keysOf(estimate.at("devices").at(0).at("breakdown")), breakdown);
}

// Thousands of equal devices share one entry, and are read back with their number.
void JsonTest::identicalDevicesShareAnEntry()
{
    RandomValues random(9);
    Estimate estimate = random.estimate();
    DeviceEstimate device = estimate.devices.front();
    device.replica = 0;
    device.rank = 0;
    const auto pipeline_ranks = [&](int replicas) {
        DeviceEstimate other = device;
        other.stage = device.stage + 1;
        return std::vector<IdenticalDevices> {{device, replicas, 8}, {other, replicas, 8}};
    };
    estimate.devices = DeviceEstimates(pipeline_ranks(1024));
    const auto json = encodeJson(estimate);
    QCOMPARE(json.at("devices").size(), std::size_t(2));
    QCOMPARE(json.at("devices").at(1).at("count"), nlohmann::json(8192));
    QVERIFY(json.dump().size() < 20'000);
    const auto read = decodeJson<Estimate>(json, "estimate");
    QVERIFY(read == estimate);
    QCOMPARE(read.devices.size(), std::size_t(16384));
    QCOMPARE(read.devices.back().replica, 1023);
    QCOMPARE(read.devices.back().rank, 7);

    estimate.devices = DeviceEstimates(pipeline_ranks(4)); // 64 devices, one by one, as scripts expect
    const auto single = encodeJson(estimate);
    QCOMPARE(single.at("devices").size(), std::size_t(64));
    QVERIFY(!single.at("devices").at(0).contains("count"));

    auto bomb = json;
    bomb["devices"][0]["replicas"] = 1 << 20; // times eight ranks
    QVERIFY_THROWS_EXCEPTION(DecodeError, decodeJson<Estimate>(bomb, "estimate"));
}

void JsonTest::survivesMutations()
{
    RandomValues random(3);
    std::mt19937_64 engine(4);
    int refused = 0;
    constexpr int documents = 4000;
    for (int i = 0; i < documents; ++i) {
        const auto check = [&](const auto& read) {
            if (!read) {
                ++refused;
                QVERIFY(!describe(read.error()).empty());
            }
        };
        switch (i % 4) {
        case 0:
            check(readJson<Problem>(mutated(jsonText(encodeJson(random.problem())), engine), "mutated"));
            break;
        case 1:
            check(readJson<Measurement>(mutated(jsonText(encodeJson(random.measurement())), engine), "mutated"));
            break;
        case 2:
            check(readJson<SearchResult>(mutated(jsonText(encodeJson(random.searchResult())), engine), "mutated"));
            break;
        default:
            check(readJson<Error>(mutated(jsonText(encodeJson(random.error())), engine), "mutated"));
        }
    }
    QVERIFY(refused > documents / 3); // otherwise the mutations test nothing
}

// NaN and Infinity are read as null: config.json files written by Python contain them.
void JsonTest::pythonsNumbersAreNull()
{
    const auto read = readJsonText(R"({"limits": [0.0, Infinity, -Infinity, NaN], "name": "NaN \"Infinity\""})");
    QVERIFY(read);
    QCOMPARE(read->dump(), std::string(R"({"limits":[0.0,null,null,null],"name":"NaN \"Infinity\""})"));
    QCOMPARE(readJsonText("[1, Infinite]").error().code, ErrorCode::NotJson);
}

QTEST_GUILESS_MAIN(JsonTest)
#include "tst_json.moc"
