// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/probereport.h"

#include "app/cli/texttable.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/base/terminaltext.h"

#include <array>
#include <map>

namespace stagecraft {

namespace {

// A rate and its spread in the given unit: "123 +- 4".
std::string withSpread(double rate, double spread, double unit)
{
    return formatNumber(rate / unit) + " +- " + formatNumber(spread / unit);
}

std::string gigabytes(BytesPerSecond rate, BytesPerSecond spread)
{
    return withSpread(rate.value, spread.value, 1e9);
}

std::string gigahertz(const std::optional<Hertz>& clock)
{
    return clock ? formatNumber(clock->value / 1e9) + " GHz" : "";
}

struct RateUnit {
    double size;
    const char* name;
};

RateUnit unitOf(const DeviceProbe& probe)
{
    return probe.device.kind == DeviceKind::Cuda ? RateUnit {1e12, " TFLOP/s"} : RateUnit {1e9, " GFLOP/s"};
}

// One row per size, one column per number type.
std::string matrixText(const DeviceProbe& probe)
{
    const RateUnit unit = unitOf(probe);
    std::vector<TextTable::Column> columns {{"matrix size", Align::Right}};
    for (const auto& [type, name] : enumNames<ProductType>) {
        columns.push_back({std::string(name) + unit.name, Align::Right});
    }
    std::map<std::int64_t, std::vector<std::string>> rows;
    for (const MatrixRate& rate : probe.matrix) {
        auto& cells = rows.try_emplace(rate.size, columns.size()).first->second;
        cells.front() = std::to_string(rate.size);
        cells[1 + static_cast<std::size_t>(rate.type)] = withSpread(rate.rate.value, rate.spread.value, unit.size);
    }
    TextTable table(std::move(columns));
    for (auto& [size, cells] : rows) {
        table.add(std::move(cells));
    }
    return table.text();
}

std::string memoryText(const DeviceProbe& probe)
{
    TextTable table({{"memory read and written", Align::Right}, {"GB/s", Align::Right}});
    for (const MemoryRate& rate : probe.memory) {
        table.add({formatBytes(rate.moved), gigabytes(rate.rate, rate.spread)});
    }
    return table.text();
}

// One row per size, one column per direction.
std::string copiesText(const DeviceProbe& probe)
{
    std::map<std::int64_t, std::vector<std::string>> rows;
    for (const CopyRate& copy : probe.copies) {
        auto& cells = rows.try_emplace(copy.size.value, 4).first->second;
        cells.front() = formatBytes(copy.size);
        cells[1 + static_cast<std::size_t>(copy.direction)] = gigabytes(copy.rate, copy.spread);
    }
    TextTable table({{"copies", Align::Right},
                     {"host to device GB/s", Align::Right},
                     {"device to host GB/s", Align::Right},
                     {"both directions GB/s", Align::Right}});
    for (auto& [size, cells] : rows) {
        table.add(std::move(cells));
    }
    return table.text();
}

std::string linksText(const DeviceProbe& probe)
{
    TextTable table({{"link"}, {"GB/s", Align::Right}, {"latency", Align::Right}, {""}});
    for (const DeviceLink& link : probe.links) {
        table.add({std::to_string(link.from) + " to " + std::to_string(link.to), gigabytes(link.rate, link.spread),
                   formatSeconds(link.latency), link.direct ? "direct" : "via the host"});
    }
    return table.text();
}

std::string reducesText(const DeviceProbe& probe)
{
    TextTable table({{"all-reduce"}, {"devices", Align::Right}, {"time", Align::Right}});
    for (const AllReduceTime& reduce : probe.all_reduces) {
        table.add({formatBytes(reduce.size), std::to_string(reduce.devices), formatSeconds(reduce.time.median)});
    }
    return table.text();
}

// One row per known value.
std::string knownText(const DeviceProbe& probe)
{
    const auto bytes = [](const std::optional<Bytes>& known) { return known ? formatBytes(*known) : std::string(); };
    const std::array entries {
        std::pair {"driver context", bytes(probe.fixed.context)},
        std::pair {"matrix workspace", bytes(probe.fixed.workspace)},
        std::pair {"matrix libraries", bytes(probe.fixed.libraries)},
        std::pair {"NCCL", bytes(probe.fixed.collectives)},
        std::pair {"clock under load", gigahertz(probe.clocks.compute)},
        std::pair {"maximum clock", gigahertz(probe.clocks.compute_most)},
        std::pair {"memory clock", gigahertz(probe.clocks.memory_most)},
    };
    TextTable table({{"fixed memory and clocks"}, {"", Align::Right}});
    for (const auto& [name, value] : entries) {
        if (!value.empty()) {
            table.add({name, value});
        }
    }
    return table.text();
}

}

std::string probeText(const DeviceProbe& probe)
{
    const MeasuredDevice& device = probe.device;
    const std::string driver = device.driver.empty() ? "" : ", driver for CUDA " + device.driver;
    std::string text = terminalLine(device.name) + " (" + device.software + driver + ", "
        + std::to_string(device.threads) + " threads), " + formatBytes(device.memory) + "\n";
    for (const std::string& table : {matrixText(probe), memoryText(probe), copiesText(probe), linksText(probe),
                                     reducesText(probe), knownText(probe)}) {
        const bool hasRows = table.find_first_not_of('\n') != std::string::npos;
        text += hasRows ? "\n" + table : "";
    }
    text += probe.left_out.empty() ? "" : "\n";
    for (const ProbeOmission& omission : probe.left_out) {
        text += "Not measured: " + std::string(nameOf(omission.part)) + ": " + describe(omission.reason) + "\n";
    }
    return text;
}

std::string probeSummary(const DeviceProbe& probe)
{
    const RateUnit unit = unitOf(probe);
    std::string text;
    for (const auto& [type, name] : enumNames<ProductType>) {
        if (const auto best = bestRate(probe, type)) {
            text += (text.empty() ? "" : ", ") + std::string(name) + " " + formatNumber(best->value / unit.size)
                + unit.name;
        }
    }
    if (!probe.memory.empty()) {
        text += (text.empty() ? "" : ", ") + std::string("memory ") + formatNumber(probe.memory.back().rate.value / 1e9)
            + " GB/s";
    }
    return text;
}

}
