// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

// Data parallelism that exchanges less than all gradients of every step. Both change what is trained: a plan with them
// is not the same training.
namespace stagecraft {

// Replicas that train by themselves and average their parameters every `period` steps (Su and Chen 2015, "Experiments
// on Parallel Training of Deep Neural Network using Model Averaging", arXiv 1507.01239): of `exchange`, the all-reduce
// of the parameters, a step bears its share. Gradients are not exchanged.
constexpr Seconds averagingTime(Seconds exchange, int period)
{
    return exchange / static_cast<double>(period > 1 ? period : 1);
}

// Independent subnets (Shulgin and Richtarik 2023, "Towards a Better Theoretical Understanding of Independent
// Subnetwork Training"): each of n workers trains a part of its own, and the parts are put together and dealt anew
// every `period` steps. About an n-th of everything: a model of the costs, as how a network is cut decides.
struct Subnets {
    int workers = 1;
    int period = 1;

    static constexpr bool changes_training = true;
};

struct SubnetBytes {
    Bytes parameters;
    Bytes optimizer; // gradients too
    Bytes activations;
    Bytes traffic; // of a worker for each step, on average and each way: its part there and the next one back
};

constexpr SubnetBytes subnetBytes(const Subnets& subnets, const SubnetBytes& whole)
{
    const double share = 1.0 / (subnets.workers > 1 ? subnets.workers : 1);
    const Bytes part = scaled(whole.parameters, share);
    const double exchanged = subnets.workers > 1 ? 1.0 / (subnets.period > 1 ? subnets.period : 1) : 0;
    return {part, scaled(whole.optimizer, share), scaled(whole.activations, share), scaled(part, exchanged)};
}

}
