// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/modeloption.h"

#include "app/cli/interrupt.h"
#include "app/cli/progressline.h"
#include "app/cli/workerrun.h"
#include "core/base/english.h"
#include "core/base/files.h"
#include "core/base/sha256.h"
#include "core/words/model.h"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace stagecraft {

namespace {

// Updates the path of a model, because a file with the same content may have moved.
Model at(Model model, const std::string& file)
{
    model.source = std::filesystem::absolute(file).lexically_normal().string();
    model.name = titleOfFile(model.source);
    for (Layer& layer : model.layers) {
        if (auto* scripted = std::get_if<ScriptedLayer>(&layer.spec)) {
            scripted->file = model.source;
        }
    }
    return model;
}

Result<Model> describedByWorker(const DescribeRequest& request, const Interrupt& interrupt)
{
    std::optional<Model> model;
    ProgressLine progress;
    ProfileJob job(request);
    QObject::connect(&job, &ProfileJob::progressed,
                     [&](const QString&, const Message& subject, const Message&, int done, int total) {
                         progress.show(done, total, "describing " + describe(subject), Seconds(-1));
                     });
    QObject::connect(&job, &ProfileJob::described, [&](const Model& found) { model = found; });
    if (const auto failed = runToEnd(job, interrupt)) {
        return failure(*failed);
    }
    return model ? Result<Model>(*std::move(model)) : failure(ErrorCode::Cancelled);
}

}

CLI::Option* ModelOption::add(CLI::App& command, const std::string& kinds)
{
    command.add_flag(
        "--trust", m_trust,
        "Allow loading the TorchScript file, which runs code from it; use only for files from people you trust");
    command
        .add_option_function<std::string>(
            "--input", [this](const std::string& text) { m_input = parseExampleInput(text); },
            std::string("Shape of one sample of a TorchScript model, not needed for files of stagecraft-cli describe: ")
                + describe(words::model::forms_of_sample))
        ->check([](const std::string& text) {
            return parseExampleInput(text)
                ? ""
                : "\"" + text + "\" is not a sample; write " + describe(words::model::forms_of_sample);
        })
        ->type_name("SAMPLE");
    return command.add_option("MODEL", m_source, kinds)->check([](const std::string& text) {
        return text.empty() ? "the model name is empty" : "";
    });
}

Result<Model> ModelOption::read(const WorkspaceFile* workspace, const Interrupt& interrupt) const
{
    if (isTorchScript(m_source)) {
        return readScript(workspace, interrupt);
    }
    if (m_input) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("--input"), exampleInputText(*m_input),
                        std::string("only for a TorchScript file (.pt); other models define their input")});
    }
    return readModel(m_source, interruptToken());
}

Result<Model> ModelOption::readScript(const WorkspaceFile* workspace, const Interrupt& interrupt) const
{
    const auto hash = sha256OfFile(m_source, largestScript);
    if (!hash) {
        return failure(hash.error());
    }
    if (workspace != nullptr) {
        auto known = workspace->description(*hash);
        if (!known) {
            return failure(known.error());
        }
        if (*known && (!m_input || *m_input == scriptOf(**known)->input)) {
            return at(**std::move(known), m_source);
        }
    }
    if (!m_trust) {
        return failure(ErrorCode::ScriptUntrusted, {}, m_source);
    }
    return describedByWorker({m_source, m_input.value_or(ExampleInput {}), m_trust}, interrupt);
}

}
