// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Memory traces in a workspace: they are read back unchanged, damaged ones hide no others, and older workspaces gain
// the table.
#include "core/base/english.h"
#include "core/exchange/workspaceimport.h"
#include "core/snapshot/curvebytes.h"
#include "core/snapshot/tracefile.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace stagecraft;

namespace {

MemoryTrace traceOf(const char* name)
{
    const auto traces = readTraces(std::string(TEST_DATA "/snapshots/") + name);
    return traces && traces->size() == 1 ? traces->front() : MemoryTrace {};
}

}

class TestTraceStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void tracesComeBackEqual();
    void aDamagedTraceHidesNoOther();
    void version5GainsTheTable();
    void anotherWorkspaceBringsItsTraces();
    void curvesAreFewBytes();
    void damagedCurvesAreRefused();

private:
    std::string at(const char* name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
    MemoryTrace m_whole;
    MemoryTrace m_late;
};

void TestTraceStore::initTestCase()
{
    m_whole = traceOf("transformer.pickle");
    m_late = traceOf("late.pickle");
    QVERIFY(m_whole.events > 0 && m_late.events > 0);
}

void TestTraceStore::tracesComeBackEqual()
{
    auto workspace = Workspace::create(at("equal.stagecraft"));
    QVERIFY(workspace.has_value());
    QCOMPARE(workspace->addTraces({m_whole, m_late}), Result<int>(2));
    QCOMPARE(workspace->addTraces({m_late}), Result<int>(0));
    QVERIFY(*workspace->traces() == (std::vector {m_whole, m_late}));
    QCOMPARE(workspace->removeTrace(m_whole), Result<bool>(true));
    QCOMPARE(workspace->removeTrace(m_whole), Result<bool>(false));
    QVERIFY(*workspace->traces() == std::vector {m_late});
}

void TestTraceStore::aDamagedTraceHidesNoOther()
{
    const std::string path = at("damaged.stagecraft");
    for (const char* harm : {"UPDATE memory_trace SET curve = x'01ff' WHERE id = 1",
                             "UPDATE memory_trace SET payload = '{}' WHERE id = 1"}) {
        (void)QFile::remove(QString::fromStdString(path));
        {
            auto workspace = Workspace::create(path);
            QVERIFY(workspace.has_value());
            QVERIFY(workspace->addTraces({m_whole, m_late}).has_value());
        }
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec(harm);
        const auto workspace = Workspace::open(path, OpenMode::ReadOnly);
        Damage damage;
        QVERIFY(*workspace->traces(&damage) == std::vector {m_late});
        QCOMPARE(damage.count, 1);
        QVERIFY(QString::fromStdString(describe(damage.reported.front())).startsWith("memory snapshot 1"));
    }
}

void TestTraceStore::version5GainsTheTable()
{
    const QString path = m_folder.filePath("v5.stagecraft");
    QVERIFY(QFile::copy(TEST_DATA "/workspace-v5.stagecraft", path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
    QVERIFY(Workspace::open(path.toStdString(), OpenMode::ReadOnly)->traces()->empty());
    QVERIFY(!QFile::exists(path + ".backup-v5"));
    auto workspace = Workspace::open(path.toStdString());
    QVERIFY(workspace.has_value());
    QVERIFY(QFile::exists(path + ".backup-v5"));
    QCOMPARE(workspace->measurements()->size(), std::size_t(3));
    QCOMPARE((*workspace->session())->plans.at(0).name, std::string("mine"));
    QCOMPARE(workspace->addTraces({m_whole}), Result<int>(1));
    QVERIFY(*workspace->traces() == std::vector {m_whole});
}

void TestTraceStore::anotherWorkspaceBringsItsTraces()
{
    {
        auto other = Workspace::create(at("other.stagecraft"));
        QVERIFY(other->addTraces({m_whole, m_late}).has_value());
    }
    auto workspace = Workspace::create(at("mine.stagecraft"));
    QVERIFY(workspace->addTraces({m_late}).has_value());
    const auto summary = importWorkspace(*workspace, at("other.stagecraft"));
    QVERIFY(summary.has_value());
    QCOMPARE(summary->traces, 2);
    QCOMPARE(summary->traces_added, 1);
    QVERIFY(*workspace->traces() == (std::vector {m_late, m_whole}));
}

void TestTraceStore::curvesAreFewBytes()
{
    const std::string bytes = encodeCurve(m_whole.curve);
    QVERIFY(bytes.size() < 12 * m_whole.curve.points.size());
    QVERIFY(decodeCurve(bytes) == m_whole.curve);
    QVERIFY(decodeCurve(encodeCurve({})) == MemoryCurve {});
}

void TestTraceStore::damagedCurvesAreRefused()
{
    const std::string bytes = encodeCurve(m_whole.curve);
    for (std::size_t length = 0; length < bytes.size(); length += 7) {
        QVERIFY(!decodeCurve(std::string_view(bytes).substr(0, length)));
    }
    QVERIFY(!decodeCurve(bytes + "x"));
    QVERIFY(!decodeCurve("\x02" + bytes.substr(1)));
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
        std::string changed = bytes;
        changed[random() % changed.size()] = static_cast<char>(random());
        if (const auto curve = decodeCurve(changed)) {
            for (const TracePoint& point : curve->points) {
                QVERIFY(point.lowest >= Bytes(0) && point.highest >= point.lowest && point.reserved >= Bytes(0));
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestTraceStore)
#include "tst_tracestore.moc"
