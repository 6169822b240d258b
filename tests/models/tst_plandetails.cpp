// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/models/plans.h"
#include "ui/words/plandetails.h"

#include <QLocale>
#include <QTest>

using namespace stagecraft;

namespace {

// Formats groups as "Title: what = words; words", one line per group.
QStringList linesOf(const Candidate& candidate)
{
    QStringList lines;
    for (const PlanDetailGroup& group : planDetails(candidate)) {
        QStringList parts;
        for (const PlanDetail& detail : group.details) {
            parts << (detail.what.isEmpty() ? detail.words : detail.what + QStringLiteral(" = ") + detail.words);
        }
        lines << group.title + QStringLiteral(": ") + parts.join(QStringLiteral("; "));
    }
    return lines;
}

Candidate somePlan()
{
    Candidate candidate = test::plansFrom("stagecraft recommended 2 2 3 8 2")->candidates.front();
    Estimate& estimate = candidate.estimate;
    estimate.step_low = Seconds(1.5);
    estimate.step_high = Seconds(2.75);
    auto devices = estimate.devices.all();
    DeviceEstimate& fullest = devices.front();
    fullest.peak_low = gibibytes(2.5);
    fullest.peak_high = gibibytes(3.5);
    fullest.reserved = gibibytes(4);
    fullest.device = gibibytes(5);
    fullest.device_high = gibibytes(6);
    estimate.devices = devices;
    return candidate;
}

}

class TestPlanDetails : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void showsPeaksAndStepWithTheirBounds();
    void showsThePeakOfAnotherDeviceThanTheFullest();
    void showsWhatThePlanDoes();
    void showsTheBasisOfTheFigures();
    void nothingIsReportedOfNoPlan();
};

void TestPlanDetails::showsPeaksAndStepWithTheirBounds()
{
    QCOMPARE(
        linesOf(somePlan()),
        QStringList({
            QStringLiteral("Plan: Stages = 2; Data parallel = 2; Devices = 4; Micro-batches = 1 × 8; Schedule = "
                           "1F1B"),
            QStringLiteral("Memory of the fullest device: Allocated = 3.00 GiB (bounds 2.50 GiB to 3.50 GiB); "
                           "Reserved = 4.00 GiB; Device memory = 5.00 GiB; Upper bound = 6.00 GiB of 8.00 GiB"),
            QStringLiteral("Time and cost: Step time = 2.00 s (bounds 1.50 s to 2.75 s); Throughput = 4,100 tokens/s; "
                           "Pipeline bubble = 25.0 %"),
            QStringLiteral("Basis: Memory = measured; Time = measured"),
            QStringLiteral("Layers: Stage 0: layers 0–2\nStage 1: layers 3–5"),
        }));
}

// The peak equals that of tables and cards, even if a device with a lower peak has the higher upper bound.
void TestPlanDetails::showsThePeakOfAnotherDeviceThanTheFullest()
{
    Candidate candidate = somePlan();
    auto devices = candidate.estimate.devices.all();
    devices.front().peak = gibibytes(2.75);
    candidate.estimate.devices = devices;
    QCOMPARE(candidate.estimate.peak, gibibytes(3));
    QVERIFY2(linesOf(candidate)[1].startsWith(QStringLiteral(
                 "Memory of the fullest device: Highest peak of all devices = 3.00 GiB; Allocated = 2.75 GiB")),
             qPrintable(linesOf(candidate)[1]));
}

void TestPlanDetails::showsWhatThePlanDoes()
{
    Candidate candidate = somePlan();
    candidate.plan = withDegrees(withPolicies(candidate.plan, *parsePolicies("full@1-2")), {{2, 2, true}, 4});
    candidate.plan.zero_stage = 1;
    candidate.plan.training.offload = StateOffload::Optimizer;
    QCOMPARE(linesOf(candidate).front(),
             QStringLiteral(
                 "Plan: Stages = 2; Data parallel = 2; Tensor parallel = 2, sequence parallel; Context parallel = 4, "
                 "Ring attention; Expert parallel = 2; Devices = 32; Micro-batches = 1 × 8; "
                 "Schedule = 1F1B; ZeRO = ZeRO-1: optimizer; Activations = full@1-2; CPU offload = Optimizer"));
}

void TestPlanDetails::showsTheBasisOfTheFigures()
{
    Candidate candidate = somePlan();
    candidate.estimate.memory_basis = Basis::Calibrated;
    candidate.estimate.extrapolated = true;
    QCOMPARE(linesOf(candidate)[3],
             QStringLiteral("Basis: Memory = calibrated; Time = measured; Extrapolated beyond the "
                            "measured range."));
}

void TestPlanDetails::nothingIsReportedOfNoPlan()
{
    QVERIFY(planDetails({}).empty());
}

QTEST_GUILESS_MAIN(TestPlanDetails)
#include "tst_plandetails.moc"
