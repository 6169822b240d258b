// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// What-if analysis with real clicks and keys: answers equal those of the core and the command line; the problem changes
// only on Apply; pinned scenarios have undo steps like every edit.
#include "core/base/english.h"
#include "core/search/sizingsentences.h"
#include "tests/gui/sizer.h"
#include "tests/support/patience.h"
#include "ui/app/sizingjob.h"
#include "ui/panes/sizing/cataloguemodel.h"
#include "ui/panes/sizing/curvetab.h"
#include "ui/panes/sizing/scenariolist.h"
#include "ui/panes/sizing/sizinganswers.h"
#include "ui/panes/sizing/sizingform.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/widgets/staleoverlay.h"

#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>

using namespace stagecraft;
using namespace stagecraft::test;

namespace {

// Returns all sentences that the command line prints for an answer.
QString printed(const Problem& problem, const SizingRequest& request)
{
    const auto result = sizeProblem(problem, request, CostModel(problem.model, problem.workload, {}));
    if (!result) {
        return QString::fromStdString(describe(result.error()));
    }
    const SizingAnswer answer = sizingAnswer(problem, request, *result);
    const auto sentence = [](const Message& words) {
        return describe(withAmounts(words, formatDollars, formatDuration));
    };
    std::string text = sentence(answer.head) + (answer.cost ? "; " + sentence(*answer.cost) : "") + ".";
    for (const auto& more : {answer.next, answer.reservation}) {
        text += more ? " " + sentence(*more) + "." : "";
    }
    return QString::fromStdString(text);
}

QString withoutSeparators(QString text)
{
    static const QRegularExpression separator(QStringLiteral("(?<=\\d),(?=\\d)"));
    return text.remove(separator);
}

}

class TestSizing : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersAreThoseOfTheCommandLine();
    void aWhatIfLeavesTheProblemAsItIs();
    void applyingIsOneStepOfUndo();
    void slidersTryValues();
    void impossibleValuesShowTheErrorOfTheCore();
    void anotherDeviceTypeIsTried();
    void hardwareThereAndBackKeepsTheChosenOffer();
    void oldAnswersLookOldAtOnce();
    void anotherWorkspaceStartsWithoutAnswers();
    void theRunsLimitsAreAnsweredWithNodes();
    void theCurveShowsThroughputAndTimeOverNodes();
    void theTimeAxisNamesTheTimeToTrain();
    void theCurveFollowsTheWhatIfParameter();
    void offeredHardwareIsTried();
    void deviceIsTriedDespiteAnInvalidValue();
    void longSearchesAreAJobThatCanBeCancelled();
    void scenariosArePinnedRenamedAndRemoved();
    void whatComesBackShowsItsNumber();
    void hiddenItSearchesNothing();
    void aNarrowFormScrolls();
};

// On a small screen no field is clipped without a way to scroll to it.
void TestSizing::aNarrowFormScrolls()
{
    SizingForm form;
    form.resize(form.widget()->minimumSizeHint().width() - 40, 300);
    form.show();
    QTRY_VERIFY(form.horizontalScrollBar()->isVisible());
    QVERIFY(form.horizontalScrollBar()->maximum() >= 40);
    form.resize(form.minimumSizeHint().width() + 40, 300);
    QTRY_VERIFY(!form.horizontalScrollBar()->isVisible());
}

void TestSizing::answersAreThoseOfTheCommandLine()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    const Problem problem = sizer.problem();
    const auto requests = sizingRequests(problem);
    QCOMPARE(requests.size(), std::size_t(4)); // a table has no sequence length and no width
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const QString shown = withoutSeparators(sizer.pane.answers()->text(static_cast<int>(i)));
        QCOMPARE(shown, printed(problem, requests[i]));
        QVERIFY(sizer.pane.answers()->isCurrent(static_cast<int>(i)));
        QVERIFY(sizer.pane.answers()->proof(static_cast<int>(i)).contains(QStringLiteral("peak")));
    }
    const QString fewest = sizer.answer(SizingGoal::Fewest);
    QVERIFY2(fewest.startsWith(QStringLiteral("Fewest devices: 3 devices of 6, on 1 whole node. With 2 devices")),
             qPrintable(fewest));
    QVERIFY(fewest.contains(QStringLiteral("5,242,880 bytes")));
}

void TestSizing::aWhatIfLeavesTheProblemAsItIs()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    const Problem before = sizer.problem();
    sizer.type(WhatIfParameter::NodeDevices, QStringLiteral("2"));
    sizer.type(WhatIfParameter::Memory, QStringLiteral("60"));
    QVERIFY(sizer.settled());
    QCOMPARE(sizer.problem(), before);
    const Problem tried = *sizer.pane.whatIf().of(before);
    QCOMPARE(tried.cluster.name, std::string("2x2xcpu:60MiB"));
    for (const SizingRequest& request : sizingRequests(tried)) {
        QCOMPARE(withoutSeparators(sizer.answer(request.goal)), printed(tried, request));
    }
    QVERIFY(sizer.answer(SizingGoal::Fewest).startsWith(QStringLiteral("Fewest devices: 2 devices of 4")));
    sizer.click(sizer.pane.form()->resetButton());
    QVERIFY(sizer.settled());
    QVERIFY(sizer.pane.whatIf().isNone());
    QVERIFY(sizer.answer(SizingGoal::Fewest).startsWith(QStringLiteral("Fewest devices: 3 devices of 6")));
}

void TestSizing::applyingIsOneStepOfUndo()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    const Problem before = sizer.problem();
    QVERIFY(!sizer.pane.form()->applyButton()->isEnabled());
    sizer.type(WhatIfParameter::Nodes, QStringLiteral("1"));
    sizer.type(WhatIfParameter::Depth, QStringLiteral("4"));
    sizer.type(WhatIfParameter::Batch, QStringLiteral("8"));
    QVERIFY(sizer.settled());
    const Problem tried = *sizer.pane.whatIf().of(before);
    sizer.click(sizer.pane.form()->applyButton());
    QCOMPARE(sizer.problem(), tried);
    QCOMPARE(sizer.problem().model.layers.size(), std::size_t(6));
    QVERIFY(sizer.pane.whatIf().isNone());
    QVERIFY(!sizer.pane.form()->applyButton()->isEnabled());
    sizer.explorer.bench().undoStack().undo();
    QCOMPARE(sizer.problem(), before);
    QVERIFY(!sizer.explorer.bench().undoStack().canUndo());
    QVERIFY(sizer.settled());
}

void TestSizing::slidersTryValues()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    auto* slider = sizer.pane.findChild<QSlider*>(QStringLiteral("lever%1Slider").arg(int(WhatIfParameter::Batch)));
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    QVERIFY(sizer.settled());
    QCOMPARE(sizer.pane.whatIf().values.at(WhatIfParameter::Batch), 8.0);
    QTest::keyClick(slider, Qt::Key_Left);
    QVERIFY(sizer.pane.whatIf().isNone());
    QVERIFY(sizer.settled());
}

void TestSizing::impossibleValuesShowTheErrorOfTheCore()
{
    Sizer sizer;
    QVERIFY(sizer.open(test::dataFile("models/gpt2-tiny.json")));
    QVERIFY(sizer.pane.form()->refusal().isEmpty());
    sizer.type(WhatIfParameter::Sequence, QStringLiteral("100000"));
    WhatIf wrong;
    wrong.values[WhatIfParameter::Sequence] = 100000;
    QVERIFY(!wrong.of(sizer.problem()));
    QVERIFY2(withoutSeparators(sizer.pane.form()->refusal())
                 .contains(QString::fromStdString(describe(wrong.of(sizer.problem()).error())), Qt::CaseInsensitive),
             qPrintable(sizer.pane.form()->refusal()));
    QVERIFY(!sizer.pane.form()->applyButton()->isEnabled());
    QVERIFY(!sizer.pane.form()->pinButton()->isEnabled());
    sizer.click(sizer.pane.form()->resetButton());
    QVERIFY(sizer.settled());
    QVERIFY(sizer.pane.form()->refusal().isEmpty());
    QVERIFY(sizer.answer(SizingGoal::LongestSequence).contains(QStringLiteral("tokens")));
}

void TestSizing::anotherDeviceTypeIsTried()
{
    Sizer sizer;
    QVERIFY(sizer.openStates("8xcpu:45MiB"));
    auto* device = sizer.explorer.field<QComboBox>("whatIfDevice");
    device->setFocus();
    device->setCurrentIndex(device->findText(QStringLiteral("H100-80GB")) - 1);
    QTest::keyClick(device, Qt::Key_Down);
    QVERIFY(sizer.settled());
    const Problem tried = *sizer.pane.whatIf().of(sizer.problem());
    QCOMPARE(tried.cluster.groups.front().device.name, std::string("H100-80GB"));
    QVERIFY(tried.cluster.groups.front().price_per_node);
    QVERIFY(sizer.pane.summary().contains(QStringLiteral("per million samples")));
}

void TestSizing::hardwareThereAndBackKeepsTheChosenOffer()
{
    Sizer sizer;
    QVERIFY(sizer.open(QStringLiteral("zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000")));
    Problem asked = sizer.problem();
    asked.cluster = parseCluster("2x8xH100-80GB@coreweave/HGX-H100").value();
    sizer.explorer.bench().edit(asked, sizer.explorer.bench().newEditId(), QStringLiteral("Set up"));
    QVERIFY(sizer.settled());
    auto* device = sizer.pane.findChild<QComboBox*>(QStringLiteral("whatIfDevice"));
    for (const char* type : {"A100-80GB", "H100-80GB"}) {
        device->setCurrentText(QLatin1String(type));
        Q_EMIT device->activated(device->currentIndex());
        QCOMPARE(device->currentText(), QLatin1String(type));
    }
    QVERIFY(sizer.pane.whatIf().isNone()); // again the problem's hardware, with the previous offer
    QVERIFY(sizer.settled());
}

// Outdated answers are grayed at once, because a sizing search may take minutes.
void TestSizing::oldAnswersLookOldAtOnce()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    const QList<QLabel*> words = sizer.pane.answers()->findChildren<QLabel*>();
    const auto old = [&] {
        return std::count_if(words.begin(), words.end(),
                             [](const QLabel* label) { return StaleOverlay::isOld(*label); });
    };
    QCOMPARE(old(), 0);
    sizer.type(WhatIfParameter::NodeDevices, QStringLiteral("2"));
    QVERIFY(old() >= 4); // each answer and its proof, before any search has ended
    QVERIFY(StaleOverlay::isOld(*sizer.pane.catalogueTable()) || sizer.pane.catalogueTable()->model()->rowCount() == 0);
    QVERIFY(sizer.settled());
    QCOMPARE(old(), 0);
    QVERIFY(!StaleOverlay::isOld(*sizer.pane.catalogueTable()));
}

// Another workspace starts without the answers of the previous one, even grayed.
void TestSizing::anotherWorkspaceStartsWithoutAnswers()
{
    Sizer sizer;
    QVERIFY(sizer.openStates("2x3xcpu:45MiB@3"));
    QVERIFY(sizer.pane.catalogueTable()->model()->rowCount() > 0);
    sizer.explorer.bench().newWorkspace();
    QTRY_VERIFY(!sizer.explorer.bench().document().session());
    const QList<QLabel*> words = sizer.pane.answers()->findChildren<QLabel*>();
    QVERIFY(!words.isEmpty());
    QVERIFY(std::none_of(words.begin(), words.end(), [](const QLabel* label) { return StaleOverlay::isOld(*label); }));
    QVERIFY(!sizer.pane.answers()->isCurrent(0));
    QCOMPARE(sizer.pane.catalogueTable()->model()->rowCount(), 0);
}

void TestSizing::theRunsLimitsAreAnsweredWithNodes()
{
    Sizer sizer;
    QVERIFY(sizer.openStates("2x3xcpu:45MiB@3"));
    auto* budget = sizer.pane.findChild<QDoubleSpinBox*>(QStringLiteral("runBudget"));
    auto* deadline = sizer.pane.findChild<QDoubleSpinBox*>(QStringLiteral("runDeadline"));
    QVERIFY(!budget->isEnabled() && !deadline->isEnabled()); // the run length is unknown
    Problem asked = sizer.problem();
    asked.billing.amount = 40'000'000;
    sizer.explorer.bench().edit(asked, sizer.explorer.bench().newEditId(), QStringLiteral("Amount"));
    QVERIFY(sizer.settled());
    QVERIFY(budget->isEnabled() && deadline->isEnabled());
    QCOMPARE(sizingRequests(asked, sizer.pane.form()->limits()).size(), std::size_t(4));
    budget->setValue(1e9);
    QTest::mouseClick(sizer.pane.form()->resetButton(), Qt::LeftButton); // resets the limits too
    QVERIFY(!sizer.pane.form()->limits().budget);
    budget->setValue(1e9);
    deadline->setValue(400);
    QVERIFY(sizer.settled());
    const auto requests = sizingRequests(asked, sizer.pane.form()->limits());
    QCOMPARE(requests.size(), std::size_t(5));
    QVERIFY(requests.back().goal == SizingGoal::Run);
    QCOMPARE(requests.back().limits.deadline->value, 400.0 * 86400);
    const QString answer = sizer.pane.answers()->text(4);
    QVERIFY2(answer.startsWith(QStringLiteral("Fewest nodes for the run within $")), qPrintable(answer));
    // A changed limit repeats only the requests that depend on run limits and the search for the cheapest cluster.
    const SizingAnswers& answers = *sizer.pane.answers();
    deadline->setValue(500);
    for (int each = 0; each < 5; ++each) {
        QCOMPARE(answers.isCurrent(each), !keepsLimits(requests[static_cast<std::size_t>(each)]));
    }
    QVERIFY(StaleOverlay::isOld(*sizer.pane.catalogueTable()));
    QVERIFY(sizer.settled());
    QVERIFY(answers.isCurrent(3) && answers.isCurrent(4) && !StaleOverlay::isOld(*sizer.pane.catalogueTable()));
    // The summary lists the limits that its plan exceeds as soon as they are set.
    QVERIFY(!sizer.pane.summary().contains(QStringLiteral("over budget")));
    budget->setValue(100); // dollars, for a run that costs thousands
    QVERIFY2(sizer.pane.summary().endsWith(QStringLiteral(", over budget")), qPrintable(sizer.pane.summary()));
    deadline->setValue(0);
    budget->setValue(0);
    QVERIFY(sizer.settled());
    QCOMPARE(sizer.pane.form()->limits(), RunLimits());
    QVERIFY(!sizer.pane.summary().contains(QStringLiteral("over budget")));
    asked.cluster = parseCluster("1x8xH100-80GB").value(); // without a price: the cheapest on-demand offer applies
    sizer.explorer.bench().edit(asked, sizer.explorer.bench().newEditId(), QStringLiteral("Cluster"));
    QVERIFY(sizer.settled());
    budget->setValue(100);
    QVERIFY2(sizer.pane.summary().endsWith(QStringLiteral(", over budget")), qPrintable(sizer.pane.summary()));
    QVERIFY(sizer.settled());
}

void TestSizing::theCurveShowsThroughputAndTimeOverNodes()
{
    Sizer sizer;
    QVERIFY(sizer.open(QStringLiteral("zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000")));
    CurveTab& curve = *sizer.pane.curve();
    auto* measures = curve.findChild<QComboBox*>(QStringLiteral("curveMeasure"));
    for (const CurveMeasure measure : {CurveMeasure::Throughput, CurveMeasure::Time}) {
        measures->setCurrentIndex(measures->findData(static_cast<int>(measure)));
        Q_EMIT measures->activated(measures->currentIndex());
        QVERIFY(sizer.settled());
        QVERIFY(curve.parameter() == WhatIfParameter::Nodes);
        const auto& points = curve.chart()->points();
        QVERIFY(points.size() > 3);
        // More nodes are never slower: each point is the fastest plan, regardless of the objective.
        double before = -1;
        for (const CurvePoint& point : points) {
            const auto value = measureOf(point, measure);
            if (value && before >= 0) {
                QVERIFY(measure == CurveMeasure::Time ? *value <= before * 1.001 : *value >= before * 0.999);
            }
            before = value.value_or(before);
        }
        QVERIFY(curve.chart()->summary().contains(measure == CurveMeasure::Time ? QStringLiteral("ms")
                                                                                : QStringLiteral("tokens/s")));
    }
    QVERIFY(curve.chart()->exportSubject()->contains(QStringLiteral("objective: Fastest")));
}

// The axis shows time to train even if the first value has no plan.
void TestSizing::theTimeAxisNamesTheTimeToTrain()
{
    Problem problem;
    problem.model = readModel("zoo:gpt?layers=4&hidden=128&heads=4&vocabulary=1000").value();
    problem.billing.amount = 1'000'000;
    std::vector<CurvePoint> points {{1, {}, {}}, {2, PlannedProblem {problem, {}, {}, {}}, {}}};
    points[1].planned->estimate.step = Seconds(1);
    SizingCurve curve;
    curve.setMeasure(CurveMeasure::Time);
    curve.setPoints(points, WhatIfParameter::Nodes, problem.model, 1);
    QVERIFY2(curve.axisName().contains(QStringLiteral("Time to train")), qPrintable(curve.axisName()));
    points[1].planned->problem.billing.amount = 0;
    curve.setPoints(points, WhatIfParameter::Nodes, problem.model, 1);
    QVERIFY2(curve.axisName().contains(QStringLiteral("Step time")), qPrintable(curve.axisName()));
}

void TestSizing::theCurveFollowsTheWhatIfParameter()
{
    Sizer sizer;
    QVERIFY(sizer.openStates("1x2xcpu:45MiB"));
    sizer.pane.tabs()->setCurrentWidget(sizer.pane.curve());
    auto* parameter = sizer.explorer.field<QComboBox>("curveLever");
    parameter->setFocus();
    while (sizer.pane.curve()->parameter() != WhatIfParameter::NodeDevices) {
        QTest::keyClick(parameter, Qt::Key_Down);
    }
    QVERIFY(sizer.settled());
    SizingCurve* chart = sizer.pane.curve()->chart();
    QCOMPARE(chart->points().size(), std::size_t(5)); // 1, 2, 4, 8, 16
    QCOMPARE(chart->points()[1].planned->estimate.peak.value, 50 << 20);
    QVERIFY(!chart->points()[1].fits());
    QVERIFY(chart->points()[2].fits());
    QVERIFY2(chart->summary().contains(QStringLiteral("of 5 values fit")), qPrintable(chart->summary()));
    QCOMPARE(sizer.pane.curve()->table()->model()->rowCount(), 5);
    QVERIFY(sizer.explorer.action(QStringLiteral("Sizing curve as an image…"))->isEnabled());
    // A click tries a value.
    const QPointF at = chart->layoutFor(chart->rect()).marks[2].at;
    QTest::mouseClick(chart, Qt::LeftButton, {}, at.toPoint());
    QCOMPARE(sizer.pane.whatIf().values.at(WhatIfParameter::NodeDevices), 4.0);
    QVERIFY(sizer.settled());
    QVERIFY(sizer.pane.summary().contains(QStringLiteral("fits")));
}

void TestSizing::offeredHardwareIsTried()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    sizer.pane.tabs()->setCurrentIndex(2);
    QTableView* table = sizer.pane.catalogueTable();
    const auto* model = static_cast<const CatalogueModel*>(table->model());
    QVERIFY(model->rowCount() > 10);
    QCOMPARE(table->model()->index(0, CatalogueModel::Verdict).data().toString(), QStringLiteral("fits"));
    const QString cheapest = table->model()->index(0, CatalogueModel::Hardware).data().toString();
    QVERIFY2(sizer.answer(SizingGoal::Cheapest).contains(cheapest), qPrintable(cheapest));
    table->setFocus();
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(sizer.settled());
    QCOMPARE(QString::fromStdString(sizer.pane.whatIf().of(sizer.problem())->cluster.name), cheapest);
    QVERIFY(sizer.pane.summary().contains(QStringLiteral("$")));
    // After Apply, the tried device is the problem's: there is nothing to apply, and further values can be tried.
    sizer.click(sizer.pane.form()->applyButton());
    QVERIFY(sizer.settled());
    QCOMPARE(QString::fromStdString(sizer.problem().cluster.name), cheapest);
    Q_EMIT table->activated(table->model()->index(0, 0));
    QVERIFY(sizer.settled());
    QVERIFY(sizer.pane.whatIf().isNone());
    QVERIFY(!sizer.pane.form()->applyButton()->isEnabled());
    sizer.type(WhatIfParameter::Batch, QStringLiteral("8"));
    QVERIFY(sizer.settled());
    QVERIFY2(sizer.pane.summary().contains(QStringLiteral("batch 8")), qPrintable(sizer.pane.summary()));
}

// A device can be tried even while another what-if value is rejected.
void TestSizing::deviceIsTriedDespiteAnInvalidValue()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    Q_EMIT sizer.pane.form()->whatIfValueChanged(WhatIfParameter::Memory, -1);
    QVERIFY(!sizer.pane.form()->refusal().isEmpty());
    Q_EMIT sizer.pane.form()->deviceChosen(QStringLiteral("H100-80GB"));
    QVERIFY(sizer.pane.whatIf().cluster);
    QVERIFY(QString::fromStdString(sizer.pane.whatIf().cluster->name).contains(QStringLiteral("H100-80GB")));
}

void TestSizing::longSearchesAreAJobThatCanBeCancelled()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    Workbench& bench = sizer.explorer.bench();
    const auto job = [&] { return bench.jobs().job(bench.jobs().rowOf(SizingJob::id())); };
    Problem large = sizer.problem();
    large.model = readModel("zoo:gpt3-175b").value();
    large.workload.sequence = 2048;
    large.workload.global_batch = 512;
    large.cluster = parseCluster("64x8xA100-80GB").value();
    large.constraints.vary = {Dimension::MicroBatch, Dimension::Zero, Dimension::Schedule, Dimension::Recompute};
    bench.edit(large, bench.newEditId(), QStringLiteral("Much to search"));
    // Answers for the small problem are also listed as a job if they take long: waits for those of the large one.
    const int answer_count = static_cast<int>(sizingRequests(large).size());
    QTRY_COMPARE_WITH_TIMEOUT(sizer.pane.answers()->count(), answer_count, patient(30000));
    QTRY_VERIFY_WITH_TIMEOUT(job() && job()->state == JobState::Running, patient(30000));
    bench.cancelJob(SizingJob::id());
    QVERIFY(sizer.pane.isUpToDate());
    QCOMPARE(job()->state, JobState::Cancelled);
    QVERIFY2(sizer.pane.summary().contains(QStringLiteral("Canceled")), qPrintable(sizer.pane.summary()));
    QVERIFY(!sizer.pane.answers()->isCurrent(answer_count - 1));
    QTest::qWait(300); // the delay after which the job would end
    QCOMPARE(job()->state, JobState::Cancelled);
    // The next requests are answered and use the same job.
    bench.undoStack().undo();
    QVERIFY(sizer.settled());
    QVERIFY(sizer.answer(SizingGoal::Fewest).contains(QStringLiteral("of 6")));
}

void TestSizing::scenariosArePinnedRenamedAndRemoved()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    sizer.click(sizer.pane.form()->pinButton());
    QVERIFY(sizer.settled());
    sizer.type(WhatIfParameter::Memory, QStringLiteral("100"));
    QVERIFY(sizer.settled());
    sizer.click(sizer.pane.form()->pinButton());
    QVERIFY(sizer.settled());
    QCOMPARE(sizer.pinned(), std::size_t(2));
    QTableView* table = sizer.pane.scenarios()->table();
    const auto cell = [table](int row, int column) { return table->model()->index(row, column).data().toString(); };
    QCOMPARE(cell(0, ScenarioModel::Name), QStringLiteral("A"));
    QCOMPARE(cell(1, ScenarioModel::Name), QStringLiteral("B"));
    QCOMPARE(cell(1, ScenarioModel::Hardware), QStringLiteral("2x3xcpu:100MiB"));
    QCOMPARE(cell(1, ScenarioModel::Verdict), QStringLiteral("yes"));
    QVERIFY(!cell(1, ScenarioModel::Peak).isEmpty());
    table->setCurrentIndex(table->model()->index(1, ScenarioModel::Name));
    table->edit(table->currentIndex());
    auto* editor = table->findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("More memory"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(cell(1, ScenarioModel::Name), QStringLiteral("More memory"));
    table->selectRow(0);
    sizer.click(sizer.pane.scenarios()->removeButton());
    QCOMPARE(sizer.pinned(), std::size_t(1));
    QUndoStack& undo = sizer.explorer.bench().undoStack();
    undo.undo();
    QCOMPARE(cell(0, ScenarioModel::Name), QStringLiteral("A"));
    undo.undo();
    QCOMPARE(cell(1, ScenarioModel::Name), QStringLiteral("B"));
    undo.undo();
    undo.undo();
    QCOMPARE(sizer.pinned(), std::size_t(0));
    QVERIFY(!undo.canUndo());
    undo.redo();
    QCOMPARE(cell(0, ScenarioModel::Name), QStringLiteral("A"));
    QVERIFY(sizer.settled());
}

// Clusters with several groups have no number of nodes to try.
void TestSizing::whatComesBackShowsItsNumber()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    auto* nodes =
        sizer.pane.findChild<QDoubleSpinBox*>(QStringLiteral("lever%1").arg(static_cast<int>(WhatIfParameter::Nodes)));
    QCOMPARE(nodes->text(), QStringLiteral("2"));
    Problem mixed = sizer.problem();
    mixed.cluster = parseCluster("2x3xcpu:45MiB+1x2xA100-80GB").value();
    sizer.explorer.bench().edit(mixed, sizer.explorer.bench().newEditId(), QStringLiteral("Mixed"));
    QVERIFY(sizer.settled());
    QVERIFY(!nodes->isEnabled());
    QCOMPARE(nodes->text(), QString());
    sizer.explorer.bench().undoStack().undo();
    QVERIFY(sizer.settled());
    QCOMPARE(nodes->text(), QStringLiteral("2"));
}

void TestSizing::hiddenItSearchesNothing()
{
    Sizer sizer;
    QVERIFY(sizer.openStates());
    sizer.explorer.field<QDockWidget>("candidatesDock")->raise();
    QVERIFY(QTest::qWaitFor([&] { return sizer.pane.form()->visibleRegion().isEmpty(); }, 5000));
    QVERIFY(test::settle(sizer.explorer.window));
    Problem other = sizer.problem();
    other.cluster = parseCluster("5xcpu:45MiB").value();
    sizer.explorer.bench().edit(other, sizer.explorer.bench().newEditId(), QStringLiteral("Other"));
    QVERIFY(sizer.pane.isUpToDate()); // no search starts
    sizer.explorer.field<QDockWidget>("sizingDock")->raise();
    QVERIFY(QTest::qWaitFor(
        [&] { return sizer.pane.isUpToDate() && sizer.answer(SizingGoal::Fewest).contains(QStringLiteral("of 5")); },
        patient(20000)));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestSizing test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_sizingpane.moc"
