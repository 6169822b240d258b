// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/kerneltables.h"
#include "core/hardware/catalogue.h"
#include "core/json/fields.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::string_view shippedText =
#include "embedded/core/cost/kernels.json.inc"
    ;

RateGrid gridOf(const nlohmann::json& json, const std::vector<const char*>& axes, const nlohmann::json& rates)
{
    RateGrid grid;
    for (const char* axis : axes) {
        grid.axes.push_back(json.at(axis).get<std::vector<double>>());
    }
    grid.teraflops = rates.get<std::vector<double>>();
    return grid;
}

RateGrid productsOf(const nlohmann::json& json)
{
    return gridOf(json, {"m", "n", "k"}, json.at("teraflops_per_second"));
}

// Compiled into the program: an error is a bug and may throw.
std::vector<KernelTable> shippedTables()
{
    const auto json = parseJson(shippedText);
    requireFormat(json, "stagecraft-kernels", 1);
    std::vector<KernelTable> tables;
    for (const auto& entry : json.at("tables")) {
        KernelTable table;
        table.devices = entry.at("devices").get<std::vector<std::string>>();
        table.slower_in_training = entry.at("slower_in_training").get<double>();
        table.products = productsOf(entry.at("products"));
        if (const auto fp8 = entry.find("products_fp8"); fp8 != entry.end()) {
            table.products_fp8 = productsOf(*fp8);
        }
        const auto& attention = entry.at("attention");
        for (const auto& width : attention.at("of_widths")) {
            table.attention.push_back({width.at("head_width").get<int>(),
                                       gridOf(attention, {"sequence", "heads"}, width.at("teraflops_per_second"))});
        }
        tables.push_back(std::move(table));
    }
    return tables;
}

bool hasName(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

// User-defined types have another name, but the built-in type's driver name.
bool isOfChip(const KernelTable& table, const std::vector<std::string>& driver_names)
{
    return std::any_of(table.devices.begin(), table.devices.end(), [&](const std::string& type) {
        const CatalogueEntry* shipped = shippedCatalogue().find(type);
        return shipped != nullptr
            && std::any_of(driver_names.begin(), driver_names.end(),
                           [&](const std::string& name) { return hasName(shipped->device.driver_names, name); });
    });
}

}

const KernelTable* kernelTableOf(const DeviceType& device)
{
    static const std::vector<KernelTable> shipped = shippedTables();
    auto found = std::find_if(shipped.begin(), shipped.end(),
                              [&](const KernelTable& table) { return hasName(table.devices, device.name); });
    if (found == shipped.end()) {
        found = std::find_if(shipped.begin(), shipped.end(),
                             [&](const KernelTable& table) { return isOfChip(table, device.driver_names); });
    }
    return found == shipped.end() ? nullptr : &*found;
}

}
