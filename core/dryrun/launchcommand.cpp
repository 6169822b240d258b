// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/dryrun/launchcommand.h"

#include "core/words/estimate.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace stagecraft {

namespace {

using Words = std::vector<std::string>;
using Names = std::vector<std::string_view>;

// Options of a launcher that runs one script in all its processes.
struct Launcher {
    std::string name;
    LaunchTool tool = LaunchTool::Torchrun;
    Names devices_per_node;
    std::string_view nodes;
    Names flags; // options that do not change what one rank runs
    Names options; // likewise, with a value
    std::string local_rank; // option that passes the local rank to the script
    std::string_view without_local_rank; // flag that disables it
    // Spelling of the options for the number of nodes, and of processes per node.
    std::string counts_nodes;
    std::string counts_devices;
};

const Names torchrunOptions {"--node-rank",
                             "--rdzv-backend",
                             "--rdzv-endpoint",
                             "--rdzv-id",
                             "--rdzv-conf",
                             "--max-restarts",
                             "--monitor-interval",
                             "--start-method",
                             "--role",
                             "--log-dir",
                             "--redirects",
                             "--tee",
                             "--local-ranks-filter",
                             "--master-addr",
                             "--master-port",
                             "--local-addr",
                             "--logs-specs",
                             "--numa-binding",
                             "--event-log-handler",
                             "-r",
                             "-t",
                             "--signals-to-handle",
                             "--duplicate-stdout-filters",
                             "--duplicate-stderr-filters"};

Launcher torchrun()
{
    return {"torchrun",
            LaunchTool::Torchrun,
            {"--nproc-per-node"},
            "--nnodes",
            {"--standalone", "--virtual-local-rank"},
            torchrunOptions,
            {},
            "--use-env",
            "--nnodes",
            "--nproc-per-node"};
}

// Predecessor of torchrun.
Launcher torchLaunch()
{
    Launcher launcher = torchrun();
    launcher.name = "torch.distributed.launch";
    launcher.local_rank = "--local-rank";
    return launcher;
}

Launcher deepSpeed()
{
    return {"deepspeed",
            LaunchTool::DeepSpeed,
            {"--num-gpus", "--num-accelerators"},
            "--num-nodes",
            {"--no-ssh", "--no-ssh-check", "--force-multi", "--save-pid", "--bind-cores-to-rank", "-q", "--quiet"},
            {"-H", "--hostfile", "--master-port", "--master-addr", "--node-rank", "--launcher", "--launcher-args",
             "--enable-each-rank-log", "--comment", "--account", "--bind-core-list", "--ssh-port", "--log-level"},
            "--local_rank",
            "--no-local-rank",
            "--num_nodes",
            "--num_gpus"};
}

std::string_view fileName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

bool isPython(std::string_view word)
{
    const std::string_view name = fileName(word);
    return name.starts_with("python") || name.starts_with("pypy");
}

bool isIn(const Names& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

tl::unexpected<Error> unknownLauncher(const std::string& word)
{
    return failure(ErrorCode::OptionUnsupported, {words::estimate::command, word, words::estimate::commands});
}

tl::unexpected<Error> unusable(const Launcher& launcher, const std::string& option, const std::string& value,
                               const Message& possible)
{
    return failure(ErrorCode::OptionUnsupported,
                   {say(words::estimate::launcher_option, option, launcher.name), value, possible});
}

std::optional<int> countOf(std::string_view text)
{
    int count = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
    return status == std::errc() && end == text.data() + text.size() && count >= 1 ? std::optional(count)
                                                                                   : std::nullopt;
}

// Normalizes underscores: "--nproc_per_node" is "--nproc-per-node".
std::string spelled(std::string option)
{
    std::replace(option.begin(), option.end(), '_', '-');
    return option;
}

// One option of a launcher: its name and value, if it has one.
struct Option {
    std::string typed;
    std::string name; // with dashes
    std::string value;
    std::size_t words = 1;
};

Option optionAt(const Launcher& launcher, const Words& words, std::size_t at)
{
    const std::string& word = words[at];
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    if (equals != std::string::npos) {
        const std::string typed = word.substr(0, equals);
        return {typed, spelled(typed), word.substr(equals + 1), 1};
    }
    const std::string name = spelled(word);
    const bool takes_one =
        isIn(launcher.options, name) || isIn(launcher.devices_per_node, name) || name == launcher.nodes;
    return takes_one && at + 1 < words.size() ? Option {word, name, words[at + 1], 2} : Option {word, name, {}, 1};
}

Result<LaunchCommand> parseLauncher(LaunchCommand command, const Launcher& launcher, const Words& words, std::size_t at)
{
    command.tool = launcher.tool;
    command.local_rank = launcher.local_rank;
    bool is_module = false;
    bool has_hosts = false; // a host file is given
    while (at < words.size() && words[at].starts_with("-")) {
        const Option option = optionAt(launcher, words, at);
        if (option.name == "-m" || option.name == "--module") {
            is_module = true;
        } else if (isIn(launcher.devices_per_node, option.name)) {
            command.devices_per_node = countOf(option.value);
            if (!command.devices_per_node) {
                return unusable(launcher, option.typed, option.value, words::estimate::launched_processes);
            }
        } else if (option.name == launcher.nodes) {
            const auto colon = option.value.rfind(':'); // "MIN:MAX"
            command.nodes = countOf(option.value.substr(colon == std::string::npos ? 0 : colon + 1));
            if (!command.nodes) {
                return unusable(launcher, option.typed, option.value, words::estimate::launched_nodes);
            }
        } else if (option.name == launcher.without_local_rank) {
            command.local_rank.clear();
        } else if (!isIn(launcher.flags, option.name) && !isIn(launcher.options, option.name)) {
            return unusable(launcher, option.typed, option.value,
                            say(words::estimate::launcher_options, launcher.counts_nodes, launcher.counts_devices));
        }
        has_hosts = has_hosts || option.name == "-H" || option.name == "--hostfile";
        at += option.words;
    }
    if (at >= words.size()) {
        return failure(ErrorCode::OptionUnsupported,
                       {say(words::estimate::launched_script, launcher.name), std::string(),
                        words::estimate::script_behind_options});
    }
    if (is_module) {
        command.arguments.push_back("-m");
    }
    command.arguments.insert(command.arguments.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    if (has_hosts && !command.nodes) {
        command.devices_per_node.reset();
    }
    command.nodes = command.nodes.value_or(1);
    if (launcher.tool == LaunchTool::Torchrun) {
        command.devices_per_node = command.devices_per_node.value_or(1);
    }
    return command;
}

// Returns the first value of an option, in either spelling.
std::optional<std::string> valueOf(const Words& words, const std::string& name)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string word = spelled(words[i].substr(0, words[i].find('=')));
        if (word != name) {
            continue;
        }
        if (words[i].size() > word.size()) {
            return words[i].substr(word.size() + 1);
        }
        return i + 1 < words.size() ? words[i + 1] : std::string();
    }
    return std::nullopt;
}

// accelerate parses its options itself during the run; this only finds the number of processes. If the option found
// belongs to the script, accelerate reports another number and the run is refused.
Result<LaunchCommand> parseAccelerate(LaunchCommand command, const Words& words, std::size_t at)
{
    command.tool = LaunchTool::Accelerate;
    const Words own(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    const Launcher launcher {"accelerate launch", LaunchTool::Accelerate, {}, {}, {}, {}, {}, {}, {}, {}};
    const auto processes = valueOf(own, "--num-processes");
    const auto machines = valueOf(own, "--num-machines");
    const int count = processes ? countOf(*processes).value_or(0) : 1;
    const int nodes = machines ? countOf(*machines).value_or(0) : 1;
    if (nodes == 0) {
        return unusable(launcher, "--num_machines", *machines, words::estimate::launched_nodes);
    }
    if (processes && (count == 0 || count % nodes != 0)) {
        return unusable(launcher, "--num_processes", *processes, words::estimate::all_processes);
    }
    if (processes) {
        command.devices_per_node = count / nodes;
    }
    if (count > 1) {
        command.nodes = nodes;
    }
    command.arguments = {"-m", "accelerate.commands.accelerate_cli", "launch"};
    command.arguments.insert(command.arguments.end(), own.begin(), own.end());
    return command;
}

bool isLauncher(std::string_view word)
{
    const std::string_view name = fileName(word);
    return name == "torchrun" || name == "deepspeed" || name == "accelerate" || name == "accelerate-launch";
}

// True for "NAME=value", which a shell accepts before a command.
bool isAssignment(const std::string& word)
{
    const std::size_t equals = word.find('=');
    return equals != std::string::npos && equals > 0 && std::isdigit(static_cast<unsigned char>(word.front())) == 0
        && std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                       [](unsigned char c) { return c == '_' || std::isalnum(c) != 0; });
}

// Removes variables and an environment manager from the front of a command. A script that the manager starts directly
// gets the manager's Python.
Words takePrefixes(LaunchCommand& command, Words words)
{
    const auto isWordOfCommand = [](const std::string& word) {
        return isPython(word) || isLauncher(word) || word.ends_with(".py");
    };
    const bool has_env = !words.empty() && fileName(words.front()) == "env";
    auto at = words.begin() + (has_env ? 1 : 0);
    for (; at != words.end() && isAssignment(*at); ++at) {
        const std::size_t equals = at->find('=');
        command.environment.emplace_back(at->substr(0, equals), at->substr(equals + 1));
    }
    words.erase(words.begin(), at);
    const Names managers {"uv", "poetry", "pdm", "pipenv", "hatch", "rye", "pixi", "conda", "mamba", "micromamba"};
    if (words.size() < 3 || !isIn(managers, fileName(words[0])) || words[1] != "run") {
        return words;
    }
    const auto first = std::find_if(words.begin() + 2, words.end(), isWordOfCommand);
    if (first == words.end()) {
        return words;
    }
    command.manager.assign(words.begin(), first);
    Words rest(first, words.end());
    if (rest.front().ends_with(".py")) {
        rest.insert(rest.begin(), "python");
    }
    return rest;
}

// Parses "python -m MODULE ..." for the module of a launcher. Empty for other modules.
std::optional<Result<LaunchCommand>> parseModule(const LaunchCommand& command, const Words& words)
{
    if (words.size() < 3 || words[1] != "-m") {
        return std::nullopt;
    }
    const std::string& module = words[2];
    if (module == "torch.distributed.run") {
        return parseLauncher(command, torchrun(), words, 3);
    }
    if (module == "torch.distributed.launch") {
        return parseLauncher(command, torchLaunch(), words, 3);
    }
    if (module == "deepspeed.launcher.runner") {
        return parseLauncher(command, deepSpeed(), words, 3);
    }
    if (module == "accelerate.commands.launch") {
        return parseAccelerate(command, words, 3);
    }
    if (module == "accelerate.commands.accelerate_cli" && words.size() > 3 && words[3] == "launch") {
        return parseAccelerate(command, words, 4);
    }
    return std::nullopt;
}

}

std::string LaunchCommand::script() const
{
    constexpr std::string_view flags = "bBdEiIOPqsSuvx"; // Python's flags, which may be combined in one word
    std::size_t at = 0;
    while (at < arguments.size() && arguments[at].starts_with('-')) {
        const std::string& word = arguments[at];
        const bool has_value = word == "-W" || word == "-X";
        const bool is_known = has_value || word.starts_with("-W") || word.starts_with("-X")
            || (word.size() > 1 && word.find_first_not_of(flags, 1) == std::string::npos);
        if (!is_known) {
            return {};
        }
        at += has_value ? 2 : 1;
    }
    return at < arguments.size() ? arguments[at] : std::string();
}

std::vector<std::string> LaunchCommand::argumentsOf(int local) const
{
    std::vector<std::string> words = arguments;
    if (!local_rank.empty()) {
        const std::ptrdiff_t behind_script = words.front() == "-m" ? 2 : 1;
        words.insert(words.begin() + std::min(behind_script, std::ssize(words)),
                     local_rank + "=" + std::to_string(local));
    }
    return words;
}

Result<LaunchCommand> parseLaunchCommand(const std::vector<std::string>& typed)
{
    LaunchCommand command;
    const Words words = takePrefixes(command, typed);
    if (words.empty()) {
        return unknownLauncher("");
    }
    const std::string_view name = fileName(words.front());
    if (isPython(name)) {
        command.python = words.front();
        if (auto launched = parseModule(command, words)) {
            return *std::move(launched);
        }
        if (words.size() < 2) {
            return unknownLauncher(words.front());
        }
        command.arguments.assign(words.begin() + 1, words.end());
        return command;
    }
    command.launcher = words.front();
    if (name == "torchrun") {
        return parseLauncher(std::move(command), torchrun(), words, 1);
    }
    if (name == "deepspeed") {
        return parseLauncher(std::move(command), deepSpeed(), words, 1);
    }
    if (name == "accelerate-launch") {
        return parseAccelerate(std::move(command), words, 1);
    }
    if (name == "accelerate" && words.size() > 1 && words[1] == "launch") {
        return parseAccelerate(std::move(command), words, 2);
    }
    return unknownLauncher(words.front());
}

}
