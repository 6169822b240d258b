// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/stackform.h"

#include <algorithm>
#include <array>

namespace stagecraft {

namespace {

constexpr std::array sheets {
    DeviceSheet {"H100", "H100-80GB", FlopsPerSecond(989e12), BytesPerSecond(450e9), BytesPerSecond(50e9),
                 "data sheets of NVIDIA H100 SXM and DGX H100 (400 Gb/s a GPU)"},
    DeviceSheet {"H200", "H200", FlopsPerSecond(989e12), BytesPerSecond(450e9), BytesPerSecond(50e9),
                 "data sheets of NVIDIA H200 SXM and DGX H200 (400 Gb/s a GPU)"},
    DeviceSheet {"A100", "A100-80GB", FlopsPerSecond(312e12), BytesPerSecond(300e9), BytesPerSecond(25e9),
                 "data sheets of NVIDIA A100 SXM and DGX A100 (200 Gb/s a GPU)"},
    DeviceSheet {"V100", "V100-32GB", FlopsPerSecond(125e12), BytesPerSecond(150e9), BytesPerSecond(12.5e9),
                 "data sheets of NVIDIA V100 SXM and DGX-2 (100 Gb/s a pair of GPUs or better)"},
};

}

std::optional<DeviceSheet> deviceSheet(std::string_view name)
{
    const auto found =
        std::find_if(sheets.begin(), sheets.end(), [&](const DeviceSheet& sheet) { return sheet.name == name; });
    return found == sheets.end() ? std::nullopt : std::optional(*found);
}

MemoryKind usualKind(StackForm form)
{
    // Nanotron's page does not say it: the fitted logits (8.8 of 10 bytes) and fixed bytes (0.2 GiB) fit allocated
    // ones.
    return form == StackForm::Torchtitan ? MemoryKind::Reserved : MemoryKind::Allocated;
}

}
