// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/baselines/baseline.h"

// Rules behind baselines(), one file each. Their tasks must satisfy the checks of Baseline::run().
namespace stagecraft::baseline {

BaselineAnswer alpa(const BaselineTask& task);
BaselineAnswer bapipe(const BaselineTask& task);
BaselineAnswer capslog(const BaselineTask& task);
BaselineAnswer capslogTieBreak(const BaselineTask& task);
BaselineAnswer dapple(const BaselineTask& task);
BaselineAnswer dawnpiper(const BaselineTask& task);
BaselineAnswer deepspeedParameters(const BaselineTask& task);
BaselineAnswer deepspeedType(const BaselineTask& task);
BaselineAnswer deepspeedUniform(const BaselineTask& task);
BaselineAnswer galvatron(const BaselineTask& task);
BaselineAnswer graphpipe(const BaselineTask& task);
BaselineAnswer hetpipe(const BaselineTask& task);
BaselineAnswer mcapBisection(const BaselineTask& task);
BaselineAnswer mcapBruteForce(const BaselineTask& task);
BaselineAnswer megatronUniform(const BaselineTask& task);
BaselineAnswer megatronUniformEmbedding(const BaselineTask& task);
BaselineAnswer ono(const BaselineTask& task);
BaselineAnswer pase(const BaselineTask& task);
BaselineAnswer pipedream(const BaselineTask& task);
BaselineAnswer piper(const BaselineTask& task);
BaselineAnswer splitbrain(const BaselineTask& task);
BaselineAnswer spp(const BaselineTask& task);
BaselineAnswer tavarageri(const BaselineTask& task);
BaselineAnswer torchgpipeSize(const BaselineTask& task);
BaselineAnswer torchgpipeTime(const BaselineTask& task);

}
