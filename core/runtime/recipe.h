// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/precision.h"

#include <ATen/autocast_mode.h>
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

namespace stagecraft {

c10::ScalarType scalarType(NumberType type);

// RAII scope in which this thread's forward passes follow a precision's rules, as inside torch.autocast. Destroying it
// frees autocast's cached parameter copies. Scopes may be nested.
class PrecisionScope {
public:
    PrecisionScope(Precision precision, c10::Device device);
    PrecisionScope(const PrecisionScope&) = delete;
    PrecisionScope& operator=(const PrecisionScope&) = delete;
    ~PrecisionScope();

private:
    bool m_autocast;
    c10::DeviceType m_device;
    bool m_was_enabled = false;
    c10::ScalarType m_former = c10::ScalarType::Float;
};

}
