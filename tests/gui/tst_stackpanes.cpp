// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// With a stack, all panes tell its figures of a plan, how they come about, and what they rest on; what else is drawn or
// measured is named as such.
#include "core/hardware/cluster.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "ui/breakdown/breakdowndialog.h"
#include "ui/mainwindow/candidatespane.h"
#include "ui/mainwindow/timelinepane.h"
#include "ui/models/candidatemodel.h"
#include "ui/models/tablecsv.h"
#include "ui/support/inlinemessage.h"
#include "ui/support/memoryparts.h"
#include "ui/support/numbers.h"
#include "ui/support/veil.h"
#include "ui/timeline/timelinepainter.h"

#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>
#include <map>

using namespace stagecraft;

namespace {

// Of figures in "12.0 MiB (12,582,912 bytes)" or "12,582,912 bytes", all of a text.
qint64 bytesIn(const QString& text)
{
    return QRegularExpression(QStringLiteral("([\\d,]+) bytes")).match(text).captured(1).remove(u',').toLongLong();
}

// "2 min 45 s", "1.5 ms".
double secondsIn(const QString& text)
{
    const std::map<QString, double> units {{"h", 3600}, {"min", 60}, {"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}};
    const QStringList words = QString(text).remove(u',').split(u' ');
    double seconds = 0;
    for (qsizetype i = 0; i + 1 < words.size(); i += 2) {
        seconds += words[i].toDouble() * units.at(words[i + 1]);
    }
    return seconds;
}

// The job of the manual: Llama 2 13B on two machines.
struct Stacked : test::Explorer {
    bool plan(const char* stack)
    {
        window.openPath(test::dataFile("configs/llama-2-13b.json"));
        if (!waitForPlans()) {
            return false;
        }
        Problem problem = bench().document().question()->problem;
        problem.cluster = parseCluster("2x8xA100-40GB").value();
        problem.workload.global_batch = 512;
        problem.workload.sequence = 4096;
        problem.workload.precision = Precision::Bf16Master;
        problem.stack = stack;
        const bool divides = problem.stack == "torchtitan"; // all of the state, always
        problem.target = divides ? Target::Any : Target::Megatron;
        problem.constraints.zero = divides ? 3 : 0;
        bench().edit(problem, bench().newEditId(), QStringLiteral("The manual's question"));
        return waitForPlans();
    }
    const Estimate& estimate() { return bench().plans().current()->estimate; }
    QTreeWidget* breakdown()
    {
        action(QStringLiteral("How was this computed?"))->trigger();
        auto* dialog = window.findChild<BreakdownDialog*>();
        const bool there = comes([dialog] { return dialog && dialog->tree()->topLevelItemCount() > 0; });
        return there ? dialog->tree() : nullptr;
    }
};

const QTreeWidgetItem* figureOf(const QTreeWidget& tree, const QString& title)
{
    for (int i = 0; i < tree.topLevelItemCount(); ++i) {
        if (tree.topLevelItem(i)->text(0).startsWith(title)) {
            return tree.topLevelItem(i);
        }
    }
    return nullptr;
}

}

class TestStackPanes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusedProblemsArePlannedWithoutTheFramework_data();
    void refusedProblemsArePlannedWithoutTheFramework();
    void oldErrorsAreGrey();
    void optionsThatTheFrameworkSkipsAreNamed();
    void theTimelineTellsTheStacksFigures();
    void whatThePlansRestOnIsTheStack();
    void termsAddUp_data();
    void termsAddUp();
    void exportedArgumentsAreOfTheEstimate();
};

void TestStackPanes::refusedProblemsArePlannedWithoutTheFramework_data()
{
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<bool>("adapters");
    QTest::newRow("two types of device") << QStringLiteral("1x8xH100-80GB+1x8xA100-80GB") << false;
    QTest::newRow("adapters") << QStringLiteral("2x8xH100-80GB") << true;
}

// The framework may be the default of a new problem: that it does not support the problem is no dead end.
void TestStackPanes::refusedProblemsArePlannedWithoutTheFramework()
{
    QFETCH(const QString, cluster);
    QFETCH(const bool, adapters);
    Stacked explorer;
    QVERIFY(explorer.plan("megatron"));
    Workbench& bench = explorer.bench();
    Problem problem = bench.document().question()->problem;
    problem.target = Target::Any;
    problem.cluster = parseCluster(cluster.toStdString()).value();
    if (adapters) {
        problem.workload.trainable = *parseTrainable("lora:16");
    }
    bench.edit(problem, bench.newEditId(), QStringLiteral("Not for megatron"));
    QVERIFY(explorer.waitForState(Workbench::PlanState::Failed));
    CandidatesPane& pane = *explorer.window.candidatesPane();
    QVERIFY(pane.isEmptyShown());
    QVERIFY2(pane.empty()->title().contains(QStringLiteral("megatron")), qPrintable(pane.empty()->title()));
    QPushButton* button = pane.empty()->button();
    QVERIFY(button->isVisible());
    QCOMPARE(button->text(), QStringLiteral("Plan without megatron"));
    const int steps = bench.undoStack().index();
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(explorer.waitForPlans());
    QCOMPARE(bench.document().question()->problem.stack, std::string());
    QCOMPARE(bench.undoStack().index(), steps + 1);
    bench.undoStack().undo();
    QCOMPARE(bench.document().question()->problem, problem);
}

void TestStackPanes::optionsThatTheFrameworkSkipsAreNamed()
{
    Stacked explorer;
    QVERIFY(explorer.plan("megatron"));
    Workbench& bench = explorer.bench();
    Problem problem = bench.document().question()->problem;
    problem.constraints.vary = {Dimension::Tensor, Dimension::Recompute};
    bench.edit(problem, bench.newEditId(), QStringLiteral("Any recomputation"));
    QVERIFY(explorer.waitForPlans());
    const auto* line = explorer.field<QLabel>("frameworkGaps");
    QVERIFY(line->isVisibleTo(explorer.window.candidatesPane()));
    QCOMPARE(line->text(), QStringLiteral("Framework megatron skips: recomputation."));
    problem.stack.clear();
    bench.edit(problem, bench.newEditId(), QStringLiteral("No framework"));
    QVERIFY(explorer.waitForPlans());
    QVERIFY(!line->isVisibleTo(explorer.window.candidatesPane()));
}

void TestStackPanes::oldErrorsAreGrey()
{
    Stacked explorer;
    QVERIFY(explorer.plan("megatron"));
    Workbench& bench = explorer.bench();
    Problem problem = bench.document().question()->problem;
    problem.target = Target::Any;
    problem.cluster = parseCluster("1x8xH100-80GB+1x8xA100-80GB").value();
    bench.edit(problem, bench.newEditId(), QStringLiteral("Not for megatron"));
    QVERIFY(explorer.waitForState(Workbench::PlanState::Failed));
    EmptyState& error = *explorer.window.candidatesPane()->empty();
    QVERIFY(error.isVisible() && !Veil::isOld(*error.parentWidget()));
    problem.cluster = parseCluster("2x8xH100-80GB").value();
    bench.edit(problem, bench.newEditId(), QStringLiteral("For megatron"));
    QVERIFY(bench.isSearching());
    QVERIFY(Veil::isOld(*error.parentWidget()));
    QVERIFY(explorer.waitForPlans());
}

void TestStackPanes::theTimelineTellsTheStacksFigures()
{
    Stacked stacked;
    QVERIFY(stacked.plan("megatron"));
    stacked.field<QDockWidget>("timelineDock")->raise();
    TimelinePane& pane = *stacked.window.timelinePane();
    QTRY_VERIFY_WITH_TIMEOUT(pane.isUpToDate() && !pane.isEmptyShown(), patient(20000));
    const TimelineData& data = *pane.chart()->layout().data;
    const Estimate& estimate = stacked.estimate();
    const QString summary = pane.chart()->summary();
    QVERIFY2(summary.startsWith(QStringLiteral("By stack megatron a step takes %1").arg(secondsText(estimate.step))),
             qPrintable(summary));
    QVERIFY(summary.contains(QStringLiteral("holds most: %1").arg(bytesText(estimate.peak))));
    // The simulation's come behind, and say that they are.
    const auto shape = summary.indexOf(QStringLiteral("in libtorch"));
    QVERIFY(shape > 0 && summary.indexOf(secondsText(data.simulated.step.step)) > shape);
    // Of memory there is one figure: the chart is scaled to the framework's.
    QCOMPARE(summary.count(QStringLiteral("iB")), 1);
    for (int place = 0; place < data.places(); ++place) {
        const Bytes peak = data.stack->peaks[static_cast<std::size_t>(place)];
        const MemoryOverTime& memory = data.simulated.memory[static_cast<std::size_t>(place)];
        const auto highest = std::max_element(memory.points.begin(), memory.points.end(),
                                              [](auto& a, auto& b) { return a.highest < b.highest; });
        QCOMPARE(memory.peak, peak);
        QCOMPARE(highest->highest, peak);
        const QStringList labels = timelineLabels(data, place);
        QVERIFY(labels.contains(bytesText(peak)));
        QCOMPARE(labels.filter(QStringLiteral("iB")).size(), 2); // and the capacity
    }
}

void TestStackPanes::whatThePlansRestOnIsTheStack()
{
    Stacked stacked;
    QVERIFY(stacked.plan("megatron"));
    const CandidatesPane& pane = *stacked.window.candidatesPane();
    const QString words = pane.unmeasured()->text();
    QVERIFY(pane.unmeasured()->isVisible());
    QVERIFY2(words.contains(QStringLiteral("stack megatron")) && !words.contains(QStringLiteral("alone")),
             qPrintable(words));
    const StackUse& use = *stacked.estimate().stack;
    QVERIFY(words.contains(QString::fromStdString(use.memory_source))
            && words.contains(QString::fromStdString(use.time_source)));
    QVERIFY(!pane.profileButton()->isVisible()); // measured layers would change neither
    // Without it, formulas alone are what they rest on.
    Problem problem = stacked.bench().document().question()->problem;
    problem.stack.clear();
    stacked.bench().edit(problem, stacked.bench().newEditId(), QStringLiteral("No stack"));
    QVERIFY(stacked.waitForPlans());
    QTRY_VERIFY(pane.unmeasured()->text().contains(QStringLiteral("by formulas alone")));
    QVERIFY(pane.profileButton()->isVisible());
}

void TestStackPanes::termsAddUp_data()
{
    QTest::addColumn<QString>("stack");
    for (const char* stack : {"megatron", "nanotron", "torchtitan"}) {
        QTest::newRow(stack) << QString::fromLatin1(stack);
    }
}

void stepAddsUp(const QTreeWidget& tree, const Estimate& estimate)
{
    const QTreeWidgetItem* step = figureOf(tree, QStringLiteral("Step"));
    QVERIFY(step->childCount() >= 2);
    double seconds = 0;
    for (int i = 0; i < step->childCount(); ++i) {
        const double exact = step->child(i)->data(1, copyRole).toDouble();
        const QString shown = step->child(i)->text(1);
        if (!shown.endsWith(u'%')) { // three digits at least, as many as the bounds leave certain
            QVERIFY2(std::abs(secondsIn(shown) - exact) <= 0.006 * std::abs(exact), qPrintable(shown));
        }
        const QString term = step->child(i)->text(0);
        const bool adds = estimate.stack->tells_time
            ? !term.startsWith(QStringLiteral("At "))
            : term == QStringLiteral("Until the last backward pass") || term == QStringLiteral("After it");
        seconds += adds ? exact : 0;
    }
    QVERIFY2(std::abs(seconds / estimate.step.value - 1) < 1e-12, qPrintable(QString::number(seconds, 'g', 12)));
    QCOMPARE(step->toolTip(0).contains(QStringLiteral("docs/stacks.md")), estimate.stack->tells_time);
}

void TestStackPanes::termsAddUp()
{
    QFETCH(QString, stack);
    Stacked stacked;
    QVERIFY(stacked.plan(stack.toLatin1().constData()));
    const Estimate& estimate = stacked.estimate();
    const QTreeWidget* tree = stacked.breakdown();
    QVERIFY(tree);
    const QTreeWidgetItem* peak = figureOf(*tree, QStringLiteral("Peak"));
    qint64 parts = 0;
    std::map<QString, qint64> shown;
    for (int i = 0; i < peak->childCount(); ++i) {
        const qint64 bytes = bytesIn(peak->child(i)->text(1));
        shown[peak->child(i)->text(0)] = bytes;
        parts += bytes;
    }
    QCOMPARE(parts, estimate.peak.value);
    const QTreeWidgetItem* layers = figureOf(*tree, QStringLiteral("Layers of the stage with the peak, by stack "));
    QVERIFY(layers);
    const std::pair<const char*, const char*> names[] {
        {"parameters", "Parameters"}, {"gradients", "Gradients"}, {"optimizer", "Optimizer"}, {"kept", "Activations"}};
    std::map<QString, qint64> sums;
    qint64 all = 0;
    for (int i = 0; i < layers->childCount(); ++i) {
        const QString tip = layers->child(i)->toolTip(0);
        bool of_layer = false;
        for (const auto& [word, part] : names) {
            const auto match =
                QRegularExpression(QStringLiteral("\\b%1 [^(\\n]*\\(?([\\d,]+) bytes").arg(word)).match(tip);
            if (match.hasMatch()) {
                const qint64 bytes = match.captured(1).remove(u',').toLongLong();
                sums[QString::fromLatin1(part)] += bytes;
                all += bytes;
                of_layer = true;
            }
        }
        if (!of_layer) { // a correction, that names its part
            const qint64 bytes = bytesIn(layers->child(i)->text(1));
            all += bytes;
            const auto part = std::find_if(shown.begin(), shown.end(), [&](const auto& each) {
                return tip.contains(QStringLiteral("Among ") + each.first.toLower());
            });
            QVERIFY2(part != shown.end(), qPrintable(tip));
            sums[part->first] += bytes;
        }
    }
    const qint64 rounding = layers->childCount() + 2;
    QVERIFY2(std::abs(all - estimate.peak.value) <= 4 * rounding, qPrintable(QString::number(all)));
    for (const auto& [part, sum] : sums) {
        QVERIFY2(std::abs(sum - shown[part]) <= rounding, qPrintable(part));
    }
    stepAddsUp(*tree, estimate);
}

void TestStackPanes::exportedArgumentsAreOfTheEstimate()
{
    Stacked stacked;
    QVERIFY(stacked.plan("megatron"));
    const auto& devices = stacked.estimate().devices;
    QCOMPARE(devices.front().breakdown.gradients, devices.front().breakdown.parameters * 2); // 4 bytes against 2
    stacked.dialogs.file = stacked.path("megatron.args");
    stacked.action(QStringLiteral("Megatron-LM arguments…"))->trigger();
    QFile file(stacked.dialogs.file);
    QTRY_VERIFY(file.exists() && file.size() > 0);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.contains("--accumulate-allreduce-grads-in-fp32\n") && !text.contains("--grad-reduce-in-bf16"), text);
    QVERIFY2(!text.contains("Not expressed"), text);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestStackPanes panes;
    return QTest::qExec(&panes, argc, argv);
}
#include "tst_stackpanes.moc"
