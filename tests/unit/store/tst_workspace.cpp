// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/exchange/workerlines.h"
#include "core/json/codec.h"
#include "core/protocol/message.h"
#include "core/store/workspace.h"
#include "core/words/worker.h"
#include "tests/support/chains.h"
#include "tests/support/randomvalues.h"
#include "tests/support/workspacefiles.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

void writeFileTo(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

}

// Normal operation of a workspace file; tst_workspacefaults tests errors.
class WorkspaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aNewOneIsEmptyAndOneFile();
    void createLeavesWhatIsThere();
    void aBareNameLiesInTheCurrentFolder();
    void measurementsComeBackEqual();
    void theSameMeasurementTwiceIsHarmless();
    void aBetterMeasurementReplacesAWorseOne();
    void devicesAreKeptApart();
    void aWorkersLineIsTakenOnce();
    void severalAreAddedTogetherOrNotAtAll();
    void removedMeasurementsAreGoneAndMayComeAgain();
    void theProblemIsReplaced();
    void plansAndScenariosBelongToTheSession();
    void namesAreFree();
    void whatWouldNotComeOutDoesNotGoIn();
    void anotherProcessMayAddWhileOneReads();
    void readOnlyReadsAndChangesNothing();
    void copyIsAWholeWorkspace();
    void copyLeavesWorkspacesInUse();
    void version1IsRead();
    void version2IsRead();
    void version3IsRead();
    void keysWithDecimalCommasAreHealed();
    void sentencesOfVersion6Stay();
    void messagesAreKeptAsCodes();
    void workerLinesAreImported();
    void importTwiceIsHarmless();
    void importSkipsWhatIsNotAMessage();
    void importRefusesNewerLines();

private:
    QString at(const char* name) const { return m_folder->filePath(name); }
    std::string file(const char* name = "w.stagecraft") const { return at(name).toStdString(); }
    QStringList filesThere() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void WorkspaceTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void WorkspaceTest::aNewOneIsEmptyAndOneFile()
{
    {
        const auto workspace = Workspace::create(file());
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        QCOMPARE(workspace->path(), file());
        QVERIFY(!workspace->readOnly());
        QVERIFY(workspace->measurements()->empty());
        QVERIFY(!workspace->problem()->has_value());
        QVERIFY(workspace->summary()->empty());
    }
    QCOMPARE(filesThere(), QStringList {"w.stagecraft"});
    const QByteArray header = contentOf(at("w.stagecraft")).left(100);
    QVERIFY(header.startsWith("SQLite format 3"));
    QCOMPARE(header.mid(68, 4), QByteArray("STGC"));
    QCOMPARE(header.mid(60, 4), QByteArray("\0\0\0\7", 4));
}

void WorkspaceTest::createLeavesWhatIsThere()
{
    writeFileTo(at("w.stagecraft"), "mine");
    const auto workspace = Workspace::create(file());
    QVERIFY(!workspace);
    QCOMPARE(workspace.error().code, ErrorCode::FileNotWritable);
    QCOMPARE(contentOf(at("w.stagecraft")), QByteArray("mine"));
    QCOMPARE(filesThere(), QStringList {"w.stagecraft"});
    QCOMPARE(Workspace::openOrCreate(file()).error().code, ErrorCode::WorkspaceNotOne);
    QVERIFY(Workspace::openOrCreate(file("new.stagecraft")).has_value());
    QVERIFY(Workspace::openOrCreate(file("new.stagecraft")).has_value());
}

void WorkspaceTest::measurementsComeBackEqual()
{
    RandomValues random(21);
    std::vector<Measurement> expected;
    std::set<std::string> keys;
    auto workspace = Workspace::create(file());
    while (expected.size() < 200) {
        const Measurement measurement = random.measurement();
        if (keys.insert(pointKey(measurement.point)).second) {
            expected.push_back(measurement);
            QVERIFY(workspace->addMeasurement(measurement, {}, 0).has_value());
        }
    }
    QVERIFY(*workspace->measurements() == expected);
    workspace = Workspace::open(file("other.stagecraft")); // closes the first one
    workspace = Workspace::open(file());
    QVERIFY(*workspace->measurements() == expected);
}

void WorkspaceTest::theSameMeasurementTwiceIsHarmless()
{
    auto workspace = Workspace::create(file());
    QVERIFY(workspace->addMeasurement(measurementAt(1), {}, 0).has_value());
    QVERIFY(workspace->addMeasurement(measurementAt(1), {}, 0).has_value());
    QCOMPARE(workspace->measurements()->size(), std::size_t(1));
    QCOMPARE(*workspace->addMeasurements({{measurementAt(1), {}, 0}, {measurementAt(2), {}, 0}}), 1);
}

void WorkspaceTest::aBetterMeasurementReplacesAWorseOne()
{
    using enum MeasurementStatus;
    auto workspace = Workspace::create(file());
    const auto add = [&](MeasurementStatus status, std::int64_t saved) {
        Measurement measurement = measurementAt(4, status);
        measurement.memory.saved = Bytes(saved);
        return *workspace->addMeasurements({{measurement, {}, 0}});
    };
    const auto saved = [&] { return workspace->measurements()->at(0).memory.saved.value; };
    QCOMPARE(add(Failed, 1), 1);
    QCOMPARE(add(OutOfMemory, 2), 1);
    QCOMPARE(saved(), 2);
    QCOMPARE(add(Done, 3), 1);
    QCOMPARE(saved(), 3);
    QCOMPARE(add(Done, 4), 0); // measurements are append-only: the first success stays
    QCOMPARE(add(Failed, 5), 0);
    QCOMPARE(saved(), 3);
    QCOMPARE(workspace->measurements()->size(), std::size_t(1));
}

void WorkspaceTest::devicesAreKeptApart()
{
    auto workspace = Workspace::create(file());
    Measurement other = measurementAt(1, MeasurementStatus::OutOfMemory);
    other.device.kind = DeviceKind::Cuda;
    other.device.driver = "580.1";
    other.measured_at = "2026-10-03T08:00:00Z";
    Measurement later = measurementAt(2);
    later.measured_at = "2026-10-04T08:00:00Z";
    QCOMPARE(*workspace->addMeasurements({{measurementAt(1), {}, 0}, {other, {}, 0}, {later, {}, 0}}), 3);
    QCOMPARE(workspace->measurements()->size(), std::size_t(3));
    const std::vector<MeasurementSummary> expected {
        {measurementAt(1).device, 2, 0, 0, "2026-10-02T08:00:00Z", "2026-10-04T08:00:00Z"},
        {other.device, 0, 1, 0, "2026-10-03T08:00:00Z", "2026-10-03T08:00:00Z"},
    };
    QVERIFY(*workspace->summary() == expected);
}

void WorkspaceTest::aWorkersLineIsTakenOnce()
{
    auto workspace = Workspace::create(file());
    const Measurement failed = measurementAt(1, MeasurementStatus::Failed);
    Measurement failedLater = failed;
    failedLater.message = verbatim("later");
    QCOMPARE(*workspace->addMeasurements({{failed, "job", 5}}), 1);
    QCOMPARE(*workspace->addMeasurements({{failedLater, "job", 6}}), 1);
    // Importing the old line again does not revert the newer one.
    QCOMPARE(*workspace->addMeasurements({{failed, "job", 5}}), 0);
    QCOMPARE(workspace->measurements()->at(0).message, verbatim("later"));
    // The same request was run again: other lines with the same numbers.
    QCOMPARE(*workspace->addMeasurements({{measurementAt(2), "job", 5}}), 1);
    QCOMPARE(*workspace->addMeasurements({{measurementAt(3), "other job", 5}}), 1);
    QCOMPARE(workspace->measurements()->size(), std::size_t(3));
}

void WorkspaceTest::severalAreAddedTogetherOrNotAtAll()
{
    auto workspace = Workspace::create(file());
    Measurement broken = measurementAt(2);
    broken.memory.saved = Bytes(-1);
    const auto added = workspace->addMeasurements({{measurementAt(1), "job", 1}, {broken, "job", 2}});
    QVERIFY(!added);
    QVERIFY(workspace->measurements()->empty());
    QCOMPARE(*workspace->addMeasurements({{measurementAt(1), "job", 1}}), 1); // the line was not imported either
}

void WorkspaceTest::removedMeasurementsAreGoneAndMayComeAgain()
{
    auto workspace = Workspace::create(file());
    Measurement elsewhere = measurementAt(1);
    elsewhere.device.name = "another CPU";
    QCOMPARE(*workspace->addMeasurements(
                 {{measurementAt(1), "job", 1}, {measurementAt(2), "job", 2}, {elsewhere, "job", 3}}),
             3);
    QCOMPARE(*workspace->removeMeasurements({measurementAt(1), measurementAt(7)}), 1); // one did not exist
    const auto left = workspace->measurements().value();
    QCOMPARE(left.size(), std::size_t(2));
    QVERIFY(left[0] == measurementAt(2) && left[1] == elsewhere);
    // The worker's line was imported, but its measurement removed: another import restores it.
    QCOMPARE(*workspace->addMeasurements({{measurementAt(1), "job", 1}, {measurementAt(2), "job", 2}}), 1);
    QCOMPARE(workspace->measurements()->size(), std::size_t(3));
}

void WorkspaceTest::theProblemIsReplaced()
{
    RandomValues random(22);
    auto workspace = Workspace::create(file());
    for (int round = 0; round < 50; ++round) {
        const Problem problem = random.problem();
        const auto set = workspace->setSession({problem});
        QVERIFY2(set, qPrintable(errorOf(set)));
        QVERIFY(*workspace->problem() == problem);
    }
}

void WorkspaceTest::plansAndScenariosBelongToTheSession()
{
    RandomValues random(24);
    auto workspace = Workspace::create(file());
    const auto planOf = [](const Problem& problem) {
        return uniformPlan({0, static_cast<int>(problem.model.layers.size())}, 1, 1, 1,
                           ScheduleKind::OneForwardOneBackward);
    };
    for (int round = 0; round < 20; ++round) {
        PlanningSession session {random.problem()};
        for (int i = round % 4; i > 0; --i) {
            session.plans.push_back({freeName(session.plans, "mine"), planOf(session.problem)});
            const Problem other = random.problem();
            session.scenarios.push_back({freeName(session.scenarios, "A"), other, planOf(other)});
        }
        const auto set = workspace->setSession(session);
        QVERIFY2(set, qPrintable(errorOf(set)));
        QVERIFY(*workspace->session() == session);
    }
}

void WorkspaceTest::namesAreFree()
{
    std::vector<UserPlan> plans;
    for (const std::string expected : {"mine", "mine 2", "mine 3"}) {
        QCOMPARE(freeName(plans, "mine"), expected);
        plans.push_back({expected, {}});
    }
    plans.erase(plans.begin() + 1);
    QCOMPARE(freeName(plans, "mine"), std::string("mine 2"));
}

void WorkspaceTest::whatWouldNotComeOutDoesNotGoIn()
{
    RandomValues random(23);
    auto workspace = Workspace::create(file());
    const Problem good = random.problem();
    QVERIFY(workspace->setSession({good}).has_value());
    Problem bad = good;
    bad.model.layers.clear();
    const auto set = workspace->setSession({bad});
    QVERIFY(!set);
    QCOMPARE(set.error().code, ErrorCode::WorkspaceFailed);
    QVERIFY(errorOf(set).contains("problem.model.layers"));
    QVERIFY(*workspace->problem() == good);
}

void WorkspaceTest::anotherProcessMayAddWhileOneReads()
{
    auto first = Workspace::create(file());
    auto second = Workspace::open(file());
    auto reader = Workspace::open(file(), OpenMode::ReadOnly);
    for (int i = 1; i <= 20; ++i) {
        auto& writer = i % 2 == 0 ? first : second;
        QVERIFY(writer->addMeasurement(measurementAt(i), {}, 0).has_value());
        QCOMPARE(reader->measurements()->size(), std::size_t(i));
    }
    first = failure(ErrorCode::Cancelled);
    second = failure(ErrorCode::Cancelled);
    reader = failure(ErrorCode::Cancelled);
    QCOMPARE(filesThere(), QStringList {"w.stagecraft"});
}

void WorkspaceTest::readOnlyReadsAndChangesNothing()
{
    QVERIFY(Workspace::create(file())->addMeasurement(measurementAt(1), {}, 0).has_value());
    const QByteArray before = contentOf(at("w.stagecraft"));
    {
        auto workspace = Workspace::open(file(), OpenMode::ReadOnly);
        QVERIFY(workspace->readOnly());
        QCOMPARE(workspace->measurements()->size(), std::size_t(1));
        QCOMPARE(workspace->addMeasurement(measurementAt(2), {}, 0).error().code, ErrorCode::WorkspaceReadOnly);
        QCOMPARE(workspace->setSession({RandomValues(1).problem()}).error().code, ErrorCode::WorkspaceReadOnly);
        QVERIFY(workspace->copyTo(file("copy.stagecraft")).has_value());
    }
    QCOMPARE(contentOf(at("w.stagecraft")), before);
    QCOMPARE(filesThere(), (QStringList {"copy.stagecraft", "w.stagecraft"}));
}

void WorkspaceTest::copyIsAWholeWorkspace()
{
    auto workspace = Workspace::create(file());
    const Problem problem = RandomValues(24).problem();
    QVERIFY(workspace->setSession({problem}).has_value());
    QVERIFY(workspace->addMeasurement(measurementAt(1), "job", 1).has_value());
    writeFileTo(at("copy.stagecraft"), "an old file");
    const auto copied = workspace->copyTo(file("copy.stagecraft"));
    QVERIFY2(copied, qPrintable(errorOf(copied)));
    // The two workspaces are independent from now on.
    QVERIFY(workspace->addMeasurement(measurementAt(2), "job", 2).has_value());
    auto copy = Workspace::open(file("copy.stagecraft"));
    QVERIFY2(copy, qPrintable(errorOf(copy)));
    QVERIFY(*copy->problem() == problem);
    QCOMPARE(copy->measurements()->size(), std::size_t(1));
    QVERIFY(copy->addMeasurement(measurementAt(3), "job", 1).has_value());
    QCOMPARE(copy->measurements()->size(), std::size_t(2));
    QVERIFY(!filesThere().join(' ').contains("part"));
}

void WorkspaceTest::copyLeavesWorkspacesInUse()
{
    auto workspace = Workspace::create(file());
    QVERIFY(QFile::link(at("w.stagecraft"), at("link.stagecraft")));
    QCOMPARE(workspace->copyTo(file()).error().code, ErrorCode::FileNotWritable);
    QCOMPARE(workspace->copyTo(file("link.stagecraft")).error().code, ErrorCode::FileNotWritable);
    QCOMPARE(workspace->copyTo(m_folder->path().toStdString()).error().code, ErrorCode::FileNotWritable);
    QCOMPARE(workspace->copyTo(file("no/such/folder.stagecraft")).error().code, ErrorCode::FileNotWritable);
    auto other = Workspace::create(file("other.stagecraft"));
    QVERIFY(other->addMeasurement(measurementAt(1), {}, 0).has_value());
    QCOMPARE(workspace->copyTo(file("other.stagecraft")).error().code, ErrorCode::FileNotWritable);
    QCOMPARE(other->measurements()->size(), std::size_t(1));
    other = failure(ErrorCode::Cancelled);
    QVERIFY(workspace->copyTo(file("other.stagecraft")).has_value());
}

// Version 1 is read: the file is a sample (tests/data/README.md), and every later version must read it.
void WorkspaceTest::version1IsRead()
{
    QVERIFY(QFile::copy(TEST_DATA "/workspace-v1.stagecraft", at("w.stagecraft")));
    QVERIFY(QFile::setPermissions(at("w.stagecraft"), QFile::ReadOwner | QFile::WriteOwner));
    auto workspace = Workspace::open(file());
    QVERIFY2(workspace, qPrintable(errorOf(workspace)));
    const auto measurements = workspace->measurements();
    QVERIFY2(measurements, qPrintable(errorOf(measurements)));
    QCOMPARE(measurements->size(), std::size_t(3));
    QCOMPARE(measurements->at(1).memory.saved, Bytes(2000));
    QVERIFY(measurements->at(1).point.spec == LayerSpec(blockOf(768, 12, 3072)));
    QCOMPARE(measurements->at(2).status, MeasurementStatus::OutOfMemory);
    const auto problem = workspace->problem();
    QVERIFY2(problem, qPrintable(errorOf(problem)));
    QCOMPARE((*problem)->model.layers.size(), std::size_t(3));
    QCOMPARE((*problem)->cluster.devices(), 4);
    QVERIFY(workspace->addMeasurement(measurementAt(1), "a-job", 1).has_value());
    QCOMPARE(workspace->measurements()->size(), std::size_t(3));
}

// Version 2 is read, also read-only without changes.
void WorkspaceTest::version2IsRead()
{
    for (const OpenMode mode : {OpenMode::ReadOnly, OpenMode::ReadWrite}) {
        (void)QFile::remove(at("w.stagecraft"));
        QVERIFY(QFile::copy(TEST_DATA "/workspace-v2.stagecraft", at("w.stagecraft")));
        QVERIFY(QFile::setPermissions(at("w.stagecraft"), QFile::ReadOwner | QFile::WriteOwner));
        auto workspace = Workspace::open(file(), mode);
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        auto session = workspace->session();
        QVERIFY2(session, qPrintable(errorOf(session)));
        QCOMPARE((*session)->problem.workload.global_batch, 16);
        QVERIFY((*session)->plans.empty() && (*session)->scenarios.empty());
        QCOMPARE(workspace->measurements()->size(), std::size_t(3));
        if (mode == OpenMode::ReadWrite) {
            (*session)->plans.push_back({"mine", {}});
            (*session)->plans.front().plan.stages.emplace_back();
            (*session)->plans.front().plan.stages.front().layers = {0, 4};
            QVERIFY(workspace->setSession(**session).has_value());
            QVERIFY(*workspace->session() == *session);
        }
    }
}

// Version 3, which had no comparison, is read; a comparison is stored unchanged.
void WorkspaceTest::version3IsRead()
{
    for (const OpenMode mode : {OpenMode::ReadOnly, OpenMode::ReadWrite}) {
        (void)QFile::remove(at("w.stagecraft"));
        QVERIFY(QFile::copy(TEST_DATA "/workspace-v3.stagecraft", at("w.stagecraft")));
        QVERIFY(QFile::setPermissions(at("w.stagecraft"), QFile::ReadOwner | QFile::WriteOwner));
        auto workspace = Workspace::open(file(), mode);
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        auto session = workspace->session();
        QVERIFY2(session, qPrintable(errorOf(session)));
        QCOMPARE((*session)->plans.at(0).name, std::string("mine"));
        QCOMPARE((*session)->scenarios.at(0).name, std::string("A"));
        QVERIFY((*session)->comparison == Comparison());
        QCOMPARE(QFile::exists(at("w.stagecraft.backup-v3")), mode == OpenMode::ReadWrite);
        if (mode == OpenMode::ReadWrite) {
            const Scenario& pinned = (*session)->scenarios.front();
            (*session)->comparison.columns = {{"P1 D1", pinned.plan, {}}, {"A", pinned.plan, pinned.problem}};
            (*session)->comparison.baseline = 1;
            QVERIFY(workspace->setSession(**session).has_value());
            QVERIFY(*workspace->session() == *session);
        }
    }
}

// Keys of version 4 with decimal commas, which a window wrote in a language with decimal commas, are corrected to match
// their measurements; of duplicates, the one that succeeded first is kept.
void WorkspaceTest::keysWithDecimalCommasAreHealed()
{
    QVERIFY(QFile::copy(TEST_DATA "/workspace-v4.stagecraft", at("w.stagecraft")));
    QVERIFY(QFile::setPermissions(at("w.stagecraft"), QFile::ReadOwner | QFile::WriteOwner));
    QCOMPARE(Workspace::open(file(), OpenMode::ReadOnly)->measurements()->size(), std::size_t(5));
    auto workspace = Workspace::open(file());
    QVERIFY2(workspace, qPrintable(errorOf(workspace)));
    const auto healed = workspace->measurements();
    QVERIFY2(healed, qPrintable(errorOf(healed)));
    QCOMPARE(healed->size(), std::size_t(3));
    for (const Measurement& measurement : *healed) {
        QCOMPARE(measurement.status, MeasurementStatus::Done);
        QVERIFY(measurement.measured_at < "2026-11-23");
    }
    std::vector<MeasurementLine> again;
    for (const Measurement& measurement : *healed) {
        again.push_back({measurement, {}, 0});
    }
    QCOMPARE(workspace->addMeasurements(again), Result<int>(0));
    QCOMPARE(workspace->removeMeasurements(*healed), Result<int>(3));
    QVERIFY(workspace->measurements()->empty());
}

// Sentences of version 6 are displayed and written back unchanged.
void WorkspaceTest::sentencesOfVersion6Stay()
{
    QVERIFY(QFile::copy(TEST_DATA "/workspace-v6.stagecraft", at("w.stagecraft")));
    QVERIFY(QFile::setPermissions(at("w.stagecraft"), QFile::ReadOwner | QFile::WriteOwner));
    auto workspace = Workspace::open(file());
    QVERIFY2(workspace, qPrintable(errorOf(workspace)));
    const auto measurements = workspace->measurements();
    QVERIFY2(measurements, qPrintable(errorOf(measurements)));
    QCOMPARE(measurements->size(), std::size_t(4));
    const Measurement& full = measurements->back();
    QCOMPARE(full.status, MeasurementStatus::OutOfMemory);
    QVERIFY(describe(full.message).starts_with("more than the 3.50 GiB that were free (the machine's free memory): "));
    QVERIFY(encodeJson(full).at("message").is_string());
    const auto probes = workspace->latestProbes();
    QCOMPARE(describe(probes->at(0).left_out.at(0).reason),
             std::string("messages between 2 processes: the processes did not answer in time"));
    QCOMPARE(workspace->addMeasurements({{full, {}, 0}}), Result<int>(0)); // the same content
    QCOMPARE((*workspace->session())->problem.model.notes.size(), std::size_t(1));
}

// Messages are stored as codes and read back unchanged.
void WorkspaceTest::messagesAreKeptAsCodes()
{
    auto workspace = Workspace::create(file());
    Measurement full = measurementAt(1);
    full.status = MeasurementStatus::OutOfMemory;
    full.message = say(words::worker::more_than_free, Bytes(1024), words::worker::machine_memory, verbatim("no bytes"));
    QVERIFY(workspace->addMeasurement(full, {}, 0).has_value());
    QCOMPARE(workspace->measurements()->at(0).message, full.message);
    QVERIFY(workspace->measurements()->at(0).message.says(words::worker::more_than_free));
}

void WorkspaceTest::workerLinesAreImported()
{
    auto workspace = Workspace::create(file());
    std::string text = encode(WorkerMessage {"job", 1, HelloMessage {measurementAt(1).device, "0.1.0"}}) + "\n";
    text += encode(WorkerMessage {"job", 2, ProgressMessage {"measuring", verbatim("block"), {}, 0, 2}}) + "\r\n\n";
    text += encode(WorkerMessage {"job", 3, MeasurementMessage {measurementAt(1)}}) + "\n";
    text += encode(WorkerMessage {"job", 4, MeasurementMessage {measurementAt(2)}}) + "\n";
    text += encode(WorkerMessage {"job", 5, ResultMessage {2, 0, false, false}}); // no newline at the end
    const auto summary = importLines(*workspace, text);
    QVERIFY2(summary, qPrintable(errorOf(summary)));
    QVERIFY(*summary == (ImportSummary {2, 2, 0, 0, 3, 0, {}}));
    QVERIFY(*workspace->measurements() == (std::vector {measurementAt(1), measurementAt(2)}));
}

void WorkspaceTest::importTwiceIsHarmless()
{
    auto workspace = Workspace::create(file());
    const std::string text = encode(WorkerMessage {"job", 1, MeasurementMessage {measurementAt(1)}}) + "\n";
    QCOMPARE(importLines(*workspace, text)->added, 1);
    const auto again = importLines(*workspace, text + text);
    QCOMPARE(again->added, 0);
    QCOMPARE(again->measurements, 2);
    QCOMPARE(workspace->measurements()->size(), std::size_t(1));
}

void WorkspaceTest::importSkipsWhatIsNotAMessage()
{
    auto workspace = Workspace::create(file());
    const std::string line = encode(WorkerMessage {"job", 1, MeasurementMessage {measurementAt(1)}});
    const std::string cut = encode(WorkerMessage {"job", 2, MeasurementMessage {measurementAt(2)}}).substr(0, 100);
    const auto summary = importLines(*workspace, "warning: something\n" + line + "\n" + cut);
    QVERIFY2(summary, qPrintable(errorOf(summary)));
    QCOMPARE(summary->added, 1);
    QCOMPARE(summary->skipped_lines, 2);
    QCOMPARE(summary->skipped.at(0).line, 1);
    QCOMPARE(summary->skipped.at(1).line, 3);
    QVERIFY(describe(summary->skipped.at(1).reason).find("not JSON") != std::string::npos);
    const auto rubbish = importLines(*workspace, QByteArray("x\n").repeated(5000).toStdString());
    QCOMPARE(rubbish->skipped_lines, 5000);
    QCOMPARE(rubbish->skipped.size(), ImportSummary::mostListed);
}

void WorkspaceTest::importRefusesNewerLines()
{
    auto workspace = Workspace::create(file());
    const std::string line = encode(WorkerMessage {"job", 1, MeasurementMessage {measurementAt(1)}});
    const auto summary = importLines(*workspace,
                                     line
                                         + "\n"
                                           R"({"format":"stagecraft-message","version":3})");
    QVERIFY(!summary);
    QCOMPARE(summary.error().code, ErrorCode::FormatNewer);
    QCOMPARE(summary.error().where, std::string());
    QVERIFY(workspace->measurements()->empty());
}

// A name without a folder refers to the current folder, as with --workspace w.stagecraft.
void WorkspaceTest::aBareNameLiesInTheCurrentFolder()
{
    const QTemporaryDir folder;
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder.path()));
    const bool made = Workspace::openOrCreate("bare.stagecraft").has_value();
    const bool opened = Workspace::open("bare.stagecraft").has_value();
    QVERIFY(QDir::setCurrent(before));
    QVERIFY(made && opened);
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("bare.stagecraft"))));
}

QTEST_GUILESS_MAIN(WorkspaceTest)
#include "tst_workspace.moc"
