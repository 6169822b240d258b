// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/script/describescript.h"

#include "core/base/files.h"
#include "core/model/shapes.h"
#include "core/runtime/failures.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/recipe.h"
#include "core/runtime/script/childtensors.h"
#include "core/runtime/script/describedscript.h"
#include "core/runtime/script/scriptfile.h"
#include "core/words/model.h"
#include "core/words/worker.h"

#include <torch/torch.h>

#include <algorithm>
#include <filesystem>

namespace stagecraft {

namespace {

constexpr std::uint64_t seed = 20260101;
constexpr std::size_t mostChildren = 10'000;

// Shape and type of a child's output.
struct Given {
    std::vector<std::int64_t> shape;
    torch::ScalarType type = torch::kFloat32;
};

class Description {
public:
    Description(const DescribeRequest& request, Script script)
        : m_request(request)
        , m_path(std::filesystem::absolute(request.file).lexically_normal().string())
        , m_script(std::move(script))
        , m_children(childrenOf(m_script.module))
    {
    }

    Result<Model> model()
    {
        if (m_request.input.shape.empty()) {
            return failure(ErrorCode::OptionUnsupported,
                           {words::worker::script_input, words::worker::absent, words::model::forms_of_sample});
        }
        if (m_children.empty() || m_children.size() > mostChildren) {
            return unusable(say(words::worker::script_children, m_children.size(), mostChildren));
        }
        if (m_script.module.parameters().size() == 0) {
            return unusable(words::worker::script_frozen);
        }
        convert(m_script.module, torch::kFloat32, torch::kCPU);
        auto layers = layersFor(2);
        if (!layers) {
            // Scripts traced with one sample may accept no other number of samples.
            if (auto of_one = layersFor(1)) {
                layers = std::move(of_one);
            }
        }
        if (!layers) {
            return failure(layers.error());
        }
        return modelOf(*std::move(layers));
    }

private:
    tl::unexpected<Error> unusable(const Message& why) const
    {
        return failure(ErrorCode::ScriptUnusable, {why}, m_request.file);
    }
    std::string placeOf(const ScriptChild& child) const { return m_request.file + ", child \"" + child.name + "\""; }

    torch::Tensor sampleOf(std::int64_t samples) const
    {
        torch::manual_seed(seed);
        auto shape = m_request.input.shape;
        shape.insert(shape.begin(), samples);
        const std::int64_t vocabulary = m_request.input.vocabulary;
        if (vocabulary == 0) {
            return torch::randn(shape);
        }
        torch::Tensor ids = torch::randint(vocabulary, shape, torch::kInt64);
        ids.view(-1)[0] = vocabulary - 1; // ensures that a vocabulary that is too large for a table always fails
        return ids;
    }

    Result<torch::Tensor> run(const ScriptChild& child, const torch::Tensor& input) const
    {
        torch::Tensor output;
        std::string other; // type returned instead of a tensor
        const auto failed = runGuarded([&] {
            torch::jit::Module module = child.module;
            const c10::IValue given = module.forward({input});
            if (given.isTensor()) {
                output = given.toTensor();
            } else {
                other = given.tagKind();
            }
        });
        if (failed && failed->out_of_memory) {
            return failure(ErrorCode::OutOfMemory,
                           {say(words::worker::child_of, m_request.file, child.name), words::worker::this_machine});
        }
        if (failed) {
            const bool takes_ids = m_request.input.vocabulary > 0 && child.name == m_children.front().name;
            const Message why = takes_ids
                ? say(words::worker::given_ids, failed->message, m_request.input.vocabulary - 1)
                : failed->message;
            return failure(ErrorCode::LayerMismatch, {why}, placeOf(child));
        }
        if (!output.defined()) {
            return unusable(say(words::worker::no_tensor, child.name, other));
        }
        return output;
    }

    Result<std::vector<Given>> runAll(std::int64_t samples, torch::Tensor* last = nullptr) const
    {
        const torch::NoGradGuard without_graph;
        const EagerScripts eager;
        torch::Tensor hidden = sampleOf(samples);
        torch::manual_seed(seed);
        std::vector<Given> all;
        for (const ScriptChild& child : m_children) {
            auto output = run(child, hidden);
            if (!output) {
                return failure(output.error());
            }
            hidden = *std::move(output);
            all.push_back({hidden.sizes().vec(), hidden.scalar_type()});
        }
        if (last != nullptr) {
            *last = hidden;
        }
        return all;
    }

    // Checks that running the children in sequence gives the same result as the whole.
    Result<void> checkSequence(std::int64_t samples)
    {
        m_script.module.eval(); // disables randomness
        torch::Tensor chained;
        if (const auto ran = runAll(samples, &chained); !ran) {
            return failure(ran.error());
        }
        const torch::NoGradGuard without_graph;
        const EagerScripts eager;
        const auto whole = sampleOf(samples);
        torch::manual_seed(seed);
        bool same = false;
        const auto failed = runGuarded([&] {
            const c10::IValue given = m_script.module.forward({whole});
            same = given.isTensor() && given.toTensor().sizes() == chained.sizes()
                && given.toTensor().scalar_type() == chained.scalar_type()
                && torch::allclose(given.toTensor(), chained, 1e-4, 1e-6, /*equal_nan=*/true);
        });
        if (failed) {
            return unusable(say(words::worker::sample_refused, failed->message));
        }
        return same ? Result<void>() : unusable(words::worker::no_sequence);
    }

    Result<void> checkOutput(std::size_t index, const Given& given, std::int64_t samples) const
    {
        const std::string& child = m_children[index].name;
        const bool is_loss = given.shape.empty() && index + 1 == m_children.size();
        if (!is_loss && (given.shape.empty() || given.shape.front() != samples)) {
            return unusable(say(words::worker::samples_not_first, child, shapeText(given.shape), samples));
        }
        if (!c10::isFloatingType(given.type)) {
            return unusable(say(words::worker::not_learning, child, std::string(c10::toString(given.type))));
        }
        return {};
    }

    Result<std::vector<ScriptedLayer>> layersFor(std::int64_t samples)
    {
        if (const auto in_sequence = checkSequence(samples); !in_sequence) {
            return failure(in_sequence.error());
        }
        m_script.module.train();
        const auto outputs = runAll(samples);
        if (!outputs) {
            return failure(outputs.error());
        }
        const auto low = lowUnderAutocast(samples);
        std::vector<ScriptedLayer> layers;
        std::vector<std::int64_t> taken = m_request.input.shape;
        for (std::size_t i = 0; i < m_children.size(); ++i) {
            const Given& given = (*outputs)[i];
            if (const auto good = checkOutput(i, given, samples); !good) {
                return failure(good.error());
            }
            ScriptedLayer layer;
            layer.file = m_path;
            layer.file_hash = m_script.hash;
            layer.child = m_children[i].name;
            layer.input = taken;
            layer.gives_loss = given.shape.empty();
            if (!layer.gives_loss) {
                layer.output.assign(given.shape.begin() + 1, given.shape.end());
            }
            layer.takes_sample = i == 0;
            layer.vocabulary = i == 0 ? m_request.input.vocabulary : 0;
            layer.low_under_autocast = low[i];
            taken = layer.output;
            layers.push_back(std::move(layer));
        }
        return layers;
    }

    // Returns the children whose output has 16 bits under autocast; empty if they fail under autocast.
    std::vector<bool> lowUnderAutocast(std::int64_t samples) const
    {
        const PrecisionScope scope(Precision::Bf16Autocast, torch::kCPU);
        std::vector<bool> low(m_children.size());
        if (const auto outputs = runAll(samples)) {
            std::transform(outputs->begin(), outputs->end(), low.begin(),
                           [](const Given& given) { return given.type == torch::kBFloat16; });
        }
        return low;
    }

    Result<Model> modelOf(std::vector<ScriptedLayer> layers)
    {
        Model model;
        model.name = titleOfFile(m_path);
        model.family = "torchscript";
        model.source = m_path;
        const auto& shape = m_request.input.shape;
        const bool image = shape.size() == 3 && shape[1] == shape[2];
        model.sample = m_request.input.vocabulary > 0 ? SampleKind::Tokens
            : image                                   ? SampleKind::Image
                                                      : SampleKind::Opaque;
        model.default_sequence = model.sample == SampleKind::Opaque ? 1 : shape.back();
        model.longest_sequence = model.default_sequence;
        const auto shared = sharedTensors(m_children);
        const auto failed = runGuarded([&] {
            for (std::size_t i = 0; i < layers.size(); ++i) {
                describeTensors(m_children[i], shared, layers[i]);
                model.layers.push_back({m_children[i].name, std::move(layers[i])});
            }
        });
        if (failed) {
            return unusable(failed->message);
        }
        return model;
    }

    const DescribeRequest& m_request;
    std::string m_path;
    Script m_script;
    std::vector<ScriptChild> m_children;
};

}

Result<Model> describeScript(const DescribeRequest& request)
{
    if (const auto valid = validate(request); !valid) {
        return failure(valid.error());
    }
    const HostMemoryLimit limit;
    auto script = readScript(request.file, std::nullopt);
    if (!script) {
        return failure(script.error());
    }
    Result<Model> model = failure(ErrorCode::ScriptUnusable, {std::string()}, request.file);
    const auto failed = runGuarded([&] {
        model = script->description.empty() ? Description(request, *std::move(script)).model()
                                            : describedModel(request, *script);
    });
    if (failed) {
        return failure(failed->out_of_memory
                           ? Error {ErrorCode::OutOfMemory, {request.file, words::worker::this_machine}, {}}
                           : Error {ErrorCode::ScriptUnusable, {failed->message}, request.file});
    }
    return model;
}

}
