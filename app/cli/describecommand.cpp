// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/chainreport.h"
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/progressline.h"
#include "app/cli/workerrun.h"
#include "core/base/format.h"
#include "core/model/model.h"
#include "core/session/modeldescribing.h"

#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>

namespace stagecraft {

namespace {

struct DescribeOptions {
    DescribingRequest request;
    std::string dropout = "on";
    bool yes = false;
    bool verbose = false;
};

struct DescribeOutcome {
    nlohmann::json chain;
    bool refused = false; // the user declined
    bool cancelled = false;
};

bool confirmed(const std::string& output, const Interrupt& interrupt)
{
    const EndsAtOnce ends(interrupt, [] { return static_cast<int>(ExitCode::Cancelled); });
    std::cerr << "Write these layers to " << output << "? [y/N] " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

Result<DescribeOutcome> runPython(const DescribeOptions& options, const Output& output, const Interrupt& interrupt)
{
    DescribeOutcome outcome;
    ProgressLine progress;
    ModelDescribing describing(options.request);
    QObject::connect(&describing, &ModelDescribing::found, [&](const nlohmann::json& chain) {
        outcome.chain = chain;
        progress.clear();
        output.print(chainText(chain));
        outcome.refused = !options.yes && !confirmed(options.request.output, interrupt);
        if (outcome.refused) {
            describing.cancel();
        } else {
            describing.write();
        }
    });
    QObject::connect(&describing, &ModelDescribing::progressed, [&](int done, int total) {
        progress.show(done, total, "tracing layer " + std::to_string(done + 1), Seconds(-1));
    });
    QObject::connect(&describing, &ModelDescribing::wrote, [&](const QByteArray& text) {
        if (options.verbose) {
            progress.clear();
            std::cerr.write(text.constData(), text.size());
        }
    });
    QObject::connect(&describing, &ModelDescribing::finished, [&](bool cancelled) { outcome.cancelled = cancelled; });
    if (const auto failed = runToEnd(describing, interrupt)) {
        return failure(*failed);
    }
    return outcome;
}

// Makes the output path absolute, because Python runs in another folder, and requires a terminal or --yes.
Result<void> prepare(DescribeOptions& options, bool json)
{
    DescribingRequest& request = options.request;
    if (!isTorchScript(request.output)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("-o"), request.output, std::string("a name that ends in .pt")});
    }
    if (!options.yes && (json || ::isatty(STDIN_FILENO) != 1)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("--yes"), std::string("absent"),
                        std::string("--yes to write the file without confirmation, or running the command in a "
                                    "terminal without --json")});
    }
    request.dropout = options.dropout == "on";
    request.output = std::filesystem::absolute(request.output).string();
    return {};
}

Result<ExitCode> runCommand(DescribeOptions options, const Output& output, const Interrupt& interrupt)
{
    const std::string file = options.request.output;
    if (const auto prepared = prepare(options, output.json()); !prepared) {
        return failure(prepared.error());
    }
    const auto outcome = runPython(options, output, interrupt);
    if (!outcome) {
        return failure(outcome.error());
    }
    nlohmann::json document {{"file", options.request.output}, {"chain", outcome->chain}};
    if (outcome->cancelled || outcome->refused) {
        return output.fail(Failure::cancelled(), document);
    }
    output.print("Wrote " + file + ". Next:\n  stagecraft-cli profile " + shellWord(file)
                 + " --trust --device dry:H100-80GB --workspace WORKSPACE\n");
    output.document(document);
    return ExitCode::Done;
}

}

void addDescribeCommand(CLI::App& app, Task& task)
{
    const auto options = std::make_shared<DescribeOptions>();
    CLI::App& command =
        *app.add_subcommand("describe", "Split a model that your Python code builds into layers, for profile and plan");
    DescribingRequest& request = options->request;
    command
        .add_option("MODEL", request.source,
                    "A config.json that transformers supports, or module:function that returns a torch.nn.Module, "
                    "(module, example input) or (module, example input, loss function)")
        ->required();
    command.add_option("-o,--output", request.output, "TorchScript file to write (.pt), without weights")
        ->required()
        ->type_name("FILE");
    command.add_option("--python", request.python, "Python interpreter of the training environment [python3]")
        ->type_name("PATH");
    addCountOption(command, "--sequence", request.sequence, 1 << 20,
                   "Tokens per sample [the model's maximum, at most 8192]");
    command
        .add_option("--attention", request.attention,
                    "Attention implementation: sdpa or eager [chosen by transformers]")
        ->check(CLI::IsMember({"sdpa", "eager"}))
        ->type_name("KIND");
    command.add_option("--dropout", options->dropout, "Dropout: on (as configured) or off [on]")
        ->check(CLI::IsMember({"on", "off"}))
        ->type_name("on|off");
    command.add_flag("--yes", options->yes, "Write the file without asking for confirmation of the layers");
    command.add_flag("--verbose", options->verbose, "Show the output of Python on standard error");
    addJsonOption(command, task);
    command.footer("The model is built on the meta device and needs no memory, GPU or weights. Its code is executed: "
                   "describe only models whose code you trust.");
    command.callback([options, &task] {
        task.files = [options] {
            CommandFiles files {{}, {{"-o", options->request.output}}};
            addRead(files, "MODEL", {options->request.source});
            addRead(files, "--python", {options->request.python});
            return files;
        };
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return runCommand(*options, output, interrupt);
        };
    });
}

}
