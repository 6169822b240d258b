// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/texttable.h"
#include "core/base/format.h"
#include "core/exchange/planfile.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

std::string teraflops(const std::optional<FlopsPerSecond>& rate)
{
    return rate ? formatNumber(rate->value / 1e12) : "";
}

std::string bandwidthText(BytesPerSecond rate)
{
    return formatNumber(rate.value / 1e9) + " GB/s";
}

std::string linkText(const Link& link)
{
    return bandwidthText(link.bandwidth) + ", " + formatSeconds(link.latency) + " (" + link.source + ")";
}

std::string deviceText(const DeviceType& device)
{
    std::string text = device.name + "\n  memory            " + formatBytes(device.memory) + " ("
        + std::to_string(device.memory.value) + " bytes), of which the driver takes " + formatBytes(device.context)
        + "\n";
    if (device.memory_bandwidth) {
        text += "  memory bandwidth  " + bandwidthText(*device.memory_bandwidth) + "\n";
    }
    if (device.peak_fp32) {
        text += "  fp32              " + teraflops(device.peak_fp32) + " TFLOP/s\n";
    }
    if (device.peak_bf16) {
        text += "  bf16              " + teraflops(device.peak_bf16) + " TFLOP/s\n";
    }
    return text + "  source            " + device.source + ", " + device.date + "\n";
}

std::string linksText(const Link& intra_node, const Link& network)
{
    return "  in a node         " + linkText(intra_node) + "\n  between nodes     " + linkText(network) + "\n";
}

Result<ExitCode> list(const Output& output)
{
    auto devices = nlohmann::json::array();
    TextTable table({{"type"},
                     {"kind"},
                     {"memory", Align::Right},
                     {"fp32 TFLOP/s", Align::Right},
                     {"bf16 TFLOP/s", Align::Right},
                     {"devices a node", Align::Right},
                     {"in a node", Align::Right},
                     {"between nodes", Align::Right}});
    for (const CatalogueEntry& entry : catalogue()) {
        devices.push_back(encodeJson(entry));
        table.add({entry.device.name, std::string(nameOf(entry.device.kind)), formatBytes(entry.device.memory),
                   teraflops(entry.device.peak_fp32), teraflops(entry.device.peak_bf16),
                   std::to_string(entry.devices_per_node), bandwidthText(entry.intra_node.bandwidth),
                   bandwidthText(entry.network.bandwidth)});
    }
    output.document({{"devices", devices}});
    output.print(table.text());
    return ExitCode::Done;
}

// Levenshtein's distance, upper case as lower case.
std::size_t distance(const std::string& a, const std::string& b)
{
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

// All names of the catalogue, those first that begin most like `text`.
std::string knownTypes(const std::string& text)
{
    std::vector<std::pair<std::size_t, std::string>> names;
    for (const CatalogueEntry& entry : catalogue()) {
        names.emplace_back(distance(text, entry.device.name.substr(0, text.size())), entry.device.name);
    }
    std::stable_sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string all;
    for (const auto& [how_far, name] : names) {
        all += (all.empty() ? "" : ", ") + name;
    }
    return all;
}

// A device type of the catalogue, or a cluster.
Result<ExitCode> show(const std::string& name, const Output& output)
{
    const auto entry = std::find_if(catalogue().begin(), catalogue().end(),
                                    [&](const CatalogueEntry& e) { return e.device.name == name; });
    if (entry != catalogue().end()) {
        output.document(encodeJson(*entry));
        output.print(deviceText(entry->device) + linksText(entry->intra_node, entry->network));
        return ExitCode::Done;
    }
    const auto cluster = readCluster(name);
    if (!cluster) {
        // The short form of a cluster begins with a number: what does not was meant as a type.
        const bool type = cluster.error().code == ErrorCode::ClusterMalformed && name.find_first_of("0123456789") != 0;
        return type ? failure(ErrorCode::DeviceTypeUnknown, {name, knownTypes(name)}) : failure(cluster.error());
    }
    output.document(encodeJson(*cluster));
    std::string text;
    for (const ClusterGroup& group : cluster->groups) {
        text += std::to_string(group.nodes) + " x " + std::to_string(group.devices_per_node) + " "
            + deviceText(group.device) + linksText(group.intra_node, group.network);
        if (group.price_per_node) {
            text += "  price             $" + formatNumber(group.price_per_node->value) + " per node and hour\n";
        }
    }
    output.print(text);
    return ExitCode::Done;
}

}

void addHardwareCommand(CLI::App& app, Task& task)
{
    CLI::App& command =
        *app.add_subcommand("hardware", "Device types that come along, with the sources of their numbers");
    command.require_subcommand(1);
    CLI::App& all = *command.add_subcommand("list", "All device types");
    addJsonOption(all, task);
    all.callback([&task] { task.run = [](const Output& output, const Interrupt&) { return list(output); }; });

    const auto name = std::make_shared<std::string>();
    CLI::App& one = *command.add_subcommand("show", "A device type or a cluster with all its numbers");
    one.add_option("NAME", *name, "Device type, or a cluster as for --cluster")->required();
    addJsonOption(one, task);
    one.callback(
        [name, &task] { task.run = [name](const Output& output, const Interrupt&) { return show(*name, output); }; });
}

}
