// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/clustersheet.h"

#include "core/base/format.h"
#include "core/hardware/catalogue.h"

namespace stagecraft {

namespace {

// Of 16-bit products, as all stacks have them. 0: no source tells.
double peakOfProducts(const DeviceType& device, Precision precision)
{
    const auto& peak = precision == Precision::Fp16 ? device.peak_fp16 : device.peak_bf16;
    return peak ? peak->value.value : 0;
}

// 1 where one of both is not known: the sheet's own figure counts.
double ratioOf(double own, double usual)
{
    return own > 0 && usual > 0 ? own / usual : 1;
}

void tellScale(std::string& text, const char* what, double ratio)
{
    if (ratio != 1) {
        text += (text.empty() ? "" : ", ") + std::string(what) + " x " + formatNumber(ratio);
    }
}

}

ClusterSheet clusterSheet(const ClusterGroup& group, Precision precision, const DeviceSheet& sheet)
{
    ClusterSheet own {sheet, {}, {}, false};
    // As it came along: what a user's own catalogue says otherwise is to count.
    const CatalogueEntry* usual = shippedCatalogue().find(sheet.type);
    if (usual == nullptr) {
        return own;
    }
    const double own_peak = peakOfProducts(group.device, precision);
    const double peak = ratioOf(own_peak, peakOfProducts(usual->device, precision));
    const double node = ratioOf(group.intra_node.bandwidth.value, usual->intra_node.bandwidth.value);
    const double network = ratioOf(group.network.bandwidth.value, usual->network.bandwidth.value);
    own.sheet.peak = sheet.peak * peak;
    own.sheet.node = sheet.node * node;
    own.sheet.network = sheet.network * network;
    own.sheet.devices_per_node = group.devices_per_node;
    if (own_peak <= 0) {
        own.not_told = precision == Precision::Fp16 ? "peak of fp16 products" : "peak of bf16 products";
    }
    tellScale(own.scaled, "peak", peak);
    tellScale(own.scaled, "links of a node", node);
    tellScale(own.scaled, "network", network);
    if (group.devices_per_node != sheet.devices_per_node) {
        own.scaled += (own.scaled.empty() ? "" : ", ") + std::to_string(group.devices_per_node) + " devices a node for "
            + std::to_string(sheet.devices_per_node);
    }
    own.other_latency =
        group.intra_node.latency != usual->intra_node.latency || group.network.latency != usual->network.latency;
    return own;
}

}
