// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/kernel.h"

#include "core/base/overloaded.h"

namespace stagecraft {

Flops Kernel::flops() const
{
    const Flops each = std::visit(
        overloaded {[](std::monostate) { return Flops(0); }, [](const auto& of) { return of.flops(); }}, shape);
    return each * static_cast<double>(count);
}

Flops PassWork::flops() const
{
    Flops sum;
    for (const Kernel& kernel : kernels) {
        sum += kernel.flops();
    }
    return sum;
}

double PassWork::traffic() const
{
    double sum = 0;
    for (const Kernel& kernel : kernels) {
        sum += kernel.traffic * kernel.count;
    }
    return sum;
}

int PassWork::operations() const
{
    int sum = 0;
    for (const Kernel& kernel : kernels) {
        sum += kernel.count;
    }
    return sum;
}

}
