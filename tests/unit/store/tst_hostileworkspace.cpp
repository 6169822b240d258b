// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/base/files.h"
#include "core/exchange/workspaceimport.h"
#include "core/session/document.h"
#include "core/store/database.h"
#include "core/store/workspace.h"
#include "core/words/base.h"
#include "tests/support/chains.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/workspacefiles.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <thread>

using namespace stagecraft;
using namespace stagecraft::testing;

// Workspaces from others, or damaged by a disk: they are rejected or read in part, and nothing in them is executed.
class HostileWorkspaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void sqlInAWorkspaceIsNamedAndNotRun_data();
    void sqlInAWorkspaceIsNamedAndNotRun();
    void everyOldVersionHasItsTables();
    void nothingInTheFileIsTrusted();
    void aQueryEndsWhenItIsCancelled();
    void aDamagedMeasurementHidesNoOther();
    void aDamagedRowHidesNoOther();
    void ofManyDamagedRowsTheFirstFewAreReported();
    void aDocumentSaysThatMeasurementsAreDamaged();
    void longNamesAreReadOrRefused_data();
    void longNamesAreReadOrRefused();
    void aLinkInTheWayOfANewFileIsNotFollowed();
    void aFullDiskIsTheWorkspacesNotTheImportedFiles();
    void aFullDiskKeepsNobodyFromReading();

private:
    QString at(const QString& name) const { return m_folder->filePath(name); }
    std::string file(const QString& name = QStringLiteral("w.stagecraft")) const { return at(name).toStdString(); }
    void make(const QString& name = QStringLiteral("w.stagecraft")) const
    {
        auto workspace = Workspace::create(file(name));
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        QVERIFY(workspace->addMeasurements({{measurementAt(1), {}, 0}, {measurementAt(2), {}, 0}}).has_value());
    }
    void run(const char* statements) const { SQLite::Database(file(), SQLite::OPEN_READWRITE).exec(statements); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void HostileWorkspaceTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void HostileWorkspaceTest::sqlInAWorkspaceIsNamedAndNotRun_data()
{
    QTest::addColumn<QByteArray>("statements");
    QTest::addColumn<QByteArray>("complaint");
    const auto row = [](const char* name, const char* statements, const char* complaint) {
        QTest::newRow(name) << QByteArray(statements) << QByteArray(complaint);
    };
    row("a view that never ends",
        "ALTER TABLE question RENAME TO gone; CREATE VIEW question AS WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL "
        "SELECT x + 1 FROM c) SELECT 1 AS id, count(*) AS problem, '' AS edited_at FROM c",
        "the table \"gone\"");
    row("a view beside the tables", "CREATE VIEW many AS SELECT zeroblob(2000000000) AS problem",
        "it has the view \"many\", which does not belong to a workspace");
    row("a trigger that deletes", "CREATE TRIGGER bad AFTER INSERT ON measurement BEGIN DELETE FROM measurement; END",
        "it has the trigger \"bad\", which does not belong to a workspace");
    row("a table of its own", "CREATE TABLE more (x)",
        "it has the table \"more\", which does not belong to a workspace");
    row("an index that computes", "CREATE INDEX slow ON measurement (abs(id))", "the index \"slow\"");
    row("a column that computes", "ALTER TABLE measurement ADD COLUMN computed AS (hex(zeroblob(100000000))) VIRTUAL",
        "its table \"measurement\" differs from that of a workspace");
    row("a check",
        "DROP TABLE compared; CREATE TABLE compared (position INTEGER PRIMARY KEY, name TEXT NOT NULL, "
        "problem TEXT, plan TEXT NOT NULL, baseline INTEGER NOT NULL CHECK (hex(zeroblob(900000000)) <> ''))",
        "its table \"compared\" differs from that of a workspace");
    row("statistics that compute",
        "ANALYZE; DELETE FROM sqlite_stat1; WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c WHERE x < "
        "1000) INSERT INTO sqlite_stat1 SELECT 'meta', NULL, '1' FROM c; PRAGMA writable_schema = ON; UPDATE "
        "sqlite_schema SET sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat AS (hex(hex(zeroblob(50000000)))))' WHERE "
        "name = 'sqlite_stat1'",
        "it has the table \"sqlite_stat1\", which does not belong to a workspace");
    row("a virtual table called like statistics",
        "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES('table', 'sqlite_stat9', 'sqlite_stat9', 0, "
        "'CREATE VIRTUAL TABLE sqlite_stat9 USING fts5(x)')",
        "it has the table \"sqlite_stat9\", which does not belong to a workspace");
    row("a table less", "DROP TABLE compared", "the table \"compared\" is missing");
    row("statistics as SQLite makes them", "ANALYZE",
        "it has the table \"sqlite_stat1\", which does not belong to a workspace");
    row("letters that a terminal obeys", "CREATE TABLE \"\x1b[2J\" (x)", "it has the table \"?[2J\"");
}

void HostileWorkspaceTest::sqlInAWorkspaceIsNamedAndNotRun()
{
    QFETCH(QByteArray, statements);
    QFETCH(QByteArray, complaint);
    make();
    run(statements.constData());
    for (const OpenMode mode : {OpenMode::ReadWrite, OpenMode::ReadOnly}) {
        const QByteArray before = contentOf(at("w.stagecraft"));
        const auto opened = Workspace::open(file(), mode);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::WorkspaceFailed);
        QCOMPARE(opened.error().where, file());
        const QByteArray words = QByteArray::fromStdString(describe(opened.error()));
        QVERIFY2(words.contains(complaint), words.constData());
        QCOMPARE(contentOf(at("w.stagecraft")), before);
    }
}

void HostileWorkspaceTest::everyOldVersionHasItsTables()
{
    for (int version = 1; version < Workspace::currentVersion; ++version) {
        const QString name = QStringLiteral("workspace-v%1.stagecraft").arg(version);
        QVERIFY2(QFile::copy(QStringLiteral(TEST_DATA "/") + name, at(name)), qPrintable(name));
        QVERIFY(QFile::setPermissions(at(name), QFile::ReadOwner | QFile::WriteOwner));
        for (const OpenMode mode : {OpenMode::ReadOnly, OpenMode::ReadWrite, OpenMode::ReadWrite}) {
            const auto opened = Workspace::open(file(name), mode);
            QVERIFY2(opened, qPrintable(errorOf(opened)));
        }
    }
}

void HostileWorkspaceTest::nothingInTheFileIsTrusted()
{
    make();
    auto database = Database::open(file(), OpenMode::ReadWrite);
    QVERIFY2(database, qPrintable(errorOf(database)));
    SQLite::Database& sqlite = (*database)->sqlite();
    QCOMPARE(sqlite.execAndGet("PRAGMA trusted_schema").getInt(), 0);
    sqlite.exec("PRAGMA writable_schema = ON");
    QVERIFY(!(*database)->attempt([&] { sqlite.exec("UPDATE sqlite_schema SET sql = ''"); }));
    QVERIFY(!(*database)->attempt([&] { sqlite.execAndGet("SELECT length(hex(zeroblob(200000000)))"); }));
    sqlite.exec("CREATE VIEW v AS SELECT 1 AS x");
    QVERIFY(!(*database)->attempt([&] { sqlite.execAndGet("SELECT x FROM v"); }));
}

void HostileWorkspaceTest::aQueryEndsWhenItIsCancelled()
{
    make();
    std::stop_source source;
    auto database = Database::open(file(), OpenMode::ReadOnly, source.get_token());
    QVERIFY2(database, qPrintable(errorOf(database)));
    std::thread later([&source] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        source.request_stop();
    });
    const auto counted = (*database)->attempt([&] {
        return (*database)
            ->sqlite()
            .execAndGet("WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c")
            .getInt64();
    });
    later.join();
    QVERIFY(!counted);
    QCOMPARE(counted.error().code, ErrorCode::Cancelled);
    QCOMPARE(Workspace::open(file(), OpenMode::ReadWrite, source.get_token()).error().code, ErrorCode::Cancelled);
    QVERIFY(Workspace::open(file()).has_value());
}

void HostileWorkspaceTest::aDamagedMeasurementHidesNoOther()
{
    make();
    run("UPDATE measurement SET payload = '{\"point\": 1' WHERE id = 1");
    auto workspace = Workspace::open(file());
    const auto stored = workspace->storedMeasurements();
    QVERIFY2(stored, qPrintable(errorOf(stored)));
    QVERIFY(stored->measurements == std::vector {measurementAt(2)});
    QCOMPARE(stored->damage.count, std::int64_t(1));
    const std::string reported = describe(stored->damage.reported.front());
    QVERIFY2(reported.starts_with("measurement 1: "), reported.c_str());
    QVERIFY(workspace->readableSummary()->damage == stored->damage);
    QVERIFY(*workspace->measurements() == stored->measurements);
}

// A damaged row hides no other row, including probes and descriptions.
void HostileWorkspaceTest::aDamagedRowHidesNoOther()
{
    make();
    {
        DeviceProbe probe;
        probe.device = measurementAt(1).device;
        probe.measured_at = "2026-11-01T00:00:00Z";
        auto workspace = Workspace::open(file());
        QVERIFY(workspace->addProbe(probe).has_value());
        probe.measured_at = "2026-11-02T00:00:00Z";
        QVERIFY(workspace->addProbe(probe).has_value());
    }
    run("UPDATE probe SET payload = '{}' WHERE id = 2; INSERT INTO meta VALUES ('description aaaa', x'00')");
    auto workspace = Workspace::open(file());
    Damage damage;
    const auto probes = workspace->latestProbes(&damage);
    QVERIFY2(probes, qPrintable(errorOf(probes)));
    QCOMPARE(probes->size(), std::size_t(1)); // the earlier one
    QCOMPARE(probes->front().measured_at, std::string("2026-11-01T00:00:00Z"));
    QCOMPARE(damage.count, std::int64_t(1));
    const std::string reported = describe(damage.reported.front());
    QVERIFY2(reported.starts_with("probe 2: "), reported.c_str());
    QVERIFY(workspace->descriptions(&damage)->empty());
    QCOMPARE(damage.count, std::int64_t(2));
    QVERIFY(!workspace->description("aaaa").value());
    auto other = Workspace::create(file("other.stagecraft"));
    const auto imported = importWorkspace(*other, file());
    QVERIFY2(imported, qPrintable(errorOf(imported)));
    QCOMPARE(imported->added, 2);
    QCOMPARE(imported->probes_added, 1);
    QCOMPARE(imported->damage.count, std::int64_t(2));
}

// The first few of many damaged rows are reported, and all are counted. The faults of the others, which take longer to
// describe than to find, are not queried.
void HostileWorkspaceTest::ofManyDamagedRowsTheFirstFewAreReported()
{
    make();
    run("WITH RECURSIVE n(i) AS (VALUES(3) UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
        "INSERT INTO measurement SELECT i, 'p' || i, 1, 's', 1, 1, 'done', '', CASE i % 2 WHEN 0 THEN '{' ELSE '{}' "
        "END "
        "FROM n; WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
        "INSERT INTO meta SELECT 'description ' || i, '[' FROM n");
    const auto workspace = Workspace::open(file(), OpenMode::ReadOnly);
    const auto damaged = workspace->readableSummary();
    QVERIFY2(damaged, qPrintable(errorOf(damaged)));
    QCOMPARE(damaged->damage.count, std::int64_t(19998));
    QCOMPARE(damaged->damage.reported.size(), std::size_t(Damage::mostReported));
    for (std::size_t i = 0; i < damaged->damage.reported.size(); ++i) {
        QVERIFY(describe(damaged->damage.reported[i]).starts_with("measurement " + std::to_string(3 + i) + ": "));
    }
    QVERIFY(workspace->storedMeasurements()->damage == damaged->damage);
    Damage of_descriptions;
    QVERIFY(workspace->descriptions(&of_descriptions)->empty());
    QCOMPARE(of_descriptions.count, std::int64_t(5000));
    int asked = 0;
    Damage damage;
    for (int row = 0; row < 1000; ++row) {
        damage.add([&] { return verbatim(std::to_string(++asked)); });
    }
    QCOMPARE(damage.count, std::int64_t(1000));
    QVERIFY((damage.reported == std::vector {verbatim("1"), verbatim("2"), verbatim("3")}));
    QCOMPARE(asked, 3);
}

void HostileWorkspaceTest::aDocumentSaysThatMeasurementsAreDamaged()
{
    make();
    run("UPDATE measurement SET payload = x'ff00' WHERE id = 2");
    Document document;
    QSignalSpy opened(&document, &Document::opened);
    QSignalSpy damaged(&document, &Document::measurementsDamaged);
    document.open(at("w.stagecraft"));
    QVERIFY(opened.wait());
    QCOMPARE(damaged.size(), 1);
    QCOMPARE(damaged.front().at(0).toLongLong(), 1);
    QVERIFY(*document.measurements() == Measurements {measurementAt(1)});
}

void HostileWorkspaceTest::longNamesAreReadOrRefused_data()
{
    QTest::addColumn<int>("letters");
    for (const int letters : {246, 247, 248, 250, 251, 255}) {
        QTest::addRow("%d", letters) << letters;
    }
}

// Long names are read or rejected: SQLite's auxiliary names (-journal) fit up to 247 bytes.
void HostileWorkspaceTest::longNamesAreReadOrRefused()
{
    QFETCH(int, letters);
    const QString ending = QStringLiteral(".stagecraft");
    const QString name = QString(letters - ending.size(), u'n') + ending;
    const bool fits = letters <= 247;
    {
        const auto created = Workspace::create(file(name));
        QCOMPARE(created.has_value(), fits);
        if (!fits) {
            QVERIFY(created.error() == (Error {ErrorCode::FileNotWritable, {words::base::name_too_long}, file(name)}));
        }
    }
    for (const char* old : {"workspace-v1.stagecraft", "workspace-v4.stagecraft"}) {
        (void)QFile::remove(at(name));
        QVERIFY(QFile::copy(QStringLiteral(TEST_DATA "/") + QLatin1String(old), at(name)));
        QVERIFY(QFile::setPermissions(at(name), QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(Workspace::open(file(name), OpenMode::ReadOnly)->measurements().has_value());
        const auto opened = Workspace::open(file(name));
        QVERIFY(!opened); // the copy of the older version would have a longer name
        QCOMPARE(opened.error().code, ErrorCode::FileNotWritable);
        Document document;
        QSignalSpy shown(&document, &Document::opened);
        document.open(at(name));
        QVERIFY(shown.wait());
        QVERIFY(document.isReadOnly());
        QVERIFY(!document.measurements()->empty());
    }
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), QStringList(name));
}

// A link in place of a new file is not followed: names of new files cannot be guessed, and an existing file is not
// written to.
void HostileWorkspaceTest::aLinkInTheWayOfANewFileIsNotFollowed()
{
    const QString victim = at("victim");
    QVERIFY(writeFile(victim.toStdString(), "mine").has_value());
    const QString part = QStringLiteral(".part%1").arg(QCoreApplication::applicationPid());
    for (const char* name : {"plan.json", "w.stagecraft", "copy.stagecraft"}) {
        QVERIFY(QFile::link(victim, at(name + part)));
    }
    QVERIFY(writeFile(file("plan.json"), "{}").has_value());
    make();
    QVERIFY(Workspace::open(file())->copyTo(file("copy.stagecraft")).has_value());
    QCOMPARE(contentOf(victim), QByteArray("mine"));
    QVERIFY(QDir(m_folder->path()).entryList({".stagecraft-*"}, QDir::Files | QDir::Hidden).isEmpty());
}

void HostileWorkspaceTest::aFullDiskIsTheWorkspacesNotTheImportedFiles()
{
    make();
    {
        auto other = Workspace::create(file("other.stagecraft"));
        std::vector<MeasurementLine> lines;
        for (int i = 10; i < 400; ++i) {
            lines.push_back({measurementAt(i), {}, 0});
        }
        QVERIFY(other->addMeasurements(lines).has_value());
    }
    auto workspace = Workspace::open(file());
    const FileSizeLimit limit(200'000);
    const auto imported = importWorkspace(*workspace, file("other.stagecraft"));
    QVERIFY(!imported);
    QCOMPARE(imported.error().code, ErrorCode::DiskFull);
    QCOMPARE(imported.error().where, file());
}

void HostileWorkspaceTest::aFullDiskKeepsNobodyFromReading()
{
    make();
    {
        const auto writer = Workspace::open(file());
        QVERIFY(Workspace::open(file())->addMeasurement(measurementAt(3), {}, 0).has_value());
        QVERIFY(QFile::copy(at("w.stagecraft"), at("killed.stagecraft")));
        QVERIFY(QFile::copy(at("w.stagecraft-wal"), at("killed.stagecraft-wal")));
    }
    const QStringList before = QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden);
    const FileSizeLimit limit(1000);
    for (const char* name : {"w.stagecraft", "killed.stagecraft"}) {
        const auto workspace = Workspace::open(file(name), OpenMode::ReadOnly);
        QVERIFY2(workspace, qPrintable(errorOf(workspace)));
        QCOMPARE(workspace->measurements()->size(), std::size_t(3));
        QCOMPARE(Workspace::open(file(name)).error().code, ErrorCode::DiskFull);
    }
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), before);
}

QTEST_GUILESS_MAIN(HostileWorkspaceTest)
#include "tst_hostileworkspace.moc"
