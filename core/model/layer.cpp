// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/layer.h"

#include "core/base/overloaded.h"

namespace stagecraft {

std::string kindName(const LayerSpec& spec)
{
    return std::visit(overloaded {
                          [](const Program& program) { return program.kind(); },
                          [](const TableRow&) { return std::string("table_row"); },
                          [](const ScriptedLayer& layer) { return layer.type; },
                      },
                      spec);
}

std::string signatureOf(const LayerSpec& spec)
{
    return std::visit(overloaded {
                          [](const Program& program) { return program.signature(); },
                          [](const TableRow&) { return std::string(); },
                          [](const ScriptedLayer& layer) { return signatureOf(layer); },
                      },
                      spec);
}

}
