// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "temporaryfolder.h"
#include "testing.h"

#include "core/base/english.h"
#include "core/model/parameters.h"
#include "core/model/shapes.h"
#include "core/model/summary.h"
#include "core/runtime/script/describescript.h"
#include "core/runtime/wholechain.h"

#include <torch/script.h>

#include <cmath>

using namespace stagecraft;

namespace {

namespace jit = torch::jit;

constexpr std::int64_t width = 64;
constexpr std::int64_t tokens = 32;
constexpr std::int64_t vocabulary = 500;

// A tensor of one element with a larger shape, as `stagecraft-cli describe` writes parameters.
torch::Tensor weightless(std::vector<std::int64_t> shape)
{
    return torch::zeros({}).expand(shape).set_requires_grad(true);
}

// A language model with a tied table and two blocks that share another table. With `own_tables` each block creates that
// table and only has the hidden states as input.
class LanguageModel {
public:
    explicit LanguageModel(bool own_tables) : m_whole("__torch__.Whole", m_unit)
    {
        const torch::Tensor table = weightless({vocabulary, width});
        add("input", {{"weight", table}}, "def forward(self, x):\n    return torch.embedding(self.weight, x)\n");
        const std::string head =
            own_tables ? "def forward(self, x):\n    t = torch.ones([1, 32, 64])\n" : "def forward(self, x, t):\n";
        for (const char* name : {"block0", "block1"}) {
            add(name, {{"up", weightless({width, width})}}, head + "    return x + torch.matmul(x * t, self.up.t())\n");
        }
        add("output", {{"weight", table}},
            "def forward(self, x):\n    return torch.logsumexp(torch.matmul(x, self.weight.t()), [-1]).mean()\n");
    }

    // Saves the model with a description; `edit` may change its text.
    std::string save(
        const std::string& file, bool own_tables,
        const std::function<void(std::string&)>& edit = [](std::string&) {}) const
    {
        const std::string taken = own_tables ? "[]" : "[0]";
        const auto layer = [](const std::string& name, const std::string& input, const std::string& output,
                              const std::string& context) {
            return R"({"name": "model.)" + name + R"(", "child": ")" + name + R"(", "type": "Part", "input": )" + input
                + R"(, "output": )" + output + R"(, "gives_loss": )" + (output == "[]" ? "true" : "false")
                + R"(, "low_under_autocast": false, "context": )" + context + "}";
        };
        std::string text = R"({"format": "stagecraft-described-model", "version": 1,
            "input": {"shape": [32], "vocabulary": 500},
            "context": [{"name": "table", "shape": [0, 32, 64], "stored": [1, 32, 64], "type": "model"}], "layers": [)"
            + layer("input", "[32]", "[32, 64]", "[]") + ", " + layer("block0", "[32, 64]", "[32, 64]", taken) + ", "
            + layer("block1", "[32, 64]", "[32, 64]", taken) + ", " + layer("output", "[32, 64]", "[]", "[]") + "]}";
        edit(text);
        m_whole.save(file, {{"stagecraft.json", text}});
        return file;
    }

private:
    void add(const std::string& name, const std::vector<std::pair<std::string, torch::Tensor>>& parameters,
             const std::string& code)
    {
        jit::Module child(c10::QualifiedName("__torch__.Part"), m_unit, /*shouldMangle=*/true);
        for (const auto& [parameter, tensor] : parameters) {
            child.register_parameter(parameter, tensor, false);
        }
        child.register_attribute("training", c10::BoolType::get(), true);
        child.define(code);
        m_whole.register_module(name, child);
    }

    std::shared_ptr<jit::CompilationUnit> m_unit = std::make_shared<jit::CompilationUnit>();
    jit::Module m_whole;
};

Model described(const std::string& file)
{
    auto model = describeScript({file, {}, true});
    REQUIRE_MESSAGE(model, (model ? "" : describe(model.error())));
    return *std::move(model);
}

Error errorOf(const DescribeRequest& request)
{
    const auto model = describeScript(request);
    REQUIRE_FALSE(model);
    MESSAGE(describe(model.error()));
    return model.error();
}

Bytes peakOf(const Model& model, std::int64_t micro_batches)
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    Workload workload;
    workload.sequence = tokens;
    const auto trained = trainWholeChain(model, workload, 3, micro_batches, *device, {});
    REQUIRE_MESSAGE(trained, (trained ? "" : describe(trained.error())));
    CHECK(std::isfinite(trained->last_loss));
    return trained->peak;
}

}

TEST_CASE("a file that describes itself is a model without a sample and without running")
{
    const TemporaryFolder folder;
    const Model model = described(LanguageModel(false).save(folder.file("lm.pt"), false));
    CHECK(model.name == "lm");
    CHECK(model.sample == SampleKind::Tokens);
    CHECK(model.default_sequence == tokens);
    REQUIRE(model.layers.size() == 4);
    CHECK(model.layers[1].name == "model.block0");
    CHECK(kindName(model.layers[1].spec) == "Part");
    CHECK(parameterCount(model) == vocabulary * width + 2 * width * width); // the tied table is counted once
    CHECK(endsInLoss(model.layers[3].spec));
    CHECK(signatureOf(model.layers[1].spec) == signatureOf(model.layers[2].spec));
    const auto& block = std::get<ScriptedLayer>(model.layers[1].spec);
    REQUIRE(block.context.size() == 1);
    CHECK(block.takes_context == std::vector<std::int64_t> {0});
    const auto shapes = boundaryShapes(model, 5, tokens);
    REQUIRE(shapes);
    CHECK((*shapes)[1] == Boundary {Shape {5, tokens, width}});
}

TEST_CASE("weights are made where a layer runs, and what blocks share is there once")
{
    const TemporaryFolder folder;
    const Model sharing = described(LanguageModel(false).save(folder.file("sharing.pt"), false));
    const Model alone = described(LanguageModel(true).save(folder.file("alone.pt"), true));
    const Bytes table(tokens * width * 4);
    const Bytes tables = peakOf(alone, 1) - peakOf(sharing, 1);
    CHECK(tables == table);
    const std::int64_t numbers = parameterCount(sharing);
    CHECK(peakOf(sharing, 1) > Bytes(4 * 4 * numbers)); // weights, gradients and two moments have full size
}

TEST_CASE("descriptions that do not fit are refused")
{
    const TemporaryFolder folder;
    const LanguageModel model(false);
    const auto with = [&](const char* name, const std::string& before, const std::string& after) {
        const std::string file = model.save(folder.file(name), false, [&](std::string& text) {
            const auto at = text.find(before);
            REQUIRE(at != std::string::npos);
            text.replace(at, before.size(), after);
        });
        return errorOf({file, {}, true});
    };
    CHECK(with("newer.pt", "\"version\": 1", "\"version\": 99").code == ErrorCode::FormatNewer);
    CHECK(with("chain.pt", "\"output\": [32, 64]", "\"output\": [32, 65]").code == ErrorCode::ScriptUnusable);
    CHECK(with("child.pt", "\"child\": \"block1\"", "\"child\": \"block7\"").code == ErrorCode::ScriptUnusable);
    CHECK(with("context.pt", "\"context\": [0]", "\"context\": [1]").code == ErrorCode::FieldOutOfRange);
    CHECK(with("json.pt", "{", "").code == ErrorCode::NotJson);
    const std::string file = model.save(folder.file("good.pt"), false);
    CHECK(errorOf({file, {{31}, vocabulary}, true}).code == ErrorCode::OptionUnsupported);
    CHECK(describeScript({file, {{tokens}, vocabulary}, true}));
}

TEST_CASE("a file without a description needs a sample")
{
    const TemporaryFolder folder;
    jit::Module module("Plain");
    module.define("def forward(self, x):\n    return x\n");
    module.save(folder.file("plain.pt"));
    CHECK(errorOf({folder.file("plain.pt"), {}, true}).code == ErrorCode::OptionUnsupported);
}
