// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/recipe.h"

namespace stagecraft {

c10::ScalarType scalarType(NumberType type)
{
    switch (type) {
    case NumberType::Fp32:
        return c10::kFloat;
    case NumberType::Bf16:
        return c10::kBFloat16;
    case NumberType::Fp16:
        return c10::kHalf;
    }
    return c10::kFloat;
}

PrecisionScope::PrecisionScope(Precision precision, c10::Device device)
    : m_autocast(precision == Precision::Bf16Autocast), m_device(device.type())
{
    if (!m_autocast) {
        return;
    }
    m_was_enabled = at::autocast::is_autocast_enabled(m_device);
    m_former = at::autocast::get_autocast_dtype(m_device);
    at::autocast::set_autocast_enabled(m_device, true);
    at::autocast::set_autocast_dtype(m_device, c10::kBFloat16);
    at::autocast::increment_nesting();
}

PrecisionScope::~PrecisionScope()
{
    if (!m_autocast) {
        return;
    }
    if (at::autocast::decrement_nesting() == 0) {
        at::autocast::clear_cache();
    }
    at::autocast::set_autocast_enabled(m_device, m_was_enabled);
    at::autocast::set_autocast_dtype(m_device, m_former);
}

}
