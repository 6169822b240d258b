// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The profiles pane: measured, missing and deleted points, the comparison of two devices, and the model.
#include "tests/gui/profilesfixture.h"
#include "tests/support/patience.h"
#include "ui/app/profilerunner.h"
#include "ui/dialogs/profiledialog.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/profiles/modelpane.h"
#include "ui/panes/profiles/pointmodel.h"
#include "ui/panes/profiles/signaturemodel.h"
#include "ui/words/problemname.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

using namespace stagecraft;
using namespace stagecraft::testing;
using stagecraft::test::ProfilesExplorer;

namespace {

QString summaryOf(const Pane* pane)
{
    for (const QLabel* label : pane->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!label->text().isEmpty()) {
            return label->text();
        }
    }
    return {};
}

}

class TestProfiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { qputenv("STAGECRAFT_WORKER_PATH", worker("exit 0")); }
    void cleanup() { qunsetenv("STAGECRAFT_WORKER_PATH"); }
    void theShortcutBringsThePaneForward();
    void anEmptyPaneSaysWhatToDo();
    void tablesHaveNothingToMeasure();
    void aClickShowsTheLayersPoints();
    void chartAndTableChooseTheSamePoint();
    void theLineShowsItsBounds();
    void sortedPointsStayThemselves();
    void checksAreReported();
    void deletingAsksFirst();
    void aRefreshKeepsWhatIsChosen();
    void continueOffersWhatIsMissing();
    void continueGoesOnAfterACancel();
    void anotherWindowGoesOnWithTheSameRequest();
    void twoDevicesAreCompared();
    void severalDriversAreReported();
    void dryRunsHaveNoTimes();
    void theModelHasAChartAndATable();
    void chartsAreExported();
    void anUnfitSequenceIsReported();
    void undoBringsTheFormerModelBack();

private:
    // Makes a script that reads a request and runs `then`.
    QByteArray worker(const QByteArray& then)
    {
        QFile script(m_folder.filePath(QStringLiteral("worker")));
        (void)script.open(QIODevice::WriteOnly);
        script.write("#!/bin/sh\nread -r request\n" + then + "\n");
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return script.fileName().toUtf8();
    }

    QTemporaryDir m_folder;
};

// The pane is behind the candidates: the shortcut first raises it, then hides it.
void TestProfiles::theShortcutBringsThePaneForward()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.pane->visibleRegion().isEmpty());
    explorer.raise();
    QTRY_VERIFY(!explorer.pane->visibleRegion().isEmpty());
    QTRY_VERIFY(explorer.window.candidatesPane()->visibleRegion().isEmpty());
    explorer.raise();
    QTRY_VERIFY(!explorer.pane->isVisible());
    QVERIFY(!explorer.action(QStringLiteral("Profiles"))->isChecked());
    explorer.raise();
    QTRY_VERIFY(explorer.pane->isVisible());
}

void TestProfiles::anEmptyPaneSaysWhatToDo()
{
    ProfilesExplorer explorer;
    explorer.bench().newWorkspace();
    QTRY_VERIFY(explorer.bench().document().isOpen());
    QCOMPARE(explorer.measured->empty()->title(), QStringLiteral("No model yet"));
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.measured->isEmptyShown());
    explorer.raise();
    QPushButton* button = explorer.measured->empty()->button();
    QTRY_VERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(explorer.window.findChild<ProfileDialog*>());
}

void TestProfiles::tablesHaveNothingToMeasure()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openTable());
    QVERIFY(explorer.settle());
    QVERIFY(explorer.measured->isEmptyShown());
    QVERIFY2(explorer.measured->empty()->title().contains(QStringLiteral("already contains costs")),
             qPrintable(explorer.measured->empty()->title()));
    QVERIFY(!explorer.measured->empty()->button()->isVisible());
    QVERIFY(!explorer.pane->model()->isEmptyShown());
}

void TestProfiles::aClickShowsTheLayersPoints()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.add(profileOf(explorer.model(), {1, 2, 4}, {explorer.sequenceOfProblem()})));
    explorer.raise();
    QVERIFY(!explorer.measured->isEmptyShown());
    QCOMPARE(explorer.measured->signatures()->model()->rowCount(), 3);
    explorer.clickRow(explorer.measured->signatures(), 2);
    QCOMPARE(explorer.measured->signatures()->currentIndex().row(), 2);
    QCOMPARE(explorer.measured->points()->model()->rowCount(), 3);
    QCOMPARE(explorer.measured->chart()->series().size(), std::size_t(2)); // forward and backward
    QVERIFY(!explorer.measured->chart()->series()[0].line.empty());
    for (QToolButton* chip : explorer.measured->findChildren<QToolButton*>()) {
        if (chip->text() == QStringLiteral("Memory")) {
            QTest::mouseClick(chip, Qt::LeftButton);
        }
    }
    QCOMPARE(explorer.measured->chart()->series().size(), std::size_t(3));
    QVERIFY(explorer.measured->chart()->accessibleDescription().contains(QStringLiteral("Saved")));
}

void TestProfiles::chartAndTableChooseTheSamePoint()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.add(profileOf(explorer.model(), {1, 2, 4}, {explorer.sequenceOfProblem(), 32})));
    explorer.raise();
    MeasuredChart* chart = explorer.measured->chart();
    QTableView* points = explorer.measured->points();
    QCOMPARE(points->model()->rowCount(), 6);
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->positionOf(0, 1));
    const auto current = [&] {
        return QStringList {explorer.text(points, points->currentIndex().row(), PointModel::Sequence),
                            explorer.text(points, points->currentIndex().row(), PointModel::MicroBatch)};
    };
    QCOMPARE(current()[1], QStringLiteral("2"));
    QTest::keyClick(chart, Qt::Key_Right);
    QCOMPARE(current()[1], QStringLiteral("4"));
    QTest::keyClick(chart, Qt::Key_Right); // the last point
    QCOMPARE(current()[1], QStringLiteral("4"));
    QTest::keyClick(chart, Qt::Key_Left);
    QCOMPARE(current()[1], QStringLiteral("2"));
    // Selecting a point with another sequence length changes the chart.
    explorer.clickRow(points, 0);
    QCOMPARE(current(), QStringList({QStringLiteral("32"), QStringLiteral("1")}));
    QVERIFY(!chart->toolTipAt(chart->positionOf(0, 0)).isEmpty());
    QVERIFY(chart->toolTipAt(QPoint(1, 1)).isEmpty());
}

void TestProfiles::theLineShowsItsBounds()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    auto measurements = profileOf(explorer.model(), {1, 2, 4, 8}, {explorer.sequenceOfProblem()});
    measurements.back().forward.median = measurements.back().forward.median * 1.1; // otherwise every fit is exact
    QVERIFY(explorer.add(measurements));
    explorer.raise();
    MeasuredChart* chart = explorer.measured->chart();
    const auto& line = chart->series()[1].line;
    const auto between = std::find_if(line.begin(), line.end(), [](const PlotPoint& point) { return point.x == 3; });
    QVERIFY(between != line.end());
    const QString fit = chart->toolTipAt(chart->positionOfLine(1, static_cast<int>(between - line.begin())));
    QVERIFY2(fit.contains(QStringLiteral("Backward, micro-batch size 3"))
                 && fit.contains(QStringLiteral("Not measured")),
             qPrintable(fit));
    QVERIFY2(fit.contains(QStringLiteral("Fit ")) && fit.contains(QStringLiteral(" (bounds ")), qPrintable(fit));
    const QString point = chart->toolTipAt(chart->positionOf(1, 1));
    QVERIFY2(point.contains(QStringLiteral("±")) && point.contains(QStringLiteral("Fit ")), qPrintable(point));
    QVERIFY2(chart->accessibleDescription().contains(QStringLiteral("the bounds of the fit")),
             qPrintable(chart->accessibleDescription()));
}

// After sorting, selection and deletion apply to the displayed point.
void TestProfiles::sortedPointsStayThemselves()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.add(profileOf(explorer.model(), {1, 2, 4}, {explorer.sequenceOfProblem()})));
    explorer.raise();
    QTableView* points = explorer.measured->points();
    points->sortByColumn(PointModel::Forward, Qt::DescendingOrder);
    QCOMPARE(explorer.text(points, 0, PointModel::MicroBatch), QStringLiteral("4"));
    MeasuredChart* chart = explorer.measured->chart();
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->positionOf(0, 1));
    QCOMPARE(points->currentIndex().row(), 1);
    QTest::keyClick(chart, Qt::Key_Right);
    QCOMPARE(points->currentIndex().row(), 0);
    explorer.dialogs.consent = true;
    explorer.clickRow(points, 0);
    QTest::keyClick(points, Qt::Key_Delete);
    QVERIFY(explorer.settle());
    const auto left = explorer.bench().document().measurements();
    QCOMPARE(left->size(), std::size_t(8));
    QCOMPARE(std::count_if(left->begin(), left->end(), [](const Measurement& m) { return m.point.micro_batch == 4; }),
             std::ptrdiff_t(2));
    QCOMPARE(explorer.text(points, 2, PointModel::Status), QStringLiteral("Missing")); // rows without a time come last
}

void TestProfiles::checksAreReported()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    const auto known = profileOf(explorer.model(), {1, 2}, {explorer.sequenceOfProblem()});
    QVERIFY(explorer.add(known));
    explorer.raise();
    const QTableView* layers = explorer.measured->signatures();
    QVERIFY(layers->isColumnHidden(SignatureModel::Additivity)); // no stage was checked
    QVERIFY(!summaryOf(explorer.measured).contains(QStringLiteral("Additivity")));
    QVERIFY(explorer.add(extrasOf(explorer.model(), explorer.sequenceOfProblem(), known, 0.02)));
    QVERIFY(!layers->isColumnHidden(SignatureModel::Additivity));
    QCOMPARE(explorer.text(layers, 1, SignatureModel::Additivity), QStringLiteral("2.00 %"));
    QVERIFY2(summaryOf(explorer.measured).contains(QStringLiteral("up to 2.00 % of memory and 8.00 % of time")),
             qPrintable(summaryOf(explorer.measured)));
    QVERIFY2(summaryOf(explorer.measured).contains(QStringLiteral(" points of sharded or recomputed layers.")),
             qPrintable(summaryOf(explorer.measured)));
    QCOMPARE(explorer.measured->points()->model()->rowCount(), 2); // only the points of the layer
}

void TestProfiles::deletingAsksFirst()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.add(profileOf(explorer.model(), {1, 2, 4}, {explorer.sequenceOfProblem()})));
    QVERIFY(explorer.waitForPlans());
    explorer.raise();
    Document& document = explorer.bench().document();
    QPushButton* button = explorer.measured->deleteButton();
    QVERIFY(!button->isEnabled()); // nothing is selected
    explorer.clickRow(explorer.measured->points(), 1);
    QVERIFY(button->isEnabled());
    explorer.dialogs.consent = false;
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(explorer.dialogs.asked.last(), QStringLiteral("Delete the measurement?"));
    QCOMPARE(document.measurements()->size(), std::size_t(9));
    explorer.dialogs.consent = true;
    explorer.clickRow(explorer.measured->points(), 2, Qt::ControlModifier);
    QTest::keyClick(explorer.measured->points(), Qt::Key_Delete);
    QCOMPARE(explorer.dialogs.asked.last(), QStringLiteral("Delete 2 measurements?"));
    QCOMPARE(document.measurements()->size(), std::size_t(7));
    QVERIFY(explorer.settle());
    QCOMPARE(explorer.text(explorer.measured->points(), 1, PointModel::Status), QStringLiteral("Missing"));
    explorer.clickRow(explorer.measured->points(), 1);
    QVERIFY(!button->isEnabled()); // a missing point cannot be deleted
}

// A measurement that arrives keeps the selected point of another layer.
void TestProfiles::aRefreshKeepsWhatIsChosen()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.add(profileOf(explorer.model(), {1, 2}, {explorer.sequenceOfProblem()})));
    explorer.raise();
    explorer.clickRow(explorer.measured->signatures(), 0);
    explorer.clickRow(explorer.measured->points(), 1);
    QVERIFY(explorer.add(profileOf(explorer.model(), {8}, {explorer.sequenceOfProblem()})));
    QCOMPARE(explorer.measured->points()->model()->rowCount(), 3);
    QCOMPARE(explorer.measured->signatures()->currentIndex().row(), 0);
    QCOMPARE(explorer.measured->points()->currentIndex().row(), 1);
}

void TestProfiles::continueOffersWhatIsMissing()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    auto measurements = profileOf(explorer.model(), {1, 3}, {explorer.sequenceOfProblem()});
    QVERIFY(explorer.add(measurements));
    explorer.raise();
    QPushButton* button = explorer.measured->continueButton();
    QVERIFY(!button->isEnabled());
    explorer.bench().document().removeMeasurements({measurements.back()});
    QVERIFY(explorer.settle());
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(explorer.window.findChild<ProfileDialog*>());
    auto* dialog = explorer.window.findChild<ProfileDialog*>();
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("microBatches"))->text(),
             QString::number(measurements.back().point.micro_batch));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!explorer.window.findChild<ProfileDialog*>());
}

// "Continue" after a cancel starts the same profile without a dialog.
void TestProfiles::continueGoesOnAfterACancel()
{
    worker("read -r word; exit 0");
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.add(profileOf(explorer.model(), {1}, {explorer.sequenceOfProblem()})));
    explorer.raise();
    ProfileRequest request;
    request.model = explorer.model();
    request.workload = explorer.bench().document().session()->problem.workload;
    request.micro_batches = {1, 2, 4};
    request.sequences = {request.workload.sequence};
    explorer.bench().profile().start(request);
    QVERIFY(!explorer.measured->continueButton()->isEnabled()); // one profile at a time
    QTest::qWait(200);
    explorer.bench().profile().cancel();
    QTRY_VERIFY_WITH_TIMEOUT(!explorer.bench().profile().isRunning(), patient(10000));
    QTRY_VERIFY(explorer.measured->continueButton()->isEnabled());
    QTest::mouseClick(explorer.measured->continueButton(), Qt::LeftButton);
    QVERIFY(explorer.bench().profile().isRunning());
    QVERIFY(explorer.bench().profile().unfinished() == request);
    QVERIFY(!explorer.window.findChild<ProfileDialog*>());
    explorer.bench().profile().cancel();
    QTRY_VERIFY_WITH_TIMEOUT(!explorer.bench().profile().isRunning(), patient(10000));
    // The dialog, opened from elsewhere, starts with the stopped request.
    explorer.window.showProfileDialog();
    auto* dialog = explorer.window.findChild<ProfileDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("microBatches"))->text(), QStringLiteral("1, 2, 4"));
    dialog->reject();
}

// Another window continues the request of a window and worker that ended without a result, such as after a crash.
void TestProfiles::anotherWindowGoesOnWithTheSameRequest()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("goes-on.stagecraft"));
    ProfileRequest request;
    {
        ProfilesExplorer explorer;
        QVERIFY(explorer.openSmall());
        explorer.bench().document().saveAs(path);
        QTRY_COMPARE(explorer.bench().document().path(), path);
        request.model = explorer.model();
        request.workload = explorer.bench().document().session()->problem.workload;
        request.micro_batches = {1, 2, 4};
        request.sequences = {request.workload.sequence};
        request.shardings = {{2, 1, true}};
        request.recompute = request.checks = true;
        explorer.bench().profile().start(request);
        QTRY_VERIFY(!explorer.bench().profile().isRunning());
    }
    ProfilesExplorer explorer;
    explorer.window.openPath(path);
    QTRY_COMPARE(explorer.bench().document().path(), path);
    QVERIFY(explorer.bench().profile().unfinished() == request);
    QTRY_VERIFY(explorer.measured->continueButton()->isEnabled());
}

void TestProfiles::severalDriversAreReported()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    auto measurements = profileOf(explorer.model(), {1, 2}, {explorer.sequenceOfProblem()}, someGpu());
    QVERIFY(explorer.add(measurements));
    QVERIFY(!summaryOf(explorer.measured).contains(QStringLiteral("driver")));
    for (Measurement& measurement : measurements) {
        measurement.device.driver = "13.0";
        measurement.measured_at = "2026-11-22T12:00:00Z";
    }
    QVERIFY(explorer.add(measurements));
    const QString reported = summaryOf(explorer.measured);
    QVERIFY2(reported.contains(QStringLiteral("driver 12.8")) && reported.contains(QStringLiteral("driver 13.0")),
             qPrintable(reported));
    QCOMPARE(explorer.measured->points()->model()->rowCount(), 2); // still one row per point
}

// Dry runs have bytes of an allocator without computation: they are not shown as "measured" and have no times.
void TestProfiles::dryRunsHaveNoTimes()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    auto measurements = profileOf(explorer.model(), {1, 2}, {explorer.sequenceOfProblem()}, someGpu());
    QVERIFY(explorer.add(measurements));
    const QTableView* points = explorer.measured->points();
    QVERIFY(!points->isColumnHidden(PointModel::Forward));
    explorer.bench().document().removeMeasurements(measurements);
    for (Measurement& measurement : measurements) {
        measurement.device.driver = MeasuredDevice::dryDriver;
        measurement.forward = measurement.backward = {};
    }
    QVERIFY(explorer.add(measurements));
    const QString reported = summaryOf(explorer.measured);
    QVERIFY2(reported.contains(QStringLiteral("from dry runs")) && !reported.contains(QStringLiteral("times vary")),
             qPrintable(reported));
    QVERIFY(explorer.pane->deviceField()->currentText().startsWith(QStringLiteral("Dry run of ")));
    QCOMPARE(explorer.text(points, 0, PointModel::Status), QStringLiteral("Dry run"));
    QVERIFY(points->isColumnHidden(PointModel::Forward) && points->isColumnHidden(PointModel::BackwardPredicted));
    QVERIFY(!points->isColumnHidden(PointModel::Saved));
    QVERIFY(explorer.measured->signatures()->isColumnHidden(SignatureModel::Spread));
    for (const QToolButton* chip : explorer.measured->findChildren<QToolButton*>()) {
        QVERIFY(chip->text() != QStringLiteral("Memory") || chip->isChecked());
        QVERIFY(chip->text() != QStringLiteral("Time") || chip->isHidden());
    }
}

void TestProfiles::twoDevicesAreCompared()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.add(profileOf(explorer.model(), {1, 2}, {explorer.sequenceOfProblem()})));
    QVERIFY(!explorer.pane->otherField()->isEnabled()); // there is no second device
    QVERIFY(explorer.add(profileOf(explorer.model(), {1}, {explorer.sequenceOfProblem()}, someGpu(), 0.0005)));
    explorer.raise();
    QVERIFY(explorer.pane->deviceField()->currentText().startsWith(QStringLiteral("A processor")));
    QVERIFY(explorer.measured->points()->isColumnHidden(PointModel::ForwardRatio));
    QComboBox* other = explorer.pane->otherField();
    QVERIFY(other->isEnabled());
    other->setFocus();
    QTest::keyClick(other, Qt::Key_Down);
    QVERIFY(explorer.settle());
    QVERIFY(!explorer.measured->points()->isColumnHidden(PointModel::ForwardRatio));
    QCOMPARE(explorer.text(explorer.measured->points(), 0, PointModel::ForwardRatio), QStringLiteral("× 0.250"));
    QCOMPARE(explorer.text(explorer.measured->points(), 1, PointModel::ForwardRatio),
             QString()); // the device has no such point
    QVERIFY2(summaryOf(explorer.measured).contains(QStringLiteral("A GPU takes 0.250× the time")),
             qPrintable(summaryOf(explorer.measured)));
    QCOMPARE(explorer.measured->chart()->series().size(), std::size_t(4));
    QTest::keyClick(other, Qt::Key_Up);
    QVERIFY(explorer.settle());
    QVERIFY(explorer.measured->points()->isColumnHidden(PointModel::ForwardRatio));
}

void TestProfiles::theModelHasAChartAndATable()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    explorer.raise();
    explorer.pane->showModel(true);
    ModelPane* model = explorer.pane->model();
    QTRY_VERIFY(model->isVisible());
    QVERIFY(!model->isEmptyShown());
    QVERIFY2(model->chart()->accessibleDescription().contains(QStringLiteral("parameters")),
             qPrintable(model->chart()->accessibleDescription()));
    QVERIFY(model->chart()->accessibleDescription().contains(
        QStringLiteral("a sample of %1 tokens").arg(explorer.sequenceOfProblem())));
    QTest::keyClick(model->chart(), Qt::Key_Right);
    QCOMPARE(model->chart()->current(), 0);
    QTest::keyClick(model->chart(), Qt::Key_Right);
    QCOMPARE(model->chart()->current(), 1);
    QVERIFY(model->chart()->accessibleDescription().contains(QStringLiteral("block")));
    QCOMPARE(model->table()->currentIndex().row(), 1); // the chart selects the same row
    QTest::keyClick(model->chart(), Qt::Key_Escape);
    QCOMPARE(model->chart()->current(), -1);
    const QPoint last(model->chart()->width() - 20, 30);
    QTest::mouseClick(model->chart(), Qt::LeftButton, {}, last);
    QCOMPARE(model->chart()->current(), 2);
    QVERIFY(model->chart()->toolTipOf(2).contains(QStringLiteral("head")));
    QTest::mouseClick(model->tableButton(), Qt::LeftButton);
    QTRY_VERIFY(model->table()->isVisible());
    QCOMPARE(model->table()->model()->rowCount(), 3);
}

void TestProfiles::chartsAreExported()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QAction* profile = explorer.action(QStringLiteral("Profile chart as an image…"));
    QAction* model = explorer.action(QStringLiteral("Model chart as an image…"));
    QVERIFY(!profile->isEnabled()); // nothing is measured
    QVERIFY(model->isEnabled());
    QVERIFY(explorer.add(profileOf(explorer.model(), {1, 2}, {explorer.sequenceOfProblem()})));
    QVERIFY(profile->isEnabled());
    const QString named = problemName(explorer.bench().document().session()->problem);
    for (QAction* action : {profile, model}) {
        explorer.dialogs.file = explorer.path("chart.png");
        action->trigger();
        QTRY_VERIFY(QFile::exists(explorer.dialogs.file));
        const QImage image(explorer.dialogs.file);
        const QString title = image.text(QStringLiteral("Title")); // model, cluster, and the device of the profile
        QVERIFY2(title.contains(named) && title.contains("measured on") == (action == profile), qPrintable(title));
        QSet<QRgb> colors;
        for (int x = 0; x < image.width(); x += 2) {
            for (int y = 0; y < image.height(); y += 2) {
                colors << image.pixel(x, y);
            }
        }
        QVERIFY(colors.size() > 8); // the chart has content
        QFile::remove(explorer.dialogs.file);
    }
}

void TestProfiles::anUnfitSequenceIsReported()
{
    ProfilesExplorer explorer;
    explorer.window.openPath(QStringLiteral("zoo:vgg16"));
    QVERIFY(explorer.waitForPlans());
    Problem problem = explorer.bench().document().session()->problem;
    problem.workload.sequence = 8;
    explorer.bench().edit(problem, explorer.bench().newEditId(), QStringLiteral("side"));
    QVERIFY(explorer.settle());
    QVERIFY(explorer.measured->isEmptyShown() && explorer.pane->model()->isEmptyShown());
    QVERIFY2(explorer.measured->empty()->title().contains(QStringLiteral("cannot be measured")),
             qPrintable(explorer.measured->empty()->title()));
}

void TestProfiles::undoBringsTheFormerModelBack()
{
    ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    QVERIFY(explorer.add(profileOf(explorer.model(), {1}, {explorer.sequenceOfProblem()})));
    QVERIFY(!explorer.measured->isEmptyShown());
    explorer.bench().chooseModel(QStringLiteral("zoo:resnet18"));
    QTRY_VERIFY(explorer.model().name == "resnet18");
    QVERIFY(explorer.settle());
    QVERIFY(explorer.measured->isEmptyShown());
    explorer.bench().undoStack().undo();
    QVERIFY(explorer.settle());
    QVERIFY(!explorer.measured->isEmptyShown());
    QCOMPARE(explorer.measured->signatures()->model()->rowCount(), 3);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestProfiles profiles;
    return QTest::qExec(&profiles, argc, argv);
}
#include "tst_profiles.moc"
