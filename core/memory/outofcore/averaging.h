// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

// Data parallelism that exchanges less than all gradients of every step, which changes the training result.
namespace stagecraft {

// Returns the time per step of model averaging: replicas train independently and average their parameters every
// `period` steps (Su and Chen 2015, "Experiments on Parallel Training of Deep Neural Network using Model Averaging",
// arXiv 1507.01239). `exchange`: all-reduce of the parameters. Gradients are not exchanged.
constexpr Seconds averagingTime(Seconds exchange, int period)
{
    return exchange / static_cast<double>(period > 1 ? period : 1);
}

}
