// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/state.h"

namespace stagecraft {

namespace {

int copiesOf(OptimizerKind optimizer)
{
    switch (optimizer) {
    case OptimizerKind::Sgd:
        return 0;
    case OptimizerKind::Momentum:
        return 1;
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
        return 2;
    }
    return 0;
}

}

Bytes optimizerStateBytes(OptimizerKind optimizer, Precision precision, Bytes gradients)
{
    const int copies = copiesOf(optimizer) + (hasMasterWeights(precision) ? 1 : 0);
    const std::int64_t wider = bytesOf(NumberType::Fp32) / bytesOf(parameterType(precision));
    return gradients * (copies * wider);
}

}
