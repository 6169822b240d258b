// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stackuse.h"

#include "core/base/format.h"

namespace stagecraft {

std::string stackPeaksText(const DeviceEstimate& device, const StackUse& use)
{
    const std::string own = " (stack " + use.name + "'s";
    const std::string all = ", at most " + formatBytes(device.device_high) + ".\n";
    const std::string outside =
        "; with libraries, NCCL and driver context " + formatBytes(device.device) + " of the device" + all;
    const std::string start = "The fullest device: ";
    switch (use.memory_kind) {
    case MemoryKind::Reserved:
        return start + formatBytes(device.reserved) + " reserved by the allocator" + own
            + ", which does not tell allocated bytes)" + outside;
    case MemoryKind::Device:
        return start + formatBytes(device.device) + " of the device" + own
            + ", which tells neither allocated nor reserved bytes)" + all;
    default:
        return start + formatBytes(device.peak) + " allocated" + own + "), " + formatBytes(device.reserved)
            + " reserved by the allocator (by what libtorch's takes for each byte)" + outside;
    }
}

std::string stackUseText(const Estimate& estimate, const StackUse& use)
{
    std::string text = "As stack " + use.name + " trains: memory " + use.memory_source + ", time " + use.time_source
        + "; peak " + formatBytes(estimate.peak_low) + " to " + formatBytes(estimate.peak_high) + "\n";
    for (const std::string& note : use.notes) {
        text += "  " + note + "\n";
    }
    return text;
}

}
