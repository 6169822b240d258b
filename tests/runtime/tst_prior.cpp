// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/layerprior.h"
#include "core/measuring/plan.h"
#include "core/runtime/device.h"
#include "tests/runtime/measuredonce.h"
#include "tests/runtime/testing.h"
#include "tests/support/families.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

using namespace stagecraft;

namespace {

struct Comparison {
    std::string what;
    double off = 0; // predicted / measured - 1
};

// Compares the prior's figures for each distinct layer with the measured ones.
// `highest`: measured / predicted - 1 of each layer's highest peak.
void compare(const std::string& name, const Model& model, const Workload& workload, std::vector<Comparison>& all,
             std::vector<Comparison>& highest)
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(device);
    for (const ProfilePoint& point : pointsOf({model, workload, {3}, {workload.sequence}, DeviceKind::Cpu, 0, {}})) {
        const Measurement& measured = testing::measuredOnce(point, *device);
        const auto prior = layerPrior(point, DeviceKind::Cpu);
        REQUIRE(prior);
        const auto add = [&](const char* part, Bytes LayerMemory::*value) {
            const Bytes truth = measured.memory.*value;
            if (truth < Bytes(4096)) {
                return;
            }
            std::ostringstream text;
            text << name << ", " << kindName(point.spec) << ", " << part << ": " << (prior->memory.*value).value
                 << " for " << truth.value;
            all.push_back({text.str(), prior->memory.*value / truth - 1});
        };
        add("saved", &LayerMemory::saved);
        add("forward", &LayerMemory::forward_peak);
        add("backward", &LayerMemory::backward_peak);
        add("accumulate", &LayerMemory::accumulate_peak);
        add("owned backward", &LayerMemory::owned_backward_peak);
        const auto most = [](const LayerMemory& memory) {
            return std::max({memory.saved, memory.forward_peak, memory.backward_peak, memory.accumulate_peak});
        };
        if (most(measured.memory) >= Bytes(4096) && most(prior->memory) > Bytes(0)) {
            highest.push_back({name, most(measured.memory) / most(prior->memory) - 1});
        }
        CHECK_MESSAGE(prior->memory.output == measured.memory.output,
                      name << " " << kindName(point.spec) << ": " << prior->memory.output.value << " for "
                           << measured.memory.output.value);
        CHECK(prior->memory.input == measured.memory.input);
        CHECK_MESSAGE(prior->memory.context == measured.memory.context,
                      name << " " << kindName(point.spec) << ": " << prior->memory.context.value << " for "
                           << measured.memory.context.value);
        CHECK_MESSAGE(prior->memory.keeps_input == measured.memory.keeps_input, name << " " << kindName(point.spec));
        CHECK_MESSAGE(prior->memory.keeps_output == measured.memory.keeps_output, name << " " << kindName(point.spec));
    }
}

double share(const std::vector<Comparison>& all, double within)
{
    const auto good =
        std::count_if(all.begin(), all.end(), [&](const Comparison& c) { return std::abs(c.off) <= within; });
    return static_cast<double>(good) / static_cast<double>(all.size());
}

}

// Formulas without any measurement, the first figures that a user sees, are close to measured ones.
TEST_CASE("formulas alone are near what is measured")
{
    std::vector<Comparison> all;
    std::vector<Comparison> highest;
    for (const testing::SmallFamily& family : testing::smallFamilies()) {
        const auto model = parseConfig(family.config, family.name);
        REQUIRE(model);
        for (const AttentionKind attention : {AttentionKind::Sdpa, AttentionKind::Eager}) {
            for (const Precision precision : {Precision::Fp32, Precision::Bf16Autocast}) {
                Workload workload;
                workload.sequence = model->sample == SampleKind::Image ? model->longest_sequence : 48;
                workload.attention = attention;
                workload.precision = precision;
                compare(std::string(family.name) + ", " + std::string(nameOf(attention)) + ", "
                            + std::string(nameOf(precision)),
                        *model, workload, all, highest);
            }
        }
    }
    for (const char* zoo : {"zoo:resnet18", "zoo:vgg11", "zoo:efficientnet_b0"}) {
        Workload workload;
        workload.sequence = 64;
        compare(zoo, readModel(zoo).value(), workload, all, highest);
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return std::abs(a.off) > std::abs(b.off); });
    for (const Comparison& comparison : all) {
        INFO(comparison.what << ", " << 100 * comparison.off << " %");
        CHECK(std::abs(comparison.off) < 10);
    }
    // Formulas do not contain the workspaces of libraries, for products in bf16 and convolutions on the CPU.
    CHECK_MESSAGE(share(all, 0.01) > 0.65, all.size() << " figures, within 1 %: " << share(all, 0.01));
    // Width of the bounds in core/cost/prior/analyticcost.cpp.
    CHECK_MESSAGE(share(highest, 0.5) > 0.93,
                  highest.size() << " highest peaks, within 12 %: " << share(highest, 0.12));
    CHECK_MESSAGE(share(all, 0.2) > 0.75, "within 5 %: " << share(all, 0.05) << ", 20 %: " << share(all, 0.2));
}
