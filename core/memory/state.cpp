// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/state.h"

namespace stagecraft {

Bytes optimizerStateBytes(OptimizerKind optimizer, Bytes parameters)
{
    switch (optimizer) {
    case OptimizerKind::Sgd:
        return Bytes(0);
    case OptimizerKind::Momentum:
        return parameters;
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
        return parameters * 2;
    }
    return Bytes(0);
}

}
