// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/layer.h"

namespace stagecraft {

std::string kindName(const LayerSpec& spec)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr ? program->kind() : "table_row";
}

const std::string& signatureOf(const LayerSpec& spec)
{
    static const std::string none;
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr ? program->signature() : none;
}

}
