// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/dryrun/launchcommand.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace stagecraft {

namespace {

using Words = std::vector<std::string>;

constexpr std::array flags {"--standalone", "--virtual-local-rank", "--use-env"};
constexpr std::array options {"--node-rank",
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

std::string_view fileName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

bool isPython(std::string_view word)
{
    const std::string_view name = fileName(word);
    return name.starts_with("python") || name.starts_with("pypy");
}

tl::unexpected<Error> unknownLauncher(const std::string& word)
{
    return failure(ErrorCode::OptionUnsupported,
                   {std::string("the command"), word,
                    std::string("python SCRIPT ..., python -m MODULE ..., or torchrun with its options; where another "
                                "launcher starts a script, name Python and the script")});
}

tl::unexpected<Error> unusable(const std::string& option, const std::string& value, const std::string& possible)
{
    return failure(ErrorCode::OptionUnsupported, {option + " of torchrun", value, possible});
}

std::optional<int> countOf(std::string_view text)
{
    int count = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
    return status == std::errc() && end == text.data() + text.size() && count >= 1 ? std::optional(count)
                                                                                   : std::nullopt;
}

// "--nproc_per_node" is "--nproc-per-node".
std::string spelled(std::string option)
{
    std::replace(option.begin(), option.end(), '_', '-');
    return option;
}

// One option of torchrun: its name and, where it takes one, its value.
struct Option {
    std::string name;
    std::string value;
    std::size_t words = 1;
};

template <std::size_t Count>
bool isIn(const std::array<const char*, Count>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

Option optionAt(const Words& words, std::size_t at)
{
    const std::string& word = words[at];
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    if (equals != std::string::npos) {
        return {spelled(word.substr(0, equals)), word.substr(equals + 1), 1};
    }
    const std::string name = spelled(word);
    const bool takes_none = isIn(flags, name) || name == "-m" || name == "--module" || name == "--no-python";
    return takes_none || at + 1 == words.size() ? Option {name, {}, 1} : Option {name, words[at + 1], 2};
}

Result<LaunchCommand> parseTorchrun(LaunchCommand command, const Words& words, std::size_t at)
{
    bool is_module = false;
    while (at < words.size() && words[at].starts_with("-")) {
        const Option option = optionAt(words, at);
        if (option.name == "-m" || option.name == "--module") {
            is_module = true;
        } else if (option.name == "--nproc-per-node") {
            command.devices_per_node = countOf(option.value);
            if (!command.devices_per_node) {
                return unusable(option.name, option.value, "the number of processes of a node, as in 8");
            }
        } else if (option.name == "--nnodes") {
            const auto colon = option.value.rfind(':'); // "MIN:MAX"
            command.nodes = countOf(option.value.substr(colon == std::string::npos ? 0 : colon + 1));
            if (!command.nodes) {
                return unusable(option.name, option.value, "the number of nodes, as in 4");
            }
        } else if (!isIn(flags, option.name) && !isIn(options, option.name)) {
            return unusable(option.name, option.value, "the options that torchrun has for Python scripts and modules");
        }
        at += option.words;
    }
    if (at >= words.size()) {
        return unusable("the script", "", "a script or -m MODULE behind the options");
    }
    if (is_module) {
        command.arguments.push_back("-m");
    }
    command.arguments.insert(command.arguments.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    command.nodes = command.nodes.value_or(1);
    command.devices_per_node = command.devices_per_node.value_or(1);
    return command;
}

}

Result<LaunchCommand> parseLaunchCommand(const std::vector<std::string>& words)
{
    if (words.empty()) {
        return unknownLauncher("");
    }
    if (fileName(words.front()) == "torchrun") {
        LaunchCommand command;
        command.torchrun = words.front();
        return parseTorchrun(std::move(command), words, 1);
    }
    if (!isPython(words.front())) {
        return unknownLauncher(words.front());
    }
    LaunchCommand command;
    command.python = words.front();
    if (words.size() >= 3 && words[1] == "-m"
        && (words[2] == "torch.distributed.run" || words[2] == "torch.distributed.launch")) {
        return parseTorchrun(std::move(command), words, 3);
    }
    if (words.size() < 2) {
        return unknownLauncher(words.front());
    }
    command.arguments.assign(words.begin() + 1, words.end());
    return command;
}

}
