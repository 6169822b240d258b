// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/script/scriptfile.h"

#include "core/base/files.h"
#include "core/base/sha256.h"
#include "core/measuring/describerequest.h"
#include "core/model/scriptdescription.h"
#include "core/runtime/failures.h"
#include "core/words/worker.h"

#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/jit/passes/autocast.h>
#include <torch/torch.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <future>
#include <map>
#include <mutex>

namespace stagecraft {

namespace {

// Ties parameters again that shared storage when they were saved, as loading returns several tensors with one storage.
void tieParameters(torch::jit::Module& module)
{
    std::map<const void*, torch::Tensor> known;
    for (torch::jit::Module part : module.modules()) {
        for (const auto& parameter : part.named_parameters(/*recurse=*/false)) {
            if (parameter.value.numel() == 0) {
                continue;
            }
            const auto [at, first] = known.emplace(parameter.value.data_ptr(), parameter.value);
            if (!first && at->second.sizes() == parameter.value.sizes()) {
                part.setattr(parameter.name, at->second);
            }
        }
    }
}

// True for files written by torch.save(): an archive with a pickle but without code, or, from an old libtorch, a bare
// pickle.
bool isPickle(std::ifstream& file)
{
    constexpr int startOfPickle = 0x80;
    file.clear();
    file.seekg(0);
    if (file.peek() == startOfPickle) {
        return true;
    }
    bool pickle = false;
    const auto failed = runGuarded([&] {
        caffe2::serialize::PyTorchStreamReader archive(&file);
        pickle = archive.hasRecord("data.pkl") && !archive.hasRecord("constants.pkl");
    });
    return !failed && pickle;
}

}

Result<Script> readScript(const std::string& path, const std::optional<std::string>& expected)
{
    auto opened = openFile(path, largestScript);
    if (!opened) {
        return failure(opened.error());
    }
    std::ifstream& file = *opened;
    Script script;
    script.hash = sha256Of(file);
    if (!file.eof()) {
        return failure(ErrorCode::FileNotReadable, {std::string(std::strerror(errno))}, path);
    }
    if (expected && *expected != script.hash) {
        return failure(ErrorCode::ScriptChanged, {script.hash, *expected}, path);
    }
    file.clear();
    file.seekg(0);
    const auto failed = runGuarded([&] {
        torch::jit::ExtraFilesMap extra {{scriptDescriptionFile, {}}};
        script.module = torch::jit::load(file, torch::Device(torch::kCPU), extra);
        script.description = extra.at(scriptDescriptionFile);
        tieParameters(script.module);
    });
    if (!failed) {
        return script;
    }
    if (failed->out_of_memory) {
        return failure(ErrorCode::OutOfMemory, {path, words::worker::this_machine});
    }
    if (isPickle(file)) {
        return failure(ErrorCode::ScriptUnusable, {words::worker::script_pickle}, path);
    }
    return failure(ErrorCode::ScriptUnusable, {say(words::worker::script_cut_off, failed->message)}, path);
}

Result<torch::jit::Module> loadScript(const std::string& path, const std::string& hash)
{
    static std::mutex mutex;
    // Never destroyed: libtorch may be unloaded first.
    static auto& known = *new std::map<std::string, torch::jit::Module>;
    const std::scoped_lock lock(mutex);
    if (const auto at = known.find(hash); at != known.end()) {
        return at->second;
    }
    auto script = std::async(std::launch::async, [&] { return readScript(path, hash); }).get();
    if (!script) {
        return failure(script.error());
    }
    return known.emplace(hash, std::move(script->module)).first->second;
}

EagerScripts::EagerScripts() : m_guard(false)
{
    torch::jit::setAutocastMode(false); // the dispatcher's autocast suffices, and is the one that models train with
}

bool isWeightless(const torch::Tensor& tensor)
{
    return tensor.numel() > 1
        && std::all_of(tensor.strides().begin(), tensor.strides().end(), [](std::int64_t step) { return step == 0; });
}

void convert(torch::jit::Module& module, torch::ScalarType type, torch::Device device)
{
    const torch::NoGradGuard without_graph;
    const auto convertOne = [&](torch::Tensor tensor) {
        const auto wanted = tensor.is_floating_point() ? type : tensor.scalar_type();
        tensor.set_data(tensor.detach().to(device, wanted));
    };
    for (const torch::Tensor& parameter : module.parameters()) {
        convertOne(parameter);
    }
    for (const torch::Tensor& buffer : module.buffers()) {
        convertOne(buffer);
    }
}

}
