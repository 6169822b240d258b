// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/figuretext.h"
#include "app/cli/interrupt.h"
#include "app/cli/offerscommand.h"
#include "app/cli/options.h"
#include "app/cli/texttable.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/base/terminaltext.h"
#include "core/exchange/planfile.h"
#include "core/hardware/catalogue.h"
#include "core/json/cataloguefile.h"
#include "core/json/codec.h"
#include "core/session/userhardware.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

constexpr Bytes fileLimit(16 << 20);

using Rate = std::optional<Sourced<FlopsPerSecond>>;

std::string teraflops(const Rate& rate)
{
    return rate ? formatNumber(rate->value.value / 1e12) : "";
}

std::string bytesText(Bytes bytes)
{
    return formatBytes(bytes) + " (" + std::to_string(bytes.value) + " bytes)";
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

std::string deviceText(const DeviceType& device)
{
    std::string text = labeledLine("kind", std::string(nameOf(device.kind)));
    if (!device.vendor.empty()) {
        text += labeledLine("vendor", device.vendor);
    }
    if (!device.driver_names.empty()) {
        text += labeledLine("driver names", listed(device.driver_names));
    }
    if (device.compute_capability) {
        text += labeledLine("compute capability", *device.compute_capability);
    }
    text += figureText("memory", bytesText(device.memory), device.memory);
    text += figureText("driver context", bytesText(device.context), device.context);
    if (device.memory_bandwidth) {
        text += figureText("memory bandwidth", bandwidthText(*device.memory_bandwidth), *device.memory_bandwidth);
    }
    if (const auto& figures = device.in_training) {
        text += figureText("in training",
                           "kernel slowdown " + formatNumber(figures->kernel_slowdown) + "x, launch time "
                               + formatSeconds(figures->launch) + ", " + formatBytes(figures->workspace)
                               + " in addition to the tensors of layers",
                           figures->source, figures->date);
    }
    for (const auto& [label, rate] :
         std::initializer_list<std::pair<const char*, const Rate&>> {{"fp32", device.peak_fp32},
                                                                     {"tf32", device.peak_tf32},
                                                                     {"fp16", device.peak_fp16},
                                                                     {"bf16", device.peak_bf16}}) {
        if (rate) {
            text += figureText(label, teraflops(rate) + " TFLOP/s", *rate);
        }
    }
    return text;
}

std::string linkText(const std::string& label, const Link& link)
{
    return figureText(label, linkRateText(link), link.source, link.date);
}

std::string linksText(const Link& intra_node, const Link& network)
{
    return linkText("intra-node link", intra_node) + linkText("inter-node link", network);
}

std::string entryText(const CatalogueEntry& entry)
{
    std::string text = terminalLine(entry.device.name) + (entry.user_defined ? " (user-defined)\n" : "\n");
    if (!entry.aliases.empty()) {
        text += labeledLine("aliases", listed(entry.aliases));
    }
    return text + deviceText(entry.device) + labeledLine("devices per node", std::to_string(entry.devices_per_node))
        + linksText(entry.intra_node, entry.network);
}

nlohmann::json entryJson(const CatalogueEntry& entry)
{
    auto json = encodeJson(entry);
    json["own"] = entry.user_defined;
    return json;
}

Result<ExitCode> list(const Output& output)
{
    auto devices = nlohmann::json::array();
    TextTable table({{"type"},
                     {"source"},
                     {"kind"},
                     {"memory", Align::Right},
                     {"fp32", Align::Right},
                     {"tf32", Align::Right},
                     {"fp16", Align::Right},
                     {"bf16", Align::Right},
                     {"devices/node", Align::Right},
                     {"intra-node", Align::Right},
                     {"inter-node", Align::Right}});
    for (const CatalogueEntry& entry : catalogue().entries) {
        const DeviceType& device = entry.device;
        devices.push_back(entryJson(entry));
        table.add({device.name, entry.user_defined ? "user" : "shipped", std::string(nameOf(device.kind)),
                   formatBytes(device.memory), teraflops(device.peak_fp32), teraflops(device.peak_tf32),
                   teraflops(device.peak_fp16), teraflops(device.peak_bf16), std::to_string(entry.devices_per_node),
                   bandwidthText(entry.intra_node.bandwidth), bandwidthText(entry.network.bandwidth)});
    }
    output.document({{"devices", devices}});
    output.print(
        table.text()
        + "\nfp32 to bf16: TFLOP/s of dense matrix products. Links: per device and direction. For the source of "
          "each number, run: stagecraft-cli hardware show TYPE\n");
    return ExitCode::Done;
}

// A device type of the catalogue, or a cluster.
Result<ExitCode> show(const std::string& name, const Output& output)
{
    if (const CatalogueEntry* entry = catalogue().find(name)) {
        output.document(entryJson(*entry));
        output.print(entryText(*entry));
        return ExitCode::Done;
    }
    const auto book = offers();
    if (const KnownOffer* offer = book->byId(name)) {
        return showOffer(*offer, output);
    }
    const auto cluster = readCluster(name, interruptToken());
    if (!cluster) {
        // The short form of a cluster begins with a number; any other name is treated as a device type.
        const bool type = cluster.error().code == ErrorCode::ClusterMalformed && name.find_first_of("0123456789") != 0;
        return type ? failure(ErrorCode::DeviceTypeUnknown, {name, catalogue().namesLike(name)})
                    : failure(cluster.error());
    }
    output.document(encodeJson(*cluster));
    std::string text;
    for (const ClusterGroup& group : cluster->groups) {
        text += std::to_string(group.nodes) + " x " + std::to_string(group.devices_per_node) + " "
            + terminalLine(group.device.name) + "\n" + deviceText(group.device)
            + linksText(group.intra_node, group.network);
        if (group.price_per_node) {
            text += labeledLine("price",
                                "$" + formatNumber(group.price_per_node->value) + " per node and hour"
                                    + (group.offer ? ", " + group.offer->id() : ""));
        }
    }
    output.print(text);
    return ExitCode::Done;
}

auto named(std::vector<CatalogueEntry>& entries, const std::string& name)
{
    return std::find_if(entries.begin(), entries.end(),
                        [&name](const CatalogueEntry& entry) { return entry.device.name == name; });
}

bool isShipped(const std::string& name)
{
    const CatalogueEntry* entry = shippedCatalogue().find(name);
    return entry != nullptr && entry->device.name == name;
}

Result<ExitCode> add(const std::string& path, const Output& output)
{
    const auto text = readFile(path, fileLimit, interruptToken());
    if (!text) {
        return failure(text.error());
    }
    const auto entries = readCatalogue(*text, path);
    if (!entries) {
        return failure(entries.error());
    }
    auto user_defined = userHardware();
    if (!user_defined) {
        return failure(user_defined.error());
    }
    const std::string file = userHardwarePath().toStdString();
    nlohmann::json json {{"file", file}, {"added", nlohmann::json::array()}, {"replaced", nlohmann::json::array()}};
    std::string report;
    for (const CatalogueEntry& entry : *entries) {
        const auto before = named(*user_defined, entry.device.name);
        const bool replaced = before != user_defined->end();
        if (replaced) {
            *before = entry;
        } else {
            user_defined->push_back(entry);
        }
        json[replaced ? "replaced" : "added"].push_back(entry.device.name);
        report += (replaced ? "Replaced " : "Added ") + entry.device.name + (replaced ? " in " : " to ") + file
            + (isShipped(entry.device.name) ? "; it replaces the shipped type\n" : "\n");
    }
    if (const auto kept = writeUserHardware(*user_defined); !kept) {
        return failure(kept.error());
    }
    output.document(json);
    output.print(entries->empty() ? path + " has no device types\n" : report);
    return ExitCode::Done;
}

Result<ExitCode> remove(const std::string& name, const Output& output)
{
    if (offers()->byId(name) != nullptr) {
        return removeOffer(name, output);
    }
    auto user_defined = userHardware();
    if (!user_defined) {
        return failure(user_defined.error());
    }
    const auto entry = named(*user_defined, name);
    if (entry == user_defined->end()) {
        std::vector<std::string> names;
        for (const CatalogueEntry& other : *user_defined) {
            names.push_back(other.device.name);
        }
        const std::string possible = names.empty() ? "none (you have not added any)" : listed(names);
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the device type to remove"), name, "user-defined types: " + possible});
    }
    user_defined->erase(entry);
    if (const auto kept = writeUserHardware(*user_defined); !kept) {
        return failure(kept.error());
    }
    const std::string file = userHardwarePath().toStdString();
    output.document({{"file", file}, {"removed", name}});
    output.print("Removed " + name + " from " + file
                 + (isShipped(name) ? "; the shipped type is in effect again\n" : "\n"));
    return ExitCode::Done;
}

}

void addHardwareCommand(CLI::App& app, Task& task)
{
    CLI::App& command = *app.add_subcommand("hardware", "List, show, add and remove device types and offers");
    command.require_subcommand(1);
    CLI::App& all = *command.add_subcommand("list", "List all device types, user-defined types first");
    addJsonOption(all, task);
    all.callback([&task] { task.run = [](const Output& output, const Interrupt&) { return list(output); }; });

    const auto argument = std::make_shared<std::string>();
    const auto addOne = [&](const char* name, const char* description, const char* what, const char* whatDescription,
                            Result<ExitCode> (*run)(const std::string&, const Output&)) {
        CLI::App& one = *command.add_subcommand(name, description);
        one.add_option(what, *argument, whatDescription)->required();
        addJsonOption(one, task);
        one.callback([argument, run, &task] {
            task.run = [argument, run](const Output& output, const Interrupt&) { return run(*argument, output); };
        });
    };
    addOne("show", "Show a device type, an offer or a cluster with all numbers and their sources", "NAME",
           "Device type, offer, or cluster as for --cluster", show);
    addOne("add", "Add or change user-defined device types", "FILE",
           "Catalog file, or one entry as printed by \"hardware show NAME --json\"", add);
    addOne("remove", "Remove a user-defined device type or offer", "NAME", "Device type or offer", remove);
    addOffersCommands(command, task);
}

}
