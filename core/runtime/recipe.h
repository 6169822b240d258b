// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/precision.h"

#include <ATen/autocast_mode.h>
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

namespace stagecraft {

c10::ScalarType scalarType(NumberType type);

// While it lives, forward passes of this thread run by a precision's rules, as inside torch.autocast. The copies of
// parameters that autocast keeps go with it. Nested ones are allowed.
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
