// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "temporaryfolder.h"
#include "testing.h"

#include "core/base/english.h"
#include "core/base/sha256.h"
#include "core/cost/costmodel.h"
#include "core/measuring/additivity.h"
#include "core/measuring/plan.h"
#include "core/memory/ledger.h"
#include "core/model/parameters.h"
#include "core/model/shapes.h"
#include "core/runtime/measurelayer.h"
#include "core/runtime/script/describescript.h"
#include "core/runtime/wholechain.h"
#include "tests/support/programs.h"

#include <torch/script.h>

#include <unistd.h>

#include <cmath>
#include <fstream>
#include <iterator>

using namespace stagecraft;

namespace {

namespace jit = torch::jit;

constexpr Seconds briefly(0.0); // the test only needs bytes

torch::Tensor learning(const torch::Tensor& start)
{
    return start.detach().clone().set_requires_grad(true);
}

// Makes modules as torch.jit.script does from Python modules.
class Scripts {
public:
    jit::Module make(const std::string& type)
    {
        jit::Module module(c10::QualifiedName("__torch__." + type), m_unit, /*shouldMangle=*/true);
        module.register_attribute("training", c10::BoolType::get(), true);
        return module;
    }

    jit::Module embedding(const torch::Tensor& table)
    {
        jit::Module module = make("Embedding");
        module.register_parameter("weight", table, false);
        module.define("def forward(self, x):\n    return torch.embedding(self.weight, x)\n");
        return module;
    }

    jit::Module block(std::int64_t width)
    {
        jit::Module module = make("Block");
        module.register_parameter("scale", learning(torch::ones({width})), false);
        module.register_parameter("up", learning(torch::randn({4 * width, width}) * 0.02), false);
        module.register_parameter("down", learning(torch::randn({width, 4 * width}) * 0.02), false);
        module.define(R"(
def forward(self, x):
    normed = torch.layer_norm(x, [x.size(-1)], self.scale)
    wide = torch.gelu(torch.matmul(normed, self.up.t()))
    return x + torch.dropout(torch.matmul(wide, self.down.t()), 0.1, self.training)
)");
        return module;
    }

    jit::Module logits(const torch::Tensor& table)
    {
        jit::Module module = make("Logits");
        module.register_parameter("weight", table, false);
        module.define("def forward(self, x):\n    return torch.matmul(x, self.weight.t())\n");
        return module;
    }

    jit::Module spread()
    {
        jit::Module module = make("Spread");
        module.define("def forward(self, x):\n    return torch.logsumexp(x.float(), [-1]).mean()\n");
        return module;
    }

    jit::Module doing(const std::string& type, const std::string& expression)
    {
        jit::Module module = make(type);
        module.define("def forward(self, x):\n    return " + expression + "\n");
        return module;
    }

    // Makes a module that runs its children in sequence, or `body` instead.
    jit::Module sequence(const std::vector<std::pair<std::string, jit::Module>>& children, std::string body = {})
    {
        jit::Module module = make("Sequential");
        for (const auto& [name, child] : children) {
            module.register_module(name, child);
        }
        if (body.empty()) {
            for (const auto& [name, child] : children) {
                body += "    x = self." + name + ".forward(x)\n";
            }
            body += "    return x\n";
        }
        module.define("def forward(self, x):\n" + body);
        return module;
    }

private:
    std::shared_ptr<jit::CompilationUnit> m_unit = std::make_shared<jit::CompilationUnit>();
};

// Model from tokens to logits. `tied`: embedding and logits share their table. `loss`: an additional child returns one
// number.
jit::Module languageModel(std::int64_t width, bool tied, bool loss)
{
    Scripts scripts;
    torch::manual_seed(3);
    const torch::Tensor table = learning(torch::randn({500, width}) * 0.02);
    std::vector<std::pair<std::string, jit::Module>> children {{"embed", scripts.embedding(table)}};
    for (const char* name : {"block0", "block1", "block2"}) {
        children.emplace_back(name, scripts.block(width));
    }
    children.emplace_back("logits", scripts.logits(tied ? table : learning(torch::randn({500, width}) * 0.02)));
    if (loss) {
        children.emplace_back("spread", scripts.spread());
    }
    return scripts.sequence(children);
}

DescribeRequest tokensOf(const std::string& file)
{
    return {file, {{32}, 500}, true};
}

DescribeRequest numbersOf(const std::string& file, std::vector<std::int64_t> shape)
{
    return {file, {std::move(shape), 0}, true};
}

Model described(const DescribeRequest& request)
{
    auto model = describeScript(request);
    REQUIRE_MESSAGE(model, (model ? "" : describe(model.error())));
    return *std::move(model);
}

const ScriptedLayer& layerOf(const Model& model, std::size_t index)
{
    return std::get<ScriptedLayer>(model.layers.at(index).spec);
}

Error errorOf(const DescribeRequest& request)
{
    const auto model = describeScript(request);
    REQUIRE_FALSE(model);
    MESSAGE(describe(model.error()));
    return model.error();
}

// Compares the ledger's peak of a step, from children measured alone, with that of the whole chain in one process.
void checkComposition(const char* name, const Model& model, const Workload& workload, std::int64_t micro_batches,
                      LayerRunOptions run_options = {})
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    ProfileRequest request {model, workload, {3}, {workload.sequence}, DeviceKind::Cpu, 0, {}};
    request.recompute = run_options.recompute;
    request.trust = true;
    const auto valid = validate(request);
    REQUIRE_MESSAGE(valid, (valid ? "" : describe(valid.error())));
    std::vector<Measurement> measurements;
    for (const ProfilePoint& point : pointsOf(request)) {
        measurements.push_back(measureLayer(point, *device, briefly).value());
        REQUIRE_MESSAGE(measurements.back().status == MeasurementStatus::Done, describe(measurements.back().message));
    }
    const auto costs =
        CostModel(model, workload, measurements).chain(3, testing::deviceOf(DeviceKind::Cpu), run_options);
    REQUIRE(costs);
    const auto operations = operationsOf(ScheduleKind::OneForwardOneBackward, 0, 1, micro_batches);
    const Bytes predicted = walkLedger(*costs, {0, costs->size()}, operations).peak;
    const auto trained = trainWholeChain(model, workload, 3, micro_batches, *device, run_options);
    REQUIRE_MESSAGE(trained, (trained ? "" : describe(trained.error())));
    CHECK_MESSAGE(std::abs((predicted - trained->peak) / trained->peak) < 0.003,
                  name << ": predicted " << predicted.value << ", measured " << trained->peak.value);
    CHECK(std::isfinite(trained->last_loss));
}

Workload workloadOf(const Model& model)
{
    Workload workload;
    workload.sequence = model.default_sequence;
    return workload;
}

}

TEST_CASE("a TorchScript file is described as the chain of its children")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("lm.pt");
    languageModel(64, true, true).save(file);
    const Model model = described(tokensOf(file));
    CHECK(model.name == "lm");
    CHECK(model.source == file);
    CHECK(model.sample == SampleKind::Tokens);
    CHECK(model.default_sequence == 32);
    REQUIRE(model.layers.size() == 6);
    CHECK(model.layers[1].name == "block0");
    CHECK(kindName(model.layers[1].spec) == "Block");
    CHECK(parameterCount(model.layers[1].spec) == 64 + 2 * 4 * 64 * 64);
    CHECK(parameterCount(model) == 500 * 64 + 3 * (64 + 2 * 4 * 64 * 64)); // the table is counted once
    CHECK(sharedParameterCount(model.layers[0].spec) == 500 * 64);
    const auto shapes = boundaryShapes(model, 5, 32);
    REQUIRE(shapes);
    const Shape state {5, 32, 64};
    CHECK((*shapes
           == std::vector<Boundary> {
               {Shape {5, 32}}, {state}, {state}, {state}, {state}, {Shape {5, 32, 500}}, {Shape()}}));
    CHECK(beginsChain(model.layers[0].spec));
    CHECK_FALSE(beginsChain(model.layers[1].spec));
    CHECK(endsInLoss(model.layers[5].spec));
    CHECK(layerOf(model, 2).file_hash == sha256OfFile(file, largestScript).value());
    const auto too_short = boundaryShapes(model, 5, 31);
    REQUIRE_FALSE(too_short);
    CHECK(too_short.error().code == ErrorCode::LayerMismatch);
}

TEST_CASE("children that cost the same are measured once, wherever they come from")
{
    const TemporaryFolder folder;
    languageModel(64, false, false).save(folder.file("a.pt"));
    languageModel(64, false, true).save(folder.file("b.pt"));
    languageModel(32, false, false).save(folder.file("c.pt"));
    const auto points = [&](const char* name) {
        const Model model = described(tokensOf(folder.file(name)));
        return chainPoints(model, workloadOf(model), 1).value();
    };
    const auto a = points("a.pt");
    const auto b = points("b.pt");
    const auto c = points("c.pt");
    CHECK(pointKey(a[1]) == pointKey(a[2]));
    CHECK(pointKey(a[0]) != pointKey(a[1]));
    for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(pointKey(a[i]) == pointKey(b[i]));
        CHECK(pointKey(a[i]) != pointKey(c[i]));
    }
    CHECK(a[1].spec != b[1].spec); // another file

    // Two types with the same name and shapes, but different operations.
    Scripts scripts;
    Scripts others;
    scripts.sequence({{"a", scripts.block(8)}, {"act", scripts.doing("Act", "torch.relu(x)")}})
        .save(folder.file("d.pt"));
    others.sequence({{"a", others.block(8)}, {"act", others.doing("Act", "torch.gelu(x)")}}).save(folder.file("e.pt"));
    const Model d = described(numbersOf(folder.file("d.pt"), {8}));
    const Model e = described(numbersOf(folder.file("e.pt"), {8}));
    CHECK(layerOf(d, 0).code_hash == layerOf(e, 0).code_hash);
    CHECK(layerOf(d, 1).code_hash != layerOf(e, 1).code_hash);
}

TEST_CASE("children measured alone compose to the peak of a whole training step")
{
    const TemporaryFolder folder;
    for (const bool tied : {false, true}) {
        for (const bool loss : {false, true}) {
            const std::string file = folder.file(std::string(tied ? "tied" : "untied") + (loss ? "-loss.pt" : ".pt"));
            languageModel(64, tied, loss).save(file);
            const Model model = described(tokensOf(file));
            for (const std::int64_t micro_batches : {1, 2}) {
                checkComposition(file.c_str(), model, workloadOf(model), micro_batches);
            }
        }
    }
}

TEST_CASE("children compose whatever the way they are trained")
{
    const TemporaryFolder folder;
    languageModel(64, true, true).save(folder.file("lm.pt"));
    const Model model = described(tokensOf(folder.file("lm.pt")));
    const auto with = [&](const char* what, const auto& change) {
        Workload workload = workloadOf(model);
        LayerRunOptions run_options;
        change(workload, run_options);
        checkComposition(what, model, workload, 2, run_options);
    };
    with("bf16 autocast", [](Workload& w, LayerRunOptions&) { w.precision = Precision::Bf16Autocast; });
    with("bf16 with master weights", [](Workload& w, LayerRunOptions&) { w.precision = Precision::Bf16Master; });
    with("SGD", [](Workload& w, LayerRunOptions&) { w.optimizer = OptimizerKind::Sgd; });
    with("recomputed", [](Workload&, LayerRunOptions& run_options) { run_options.recompute = true; });
    with("scales only", [](Workload& w, LayerRunOptions&) { w.trainable = *parseTrainable("*.scale"); });
    with("the last block", [](Workload& w, LayerRunOptions&) { w.trainable = *parseTrainable("block2.*"); });
}

// tests/data/scripts/make.py wrote the files with modules of torch.nn.
TEST_CASE("files that Python wrote are described and compose")
{
    for (const char* name : {"scripted.pt", "traced.pt"}) {
        const Model model = described(numbersOf(std::string(SOURCE_FOLDER "/tests/data/scripts/") + name, {3, 32, 32}));
        CAPTURE(name);
        CHECK(model.sample == SampleKind::Image);
        REQUIRE(model.layers.size() == 8);
        CHECK(kindName(model.layers[0].spec) == "Conv2d");
        CHECK(kindName(model.layers[1].spec) == "BatchNorm2d");
        CHECK(bufferBytes(model.layers[1].spec) == Bytes(2 * 16 * 4 + 8));
        CHECK(signatureOf(model.layers[3].spec) == signatureOf(model.layers[4].spec));
        CHECK(parameterCount(model) == 16 * 27 + 32 + 2 * (16 * 16 * 9 + 16) + 16 * 10 + 10);
        checkComposition(name, model, workloadOf(model), 2);
    }
}

TEST_CASE("two children, and two micro-batches in flight, add up")
{
    const TemporaryFolder folder;
    languageModel(64, false, true).save(folder.file("lm.pt"));
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    ProfileRequest request;
    request.model = described(tokensOf(folder.file("lm.pt")));
    request.workload = workloadOf(request.model);
    request.sequences = {32};
    request.micro_batches = {2};
    request.checks = true;
    request.trust = true;
    std::vector<Measurement> known;
    for (const ProfilePoint& point : pointsOf(request)) {
        known.push_back(measureLayer(point, *device, briefly).value());
        REQUIRE_MESSAGE(known.back().status == MeasurementStatus::Done, describe(known.back().message));
    }
    int checks = 0;
    for (const Measurement& check : known) {
        if (const auto found = additivityOf(check, known)) {
            ++checks;
            CHECK_MESSAGE(std::abs(found->memoryError()) < 0.003, pointKey(check.point));
        }
    }
    CHECK(checks >= 6);
}

TEST_CASE("without trust nothing is loaded")
{
    // The file is not even opened.
    CHECK(errorOf({"/nowhere/model.pt", {{8}, 0}, false}).code == ErrorCode::ScriptUntrusted);
    CHECK(readModel("/nowhere/model.pt").error().code == ErrorCode::ScriptUntrusted);
    const TemporaryFolder folder;
    languageModel(16, false, false).save(folder.file("lm.pt"));
    const Model model = described(tokensOf(folder.file("lm.pt")));
    ProfileRequest request {model, workloadOf(model), {1}, {32}};
    CHECK(validate(request).error().code == ErrorCode::ScriptUntrusted);
    request.trust = true;
    CHECK(validate(request));
}

TEST_CASE("children that do not chain are named")
{
    const TemporaryFolder folder;
    Scripts scripts;
    const auto failing = [&](const char* name, const jit::Module& second) {
        const std::string file = folder.file(name);
        scripts.sequence({{"first", scripts.block(8)}, {"second", second}}).save(file);
        return errorOf(numbersOf(file, {4, 8}));
    };
    const Error widths = failing("widths.pt", scripts.block(6));
    CHECK(widths.code == ErrorCode::LayerMismatch);
    CHECK(widths.where.find("child \"second\"") != std::string::npos);
    CHECK(describe(widths).find("6") != std::string::npos); // libtorch's message, on one line
    CHECK(describe(widths).find('\n') == std::string::npos);
    const Error two = failing("two.pt", scripts.doing("Two", "(x, x)"));
    CHECK(two.code == ErrorCode::ScriptUnusable);
    CHECK(describe(two).find("child \"second\" returns Tuple") != std::string::npos);
    const Error ids = failing("ids.pt", scripts.doing("Ids", "x.argmax(-1)"));
    CHECK(describe(ids).find("child \"second\" returns Long") != std::string::npos);
    const Error turned = failing("turned.pt", scripts.doing("Turned", "x.transpose(0, 1)"));
    CHECK(describe(turned).find("child \"second\" returns 4 x 2 x 8") != std::string::npos);
}

TEST_CASE("ids beyond the table of the first child are told with the vocabulary")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("lm.pt");
    languageModel(16, false, false).save(file); // a table of 500
    CHECK(describeScript({file, {{32}, 100}, true}));
    for (const std::int64_t vocabulary : {501, 1 << 30}) {
        const Error error = errorOf({file, {{2}, vocabulary}, true});
        CHECK(error.code == ErrorCode::LayerMismatch);
        CHECK(error.where == file + ", child \"embed\"");
        CHECK(describe(error).find("ids from 0 to " + std::to_string(vocabulary - 1)) != std::string::npos);
    }
}

TEST_CASE("files that are no chain are refused with what is wrong")
{
    const TemporaryFolder folder;
    Scripts scripts;
    scripts.doing("Alone", "x + x").save(folder.file("alone.pt"));
    CHECK(describe(errorOf(numbersOf(folder.file("alone.pt"), {8}))).find("0 children") != std::string::npos);
    scripts.sequence({{"act", scripts.doing("Act", "torch.relu(x)")}}).save(folder.file("empty.pt"));
    CHECK(describe(errorOf(numbersOf(folder.file("empty.pt"), {8}))).find("no trainable parameters")
          != std::string::npos);
    scripts.sequence({{"a", scripts.block(8)}}, "    return self.a.forward(x) * 2\n").save(folder.file("more.pt"));
    CHECK(describe(errorOf(numbersOf(folder.file("more.pt"), {8}))).find("run in sequence") != std::string::npos);
}

TEST_CASE("files that are not TorchScript are refused")
{
    const TemporaryFolder folder;
    const auto write = [&](const char* name, const std::string& content) {
        std::ofstream(folder.file(name), std::ios::binary) << content;
        return numbersOf(folder.file(name), {8});
    };
    CHECK(errorOf(numbersOf(folder.file("missing.pt"), {8})).code == ErrorCode::FileNotReadable);
    CHECK(errorOf(numbersOf(folder.path(), {8})).code == ErrorCode::FileNotReadable);
    CHECK(errorOf(write("empty.pt", "")).code == ErrorCode::ScriptUnusable);
    CHECK(errorOf(write("text.pt", "import torch")).code == ErrorCode::ScriptUnusable);

    const std::string whole = folder.file("whole.pt");
    languageModel(16, false, false).save(whole);
    std::ifstream file(whole, std::ios::binary);
    const std::string content {std::istreambuf_iterator<char>(file), {}};
    for (const double part : {0.1, 0.5, 0.9, 0.999}) {
        const auto length = static_cast<std::size_t>(part * static_cast<double>(content.size()));
        CHECK(errorOf(write("cut.pt", content.substr(0, length))).code == ErrorCode::ScriptUnusable);
    }
    std::ofstream(folder.file("huge.pt")).close();
    REQUIRE(truncate(folder.file("huge.pt").c_str(), largestScript.value + 1) == 0); // a sparse file
    CHECK(errorOf(numbersOf(folder.file("huge.pt"), {8})).code == ErrorCode::FileTooLarge);
}

TEST_CASE("a pickle is told from TorchScript")
{
    const TemporaryFolder folder;
    // Formats of a state_dict by torch.save(), with and without an archive.
    const auto pickle = torch::pickle_save(c10::Dict<std::string, torch::Tensor>());
    const std::string bytes(pickle.begin(), pickle.end());
    std::ofstream(folder.file("new.pt"), std::ios::binary) << bytes;
    std::ofstream(folder.file("old.pt"), std::ios::binary) << "\x80\x02\x8a\x0a\x6c\xfc";
    for (const char* name : {"new.pt", "old.pt"}) {
        const Error error = errorOf(numbersOf(folder.file(name), {8}));
        CHECK(error.code == ErrorCode::ScriptUnusable);
        CHECK(describe(error).find("state_dict") != std::string::npos);
        CHECK(describe(error).find("torch.jit.script(model).save") != std::string::npos);
    }
    const std::string cut = folder.file("cut.pt");
    std::ofstream(cut, std::ios::binary) << bytes.substr(0, bytes.size() / 2);
    CHECK(describe(errorOf(numbersOf(cut, {8}))).find("truncated") != std::string::npos);
}

TEST_CASE("another file than the one that was described is not loaded")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("lm.pt");
    languageModel(16, false, false).save(file);
    const Model model = described(tokensOf(file));
    languageModel(24, false, false).save(file);
    const auto point = chainPoints(model, workloadOf(model), 1).value()[1];
    const auto measured = measureLayer(point, openDevice(DeviceKind::Cpu, 0).value(), briefly);
    REQUIRE_FALSE(measured);
    CHECK(measured.error().code == ErrorCode::ScriptChanged);
}

TEST_CASE("what a script raises is told, not where")
{
    const Model model = described(numbersOf(SOURCE_FOLDER "/tests/data/scripts/picky.pt", {4, 8}));
    const auto point = chainPoints(model, workloadOf(model), 2).value()[1];
    const Measurement two = measureLayer(point, openDevice(DeviceKind::Cpu, 0).value(), briefly).value();
    CHECK(two.status == MeasurementStatus::Failed);
    CHECK(describe(two.message) == "builtins.ValueError: one sample, please");
}

TEST_CASE("a child that takes no other number of samples is a failed measurement")
{
    const TemporaryFolder folder;
    Scripts scripts;
    scripts.sequence({{"a", scripts.block(8)}, {"one", scripts.doing("One", "x.view([1, 32])")}})
        .save(folder.file("one.pt"));
    const Model model = described(numbersOf(folder.file("one.pt"), {4, 8}));
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    const auto at = [&](std::int64_t micro_batch) {
        return measureLayer(chainPoints(model, workloadOf(model), micro_batch).value()[1], *device, briefly).value();
    };
    CHECK(at(1).status == MeasurementStatus::Done);
    const Measurement two = at(2);
    CHECK(two.status == MeasurementStatus::Failed);
    CHECK(describe(two.message).find("shape '[1, 32]' is invalid") != std::string::npos);
}

TEST_CASE("adapters and shares of a rank are refused")
{
    const TemporaryFolder folder;
    languageModel(16, false, false).save(folder.file("lm.pt"));
    const Model model = described(tokensOf(folder.file("lm.pt")));
    CHECK(withTrainable(model, *parseTrainable("lora:4")).error().code == ErrorCode::OptionUnsupported);
    CHECK(shardOf(model, Sharding {2, 1, false}).error().code == ErrorCode::OptionUnsupported);
    const auto frozen = withTrainable(model, *parseTrainable("*.up"));
    REQUIRE(frozen);
    CHECK(learns(frozen->layers[1].spec));
    CHECK_FALSE(learns(frozen->layers[0].spec));
    CHECK(signatureOf(frozen->layers[1].spec) != signatureOf(model.layers[1].spec));
}
