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
#include <memory>

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
        return failure(cluster.error());
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
