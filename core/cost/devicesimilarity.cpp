// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/devicesimilarity.h"

#include "core/hardware/catalogue.h"

#include <algorithm>

namespace stagecraft {

DeviceSimilarity deviceSimilarity(const MeasuredDevice& measured, const DeviceType& device)
{
    if (measured.kind != device.kind) {
        return DeviceSimilarity::OtherKind;
    }
    const auto& names = device.driver_names;
    const bool named = std::find(names.begin(), names.end(), measured.name) != names.end();
    return names.empty() || named ? DeviceSimilarity::Same : DeviceSimilarity::SameKind;
}

std::optional<DeviceType> typeOf(const MeasuredDevice& measured)
{
    const CatalogueEntry* entry = catalogue().find(measured.name);
    return entry != nullptr && entry->device.kind == measured.kind ? std::optional(entry->device) : std::nullopt;
}

}
