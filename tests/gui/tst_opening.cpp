// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Files that are opened, dropped or created while another one is open, being read or running: nothing is lost without a
// question, and nothing is stored in another workspace.
#include "core/protocol/message.h"
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "tests/support/programs.h"
#include "ui/app/profilerunner.h"
#include "ui/dialogs/scriptdialog.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/start/startpage.h"
#include "ui/widgets/inlinemessage.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QUndoStack>

using namespace stagecraft;
using stagecraft::testing::embeddingOf;
using stagecraft::testing::pointOf;

namespace {

QAbstractButton* buttonOf(const QWidget& widget, const QString& text)
{
    for (QAbstractButton* button : widget.findChildren<QAbstractButton*>()) {
        if (button->text().remove(u'&') == text) {
            return button;
        }
    }
    return nullptr;
}

void click(const QWidget& widget, const char* text)
{
    QAbstractButton* button = buttonOf(widget, QString::fromUtf8(text));
    QVERIFY2(button && button->isVisible() && button->isEnabled(), text);
    QTest::mouseClick(button, Qt::LeftButton);
}

void drop(QWidget& window, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &event);
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

std::optional<PlanningSession> stored(const QString& path)
{
    auto workspace = Workspace::open(path.toStdString(), OpenMode::ReadOnly);
    const auto session = workspace ? workspace->session() : Result<std::optional<PlanningSession>>(std::nullopt);
    return session.value_or(std::nullopt);
}

// A window with the table of sixteen layers.
struct Owner {
    test::Explorer explorer;

    Document& document() { return explorer.bench().document(); }
    PlanningSession session() { return *document().session(); }
    QString model() { return QString::fromStdString(session().problem.model.name); }
    QStringList& asked() { return explorer.dialogs.asked; }

    // Saves a workspace with a user-defined plan of this name, the last candidate.
    bool keep(const QString& path, const char* plan)
    {
        if (!explorer.openTable()) {
            return false;
        }
        const Plan last = explorer.bench().plans().result()->candidates.back().plan;
        explorer.bench().addUserPlan(last, QLatin1String(plan), QStringLiteral("Plan"));
        explorer.dialogs.file = path;
        explorer.action(QStringLiteral("Save as…"))->trigger();
        return comes([&] { return document().path() == path; }) && explorer.waitForPlans();
    }
    void setBatch(int batch)
    {
        auto* field = explorer.field<QSpinBox>("globalBatch");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::number(batch));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(session().problem.workload.global_batch, batch);
    }
};

// Makes a closed workspace with a user-defined plan.
bool prepare(const QString& path, const char* plan = "Mine")
{
    Owner owner;
    return owner.keep(path, plan);
}

}

class TestOpening : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { qunsetenv("STAGECRAFT_WORKER_PATH"); }
    void aNewModelNeverOverwritesWhatIsOpened();
    void aModelThatIsReadLateIsDropped_data();
    void aModelThatIsReadLateIsDropped();
    void aScriptThatIsDescribedLateIsDropped();
    void theQuestionAboutAScriptGoesWithItsWorkspace();
    void aCopyThatWasAskedForBeforeIsNoCopyOfTheNext();
    void openingWhatIsOpenKeepsUndo();
    void aRunningProfileIsAskedAbout();
    void whatWasPickedStaysInItsWorkspace();
    void whatCannotBeReadIsReportedInEveryLayout();
    void aDropBesideUserPlansIsANewWorkspace();
    void anOpenedModelBeginsAWorkspace();
    void aModelThatCannotBeReadBeginsNone();
    void theZooIsReachedFromTheStartPage();
    void theStartPageComesBack();
    void theExampleIsFreshEachTime();
    void damagedMeasurementsAreReportedAndTheOthersShown();

private:
    // Installs a worker that reads its request, waits, and then prints these lines.
    void useWorker(const QByteArray& lines, const QByteArray& wait);

    QTemporaryDir m_folder;
};

void TestOpening::useWorker(const QByteArray& lines, const QByteArray& wait)
{
    const QString folder = m_folder.path();
    write(folder + QStringLiteral("/lines"), lines);
    const QString worker = folder + QStringLiteral("/worker");
    QFile::remove(worker);
    QFile::remove(folder + QStringLiteral("/told"));
    write(worker,
          "#!/bin/sh\ncd '" + folder.toUtf8() + "'\nread -r request\n" + wait
              + "\njob=$(printf '%s' \"$request\" | sed 's/.*\"job\":\"\\([^\"]*\\)\".*/\\1/')\n"
                "sed \"s/JOB/$job/\" lines\ntouch told\n");
    QVERIFY(QFile::setPermissions(worker, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    qputenv("STAGECRAFT_WORKER_PATH", worker.toUtf8());
}

// A model that has just been read for a new workspace does not overwrite another workspace that is opened before.
void TestOpening::aNewModelNeverOverwritesWhatIsOpened()
{
    const QString path = m_folder.filePath(QStringLiteral("a.stagecraft"));
    QVERIFY(prepare(path));
    const auto before = stored(path);
    QVERIFY(before && before->plans.size() == 1);
    Owner owner;
    bool opened = false;
    FileReader& files = owner.explorer.bench().files();
    connect(&files, &FileReader::readingChanged, &owner.explorer.window, [&] {
        if (files.reading().isEmpty() && !opened) {
            opened = true;
            owner.document().open(path);
        }
    });
    owner.explorer.window.openPath(test::dataFile("configs/gpt2.json"));
    QTRY_VERIFY(opened && owner.document().isUntitled());
    QVERIFY(owner.explorer.waitForPlans());
    QCOMPARE(owner.model(), QStringLiteral("gpt2")); // the last request
    QVERIFY(stored(path) == before);
}

void TestOpening::aModelThatIsReadLateIsDropped_data()
{
    QTest::addColumn<bool>("inWorkspace");
    QTest::newRow("for the workspace before") << true;
    QTest::newRow("for a new one") << false;
}

void TestOpening::aModelThatIsReadLateIsDropped()
{
    QFETCH(bool, inWorkspace);
    const QString path = m_folder.filePath(QStringLiteral("b%1.stagecraft").arg(inWorkspace));
    QVERIFY(prepare(path));
    QByteArray rows = "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
                      "forward_seconds,backward_seconds\n";
    for (int i = 0; i < 9000; ++i) {
        rows += "layer" + QByteArray::number(i) + ",1,1,1,1,1,1,0,0.1,0.1\n";
    }
    const QString table = m_folder.filePath(QStringLiteral("long.csv"));
    write(table, rows); // takes a while to read
    Owner owner;
    if (inWorkspace) {
        QVERIFY(owner.explorer.openTable());
    }
    drop(owner.explorer.window, table);
    owner.explorer.window.openPath(path);
    QTRY_COMPARE(owner.document().path(), path);
    QTest::qWait(1500);
    QCOMPARE(owner.document().path(), path);
    QCOMPARE(owner.model(), QStringLiteral("sixteen-layers"));
    QCOMPARE(owner.session().plans.size(), std::size_t(1));
    QCOMPARE(owner.explorer.bench().undoStack().count(), 0);
}

// A late answer of a worker that was stopped is dropped.
void TestOpening::aScriptThatIsDescribedLateIsDropped()
{
    const QString path = m_folder.filePath(QStringLiteral("c.stagecraft"));
    QVERIFY(prepare(path));
    const DescriptionMessage described {readModel(TEST_DATA "/models/gpt2-tiny.json").value()};
    useWorker(QByteArray::fromStdString(encode(WorkerMessage {"JOB", 1, described})) + '\n', "sleep 1");
    Owner owner;
    QVERIFY(owner.explorer.openTable());
    QVERIFY(QFile::copy(test::dataFile("scripts/traced.pt"), m_folder.filePath(QStringLiteral("net.pt"))));
    const auto load = [&] {
        drop(owner.explorer.window, m_folder.filePath(QStringLiteral("net.pt")));
        QTRY_VERIFY(owner.explorer.window.findChild<ScriptDialog*>());
        auto* dialog = owner.explorer.window.findChild<ScriptDialog*>();
        dialog->findChild<QLineEdit*>()->setText(QStringLiteral("3x32x32"));
        click(*dialog, "Trust and load");
    };
    load();
    owner.explorer.window.openPath(path);
    QTRY_COMPARE(owner.document().path(), path);
    QTest::qWait(2500);
    QCOMPARE(owner.model(), QStringLiteral("sixteen-layers"));
    QCOMPARE(owner.session().plans.size(), std::size_t(1));
    QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("told")))); // the worker was stopped
    QCOMPARE(owner.explorer.dialogs.reported, QStringList());
    // Without another workspace the answer is used.
    owner.explorer.action(QStringLiteral("New workspace"))->trigger();
    QTRY_VERIFY(owner.document().isUntitled() && !owner.document().session());
    load();
    QTRY_VERIFY_WITH_TIMEOUT(owner.document().session() != nullptr, patient(10000));
    QCOMPARE(owner.model(), QStringLiteral("gpt2-tiny"));
}

void TestOpening::theQuestionAboutAScriptGoesWithItsWorkspace()
{
    const QString path = m_folder.filePath(QStringLiteral("d.stagecraft"));
    QVERIFY(prepare(path));
    Owner owner;
    QVERIFY(owner.explorer.openTable());
    drop(owner.explorer.window, test::dataFile("scripts/traced.pt"));
    QTRY_VERIFY(owner.explorer.window.findChild<ScriptDialog*>());
    owner.explorer.window.openPath(path);
    QTRY_COMPARE(owner.document().path(), path);
    QTRY_VERIFY(!owner.explorer.window.findChild<ScriptDialog*>());
}

// "Save as" after "Open" copies the displayed workspace; the opened one keeps its undo stack and content.
void TestOpening::aCopyThatWasAskedForBeforeIsNoCopyOfTheNext()
{
    const QString path = m_folder.filePath(QStringLiteral("e.stagecraft"));
    const QString copy = m_folder.filePath(QStringLiteral("e-copy.stagecraft"));
    QVERIFY(prepare(path));
    const auto before = stored(path);
    Owner owner;
    QVERIFY(owner.explorer.openTable());
    owner.setBatch(48);
    bool edited = false;
    connect(&owner.explorer.bench(), &Workbench::opened, &owner.explorer.window, [&] {
        if (owner.document().path() == path && !edited) {
            edited = true;
            QVERIFY(!owner.explorer.bench().undoStack().canUndo()); // undo steps of the previous workspace
            PlanningSession other = owner.session();
            other.problem.workload.global_batch = 80;
            owner.document().setSession(other);
        }
    });
    owner.explorer.bench().openWorkspace(path);
    owner.explorer.bench().saveAs(copy);
    QTRY_COMPARE(owner.document().path(), copy);
    QVERIFY(edited);
    QTRY_VERIFY(stored(copy) && stored(copy)->problem.workload.global_batch == 48);
    QVERIFY(stored(copy)->plans.empty());
    QCOMPARE(owner.session().problem.workload.global_batch, 48);
    QTRY_COMPARE(stored(path)->problem.workload.global_batch, 80); // written after the copy, on another thread
    QCOMPARE(stored(path)->plans.size(), before->plans.size());
}

void TestOpening::openingWhatIsOpenKeepsUndo()
{
    const QString path = m_folder.filePath(QStringLiteral("f.stagecraft"));
    Owner owner;
    QVERIFY(owner.keep(path, "Mine"));
    const auto batch = owner.session().problem.workload.global_batch;
    owner.setBatch(48);
    // Changes by other programs are read.
    Measurement measurement;
    measurement.point = pointOf(embeddingOf(100, 64, 32), {64}, 1, 64);
    measurement.device = {DeviceKind::Cpu, "a processor", Bytes(1 << 30), "libtorch 2.11.0", "", 2};
    measurement.status = MeasurementStatus::Done;
    measurement.measured_at = "2026-11-21T12:00:00Z";
    QVERIFY(Workspace::open(path.toStdString())->addMeasurement(measurement, "job", 1));
    drop(owner.explorer.window, path);
    QTRY_COMPARE(owner.document().measurements()->size(), std::size_t(1));
    QVERIFY(owner.explorer.window.statusBar()->currentMessage().contains(QStringLiteral("is already open")));
    QCOMPARE(owner.session().problem.workload.global_batch, 48);
    QVERIFY(owner.explorer.bench().undoStack().canUndo());
    owner.explorer.bench().undoStack().undo();
    QCOMPARE(owner.session().problem.workload.global_batch, batch);
    QTRY_COMPARE(stored(path)->problem.workload.global_batch, batch);
}

void TestOpening::aRunningProfileIsAskedAbout()
{
    const QString path = m_folder.filePath(QStringLiteral("g.stagecraft"));
    QVERIFY(prepare(path));
    useWorker({}, "read -r word; exit 0");
    Owner owner;
    owner.explorer.window.openPath(test::dataFile("models/gpt2-tiny.json"));
    QVERIFY(owner.explorer.waitForPlans());
    const QString before = owner.document().path();
    ProfileRequest request;
    request.model = owner.session().problem.model;
    request.workload = owner.session().problem.workload;
    request.micro_batches = {1};
    request.sequences = {request.workload.sequence};
    ProfileRunner& profile = owner.explorer.bench().profile();
    profile.start(request);
    QVERIFY(profile.isRunning());
    owner.explorer.dialogs.consent = false;
    owner.explorer.dialogs.file = path;
    for (const char* action : {"New workspace", "Open…", "New from model…", "Open the example"}) {
        owner.asked().clear();
        owner.explorer.action(QString::fromUtf8(action))->trigger();
        QVERIFY2(owner.asked().contains(QStringLiteral("Stop the profile?")), action);
    }
    owner.asked().clear();
    drop(owner.explorer.window, path);
    QCOMPARE(owner.asked(), QStringList {QStringLiteral("Stop the profile?")});
    QTest::qWait(300);
    QVERIFY(profile.isRunning());
    QCOMPARE(owner.document().path(), before);
    // Reopening the open workspace asks nothing, and running jobs continue.
    owner.asked().clear();
    drop(owner.explorer.window, before);
    QTest::qWait(300);
    QCOMPARE(owner.asked(), QStringList());
    QVERIFY(profile.isRunning());
    owner.explorer.dialogs.consent = true;
    drop(owner.explorer.window, path);
    QTRY_COMPARE(owner.document().path(), path);
    QVERIFY(!profile.isRunning());
}

void TestOpening::whatWasPickedStaysInItsWorkspace()
{
    const QString first = m_folder.filePath(QStringLiteral("h1.stagecraft"));
    const QString second = m_folder.filePath(QStringLiteral("h2.stagecraft"));
    QVERIFY(prepare(first) && prepare(second));
    Owner owner;
    owner.explorer.window.openPath(first);
    QVERIFY(owner.explorer.waitForPlans());
    PlanSelection& plans = owner.explorer.bench().plans();
    plans.pickUserPlan("Mine");
    QCOMPARE(plans.current()->name, std::string("Mine"));
    owner.explorer.window.openPath(second);
    QTRY_COMPARE(owner.document().path(), second);
    QVERIFY(owner.explorer.waitForPlans());
    QVERIFY(plans.current()->has(Label::Recommended));
    QCOMPARE(plans.pickedUserPlan(), std::string());
}

void TestOpening::whatCannotBeReadIsReportedInEveryLayout()
{
    Owner owner;
    QVERIFY(owner.explorer.openTable());
    const QString broken = m_folder.filePath(QStringLiteral("config.json"));
    write(broken, R"({"model_type": "gpt2", "n_layer": -1})");
    for (const char* layout : {"Explore", "Profile", "Sizing", "Compare", "Presentation"}) {
        owner.explorer.action(QLatin1String(layout))->trigger();
        QTest::qWait(100);
        owner.explorer.dialogs.reported.clear();
        drop(owner.explorer.window, broken);
        const auto inSight = [&] {
            for (const InlineMessage* message : owner.explorer.window.problemPane()->findChildren<InlineMessage*>()) {
                if (message->text().contains(QStringLiteral("n_layer")) && !message->visibleRegion().isEmpty()) {
                    return true;
                }
            }
            return owner.explorer.dialogs.reported.join(u' ').contains(QStringLiteral("n_layer"));
        };
        QVERIFY2(QTest::qWaitFor(inSight, 5000), layout);
    }
}

void TestOpening::aDropBesideUserPlansIsANewWorkspace()
{
    const QString path = m_folder.filePath(QStringLiteral("i.stagecraft"));
    Owner owner;
    QVERIFY(owner.keep(path, "Mine"));
    const auto before = stored(path);
    drop(owner.explorer.window, test::dataFile("configs/gpt2.json"));
    QTRY_VERIFY(owner.document().isUntitled());
    QVERIFY(owner.explorer.window.statusBar()->currentMessage().contains(
        QStringLiteral("previous workspace remains saved")));
    QCOMPARE(owner.model(), QStringLiteral("gpt2"));
    QVERIFY(stored(path) == before);
    // Without user-defined plans the model replaces that of the workspace, and undo reverts it.
    const QString untitled = owner.document().path();
    drop(owner.explorer.window, test::dataFile("sixteen-layers.csv"));
    QTRY_COMPARE(owner.model(), QStringLiteral("sixteen-layers"));
    QCOMPARE(owner.document().path(), untitled);
    owner.explorer.action(QStringLiteral("Undo Model sixteen-layers"))->trigger();
    QCOMPARE(owner.model(), QStringLiteral("gpt2"));
}

// An opened model begins a new workspace: the previous workspace keeps its model and state.
void TestOpening::anOpenedModelBeginsAWorkspace()
{
    Owner owner;
    QVERIFY(owner.explorer.openTable());
    owner.setBatch(48);
    const QString before = owner.document().path();
    owner.explorer.dialogs.file = test::dataFile("configs/gpt2.json");
    owner.explorer.action(QStringLiteral("Open…"))->trigger();
    QTRY_VERIFY(owner.document().path() != before);
    QVERIFY(owner.document().isUntitled());
    QVERIFY(owner.explorer.window.statusBar()->currentMessage().contains(
        QStringLiteral("previous workspace remains saved")));
    QVERIFY(owner.explorer.waitForPlans());
    QCOMPARE(owner.model(), QStringLiteral("gpt2"));
    QCOMPARE(owner.explorer.bench().undoStack().count(), 0);
    const auto kept = stored(before);
    QVERIFY(kept && kept->problem.model.name == "sixteen-layers" && kept->problem.workload.global_batch == 48);
    // An empty workspace uses the model.
    owner.explorer.action(QStringLiteral("New workspace"))->trigger();
    QTRY_VERIFY(!owner.document().session());
    const QString empty = owner.document().path();
    owner.explorer.dialogs.file = test::dataFile("sixteen-layers.csv");
    owner.explorer.action(QStringLiteral("Open…"))->trigger();
    QVERIFY(owner.explorer.waitForPlans());
    QCOMPARE(owner.model(), QStringLiteral("sixteen-layers"));
    QCOMPARE(owner.document().path(), empty);
}

void TestOpening::aModelThatCannotBeReadBeginsNone()
{
    Owner owner;
    QVERIFY(owner.explorer.openTable());
    const QString before = owner.document().path();
    const QString broken = m_folder.filePath(QStringLiteral("unknown.json"));
    write(broken, R"({"model_type": "unheard-of"})");
    owner.explorer.dialogs.file = broken;
    owner.explorer.action(QStringLiteral("Open…"))->trigger();
    const auto isReported = [&] {
        const auto messages = owner.explorer.window.problemPane()->findChildren<InlineMessage*>();
        return std::any_of(messages.begin(), messages.end(), [](const InlineMessage* message) {
            return message->text().contains(QStringLiteral("unheard-of"));
        });
    };
    QTRY_VERIFY(isReported());
    QCOMPARE(owner.document().path(), before);
    QVERIFY(!owner.explorer.window.statusBar()->currentMessage().contains(QStringLiteral("New workspace")));
}

void TestOpening::theZooIsReachedFromTheStartPage()
{
    Owner owner;
    click(*owner.explorer.window.startPage(), "New from the model zoo");
    QTRY_VERIFY(owner.document().isOpen());
    auto* model = owner.explorer.field<QComboBox>("model");
    QTRY_VERIFY(!model->visibleRegion().isEmpty());
    QTRY_VERIFY(model->view()->isVisible()); // the list is open at the model zoo
    QVERIFY(model->view()->currentIndex().data(Qt::UserRole).toString().startsWith(QStringLiteral("zoo:")));
    model->hidePopup();
    model->setFocus();
    QTest::keyClick(model, Qt::Key_Home);
    for (int i = 0; i < model->count() && model->currentText() != QStringLiteral("gpt2-xl (zoo)"); ++i) {
        QTest::keyClick(model, Qt::Key_Down);
    }
    QTRY_VERIFY(owner.document().session() && owner.model() == QStringLiteral("gpt2-xl"));
    // The same applies to a layout without that pane.
    owner.explorer.action(QStringLiteral("Presentation"))->trigger();
    QVERIFY(!owner.explorer.field<QDockWidget>("problemDock")->isVisible());
    owner.explorer.action(QStringLiteral("New workspace"))->trigger();
    QTRY_VERIFY(!owner.document().session());
    QTRY_VERIFY(!model->visibleRegion().isEmpty());
}

void TestOpening::theStartPageComesBack()
{
    const QString path = m_folder.filePath(QStringLiteral("j.stagecraft"));
    QVERIFY(prepare(path));
    Owner owner;
    owner.explorer.window.openPath(path);
    QVERIFY(owner.explorer.waitForPlans());
    owner.explorer.action(QStringLiteral("Start page…"))->trigger();
    auto* dialog = owner.explorer.window.findChild<QDialog*>(QStringLiteral("startDialog"));
    QVERIFY(dialog && dialog->isVisible());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!owner.explorer.window.findChild<QDialog*>(QStringLiteral("startDialog")));
    QCOMPARE(owner.document().path(), path);
    owner.explorer.action(QStringLiteral("Start page…"))->trigger();
    dialog = owner.explorer.window.findChild<QDialog*>(QStringLiteral("startDialog"));
    click(*dialog, "Explore the example");
    QTRY_VERIFY(owner.document().path().contains(QStringLiteral("gpt2-small")));
    QTRY_VERIFY(!owner.explorer.window.findChild<QDialog*>(QStringLiteral("startDialog")));
}

// An edited example becomes the user's workspace; an unedited example is discarded.
void TestOpening::theExampleIsFreshEachTime()
{
    QString looked;
    QString edited;
    Owner owner;
    owner.explorer.bench().openExample();
    QVERIFY(owner.explorer.waitForPlans());
    const PlanningSession original = owner.session();
    looked = owner.document().path();
    QVERIFY(QFile::exists(looked));
    {
        Owner other; // at the same time: another file, not read-only
        other.explorer.bench().openExample();
        QVERIFY(other.explorer.waitForPlans());
        QVERIFY(!other.document().isReadOnly());
        edited = other.document().path();
        QVERIFY(edited != looked);
        const auto recent = [&] { return other.explorer.settings.value(Setting::RecentWorkspaces).toStringList(); };
        QVERIFY(!recent().contains(edited));
        other.setBatch(48);
        QVERIFY(recent().contains(edited));
    }
    QVERIFY(QFile::exists(edited));
    QCOMPARE(stored(edited)->problem.workload.global_batch, 48);
    owner.explorer.action(QStringLiteral("Open the example"))->trigger();
    QTRY_VERIFY(owner.document().path() != looked);
    QVERIFY(owner.explorer.waitForPlans());
    QVERIFY(owner.document().path() != edited);
    QVERIFY(owner.session() == original);
    QTRY_VERIFY(!QFile::exists(looked));
}

void TestOpening::damagedMeasurementsAreReportedAndTheOthersShown()
{
    test::Explorer explorer;
    const QString path = explorer.path("w.stagecraft");
    QVERIFY(QFile::copy(test::dataFile("workspace-v3.stagecraft"), path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
    SQLite::Database(path.toStdString(), SQLite::OPEN_READWRITE)
        .exec("UPDATE measurement SET payload = '<img src=x>' WHERE id = 2");
    explorer.window.openPath(path);
    QVERIFY(explorer.waitForPlans());
    QCOMPARE(explorer.bench().document().measurements()->size(), std::size_t(2));
    QCOMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY2(explorer.dialogs.reported.front().startsWith("Damaged measurements: 1 measurement"),
             qPrintable(explorer.dialogs.reported.front()));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestOpening test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_opening.moc"
