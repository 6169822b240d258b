// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Modified snapshots and malicious pickles: each is read or rejected with a message, in little memory and time, and no
// code from it runs.
#include "core/base/english.h"
#include "core/json/codec.h"
#include "core/snapshot/replay.h"
#include "core/snapshot/snapshotreader.h"
#include "tests/support/snapshotpickle.h"

#include <nlohmann/json.hpp>

#include <sys/resource.h>

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <sstream>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

Result<Snapshot> read(const std::string& bytes)
{
    std::istringstream stream(bytes);
    return readSnapshot(stream, Bytes(static_cast<std::int64_t>(bytes.size())));
}

// Returns the text of an error, after checking that it is not empty, and valid for a terminal and a document.
QString wordsOf(const Error& error)
{
    const std::string words = describe(error);
    const bool plain = std::ranges::all_of(words, [](unsigned char c) { return c >= ' ' && c < 127; });
    const std::string json = encodeJson(error).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return plain && words.size() < 500 && !json.empty() ? QString::fromStdString(words) : QString();
}

QString refusalOf(const std::string& bytes)
{
    const auto snapshot = read(bytes);
    return snapshot ? QStringLiteral("(read)") : wordsOf(snapshot.error());
}

QByteArray realSnapshot(const char* name)
{
    QFile file(QStringLiteral(TEST_DATA "/snapshots/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Limits the address space of this process during its lifetime: larger allocations fail.
class MemoryLimit {
public:
    explicit MemoryLimit(rlim_t more)
    {
        getrlimit(RLIMIT_AS, &m_before);
        rlimit now = m_before;
        QFile statm(QStringLiteral("/proc/self/statm"));
        if (statm.open(QIODevice::ReadOnly)) {
            now.rlim_cur = statm.readAll().split(' ').front().toULongLong() * 4096 + more;
            setrlimit(RLIMIT_AS, &now);
        }
    }
    ~MemoryLimit() { setrlimit(RLIMIT_AS, &m_before); }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
    rlimit m_before {};
};

std::string repeated(std::string_view piece, std::size_t count)
{
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
        all += piece;
    }
    return all;
}

}

class TestSnapshotFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void changedSnapshots();
    void cutOffSnapshots();
    void codeIsNeverRun_data();
    void codeIsNeverRun();
    void whatIsTooMuch_data();
    void whatIsTooMuch();
    void sizesBeyondAllMeasure();
};

void TestSnapshotFuzz::changedSnapshots()
{
    std::mt19937 random(11);
    int understood = 0;
    int refused = 0;
    const MemoryLimit limit(rlim_t(1) << 30);
    for (const char* name : {"transformer.pickle", "late.pickle"}) {
        const QByteArray whole = realSnapshot(name);
        QVERIFY(whole.size() > 10'000);
        for (int round = 0; round < 600; ++round) {
            std::string changed = whole.toStdString();
            for (std::size_t i = 1 + random() % 8; i > 0; --i) {
                const std::size_t at = random() % changed.size();
                switch (random() % 4) {
                case 0:
                    changed[at] = static_cast<char>(random());
                    break;
                case 1:
                    changed.erase(at, 1 + random() % 20);
                    break;
                case 2:
                    changed.insert(at, changed.substr(random() % changed.size(), random() % 200));
                    break;
                default:
                    changed[at] = "\xff(.0]})auesjhqr\x8a\x8b\x94"[random() % 17];
                }
            }
            const auto snapshot = read(changed);
            const auto traces = snapshot ? memoryTraces(*snapshot, name) : failure(snapshot.error());
            if (traces) {
                ++understood;
                continue;
            }
            ++refused;
            QVERIFY(!wordsOf(traces.error()).isEmpty());
        }
    }
    QVERIFY(understood > 20);
    QVERIFY(refused > 400);
}

void TestSnapshotFuzz::cutOffSnapshots()
{
    const std::string whole = realSnapshot("transformer.pickle").toStdString();
    for (std::size_t length = 0; length + 1 < whole.size(); length += 1 + length / 30) {
        QVERIFY(!read(whole.substr(0, length)).has_value());
    }
}

void TestSnapshotFuzz::codeIsNeverRun_data()
{
    QTest::addColumn<std::string>("pickle");
    QTest::addColumn<QString>("named");
    const std::string touch = "touch " + QTemporaryDir().path().toStdString();
    const auto started = [] { return PickleText().begin().dictionary().mark().text("device_traces"); };
    QTest::newRow("GLOBAL") << "\x80\x02"
                               "cposix\nsystem\n(X\x05\0\0\0touchtR."
            + std::string() << "GLOBAL posix.system, at byte 2";
    QTest::newRow("STACK_GLOBAL")
        << started().text("os").text("system").operation(0x93).text(touch).operation(0x85).operation('R').end().bytes
        << "STACK_GLOBAL os.system";
    QTest::newRow("REDUCE") << started().text("os").operation(')').operation('R').end().bytes << "REDUCE";
    QTest::newRow("INST") << started().bytes + "(ios\nsystem\n."
                          << "INST os.system";
    QTest::newRow("OBJ") << started().bytes + "(o."
                         << "OBJ";
    QTest::newRow("NEWOBJ") << started().operation(0x81).bytes << "NEWOBJ";
    QTest::newRow("NEWOBJ_EX") << started().operation(0x92).bytes << "NEWOBJ_EX";
    QTest::newRow("BUILD") << started().operation('b').bytes << "BUILD";
    QTest::newRow("EXT1") << started().operation(0x82).number(1, 1).bytes << "EXT1";
    QTest::newRow("PERSID") << started().bytes + "Pfile\n."
                            << "PERSID";
    QTest::newRow("BINPERSID") << started().operation('Q').bytes << "BINPERSID";
    QTest::newRow("a name to harm terminals") << started().bytes + "c\x1b[2J\nevil\n."
                                              << "GLOBAL ?[2J.evil";
}

void TestSnapshotFuzz::codeIsNeverRun()
{
    QFETCH(std::string, pickle);
    QFETCH(QString, named);
    const auto snapshot = read(pickle);
    QVERIFY(!snapshot);
    QCOMPARE(snapshot.error().code, ErrorCode::SnapshotRefused);
    const QString words = wordsOf(snapshot.error());
    QVERIFY2(words.contains(named) && words.contains("nothing was run"), qPrintable(words));
}

void TestSnapshotFuzz::whatIsTooMuch_data()
{
    QTest::addColumn<std::string>("pickle");
    QTest::addColumn<QString>("words");
    const std::string begin = PickleText().begin().bytes;
    constexpr std::size_t many = 30'000'000;
    // Lists of lists, each referenced twice by the next: 2^1000 values if copied.
    PickleText laughs;
    laughs.begin().list().text("lol").operation('a');
    for (int level = 0; level < 1000; ++level) {
        const std::uint32_t before = level == 0 ? 0 : laughs.remembered();
        laughs.list().mark().get(before).get(before).appends();
    }
    // A list of frames that grows by one frame at a time.
    PickleText frames;
    frames.begin()
        .dictionary()
        .mark()
        .text("name")
        .text("f")
        .text("filename")
        .text("f")
        .text("line")
        .whole(1)
        .setItems();
    frames.list();
    const std::string growing = frames.bytes + repeated(std::string("h\0a", 3), 3'000'000);
    // A list of blocks that a million segments refer to.
    PickleText blocks;
    blocks.begin().dictionary().mark().text("device_traces").list().mark();
    for (int i = 0; i < 20'000; ++i) {
        blocks.dictionary().mark().text("state").text("x").text("size").whole(1).setItems();
    }
    blocks.appends().mark();
    const std::uint32_t list = 2;
    PickleText segment;
    segment.dictionary().mark().text("total_size").whole(1).text("blocks").get(list).setItems();
    QTest::newRow("a billion laughs") << laughs.end().bytes << "not a memory snapshot";
    QTest::newRow("endless lists") << begin + std::string(many, ']')
                                   << "more than a snapshot of that length can contain";
    QTest::newRow("endless dictionaries")
        << begin + std::string(many, '}') << "more than a snapshot of that length can contain";
    QTest::newRow("endless numbers") << begin + std::string(many, 'N') << "truncated";
    QTest::newRow("endless marks") << begin + std::string(many, '(') << "more than 256 nesting levels";
    QTest::newRow("deep lists") << begin + repeated("](", many / 2) << "more than 256 nesting levels";
    QTest::newRow("a vast text") << PickleText().begin().operation(0x8d).number(1ULL << 62, 8).bytes << "truncated";
    QTest::newRow("a vast array") << PickleText().begin().operation(0x96).number(~0ULL, 8).bytes << "truncated";
    QTest::newRow("a vast number") << PickleText().begin().operation(0x8b).number(0xffffffff, 4).bytes << "truncated";
    QTest::newRow("a far memo") << PickleText().begin().operation('N').operation('r').number(0xffffffff, 4).bytes
                                << "does not fit";
    QTest::newRow("an empty memo") << PickleText().begin().operation('j').number(7, 4).bytes << "does not exist";
    QTest::newRow("nothing on the stack") << begin + "u."
                                          << "does not fit";
    QTest::newRow("nothing before a mark") << begin + "(a."
                                           << "does not fit";
    QTest::newRow("no pairs") << begin + "}(Nu."
                              << "does not fit";
    QTest::newRow("a growing stack trace") << growing << "more than a snapshot of that length can contain";
    QTest::newRow("blocks of many segments") << blocks.bytes + repeated(segment.bytes, 1'000'000) << "truncated";
    QTest::newRow("protocol 0") << "(lp0\nI1\na." + std::string() << "does not occur in snapshots";
    QTest::newRow("protocol 9") << std::string("\x80\x09.") << "protocol 9";
    QTest::newRow("no operation") << begin + "\xfe"
                                  << "0xfe";
}

void TestSnapshotFuzz::whatIsTooMuch()
{
    QFETCH(std::string, pickle);
    QFETCH(QString, words);
    const MemoryLimit limit(rlim_t(2) << 30);
    QElapsedTimer time;
    time.start();
    const QString refusal = refusalOf(pickle);
    QVERIFY2(refusal.contains(words), qPrintable(refusal));
    QVERIFY2(time.elapsed() < 60'000, qPrintable(QString::number(time.elapsed())));
}

void TestSnapshotFuzz::sizesBeyondAllMeasure()
{
    PickleText p;
    p.begin().dictionary().mark().text("device_traces").list().list().mark();
    for (std::uint64_t i = 0; i < 5000; ++i) {
        p.dictionary()
            .mark()
            .text("action")
            .text("alloc")
            .text("addr")
            .whole(i)
            .text("size")
            .whole(1ULL << 50)
            .setItems();
    }
    const auto snapshot = read(p.appends().operation('a').setItems().end().bytes);
    QVERIFY(snapshot.has_value());
    const auto traces = memoryTraces(*snapshot, "large");
    QVERIFY(!traces);
    QVERIFY(wordsOf(traces.error()).contains("more memory than a device can have"));
    PickleText negative;
    negative.begin()
        .dictionary()
        .mark()
        .text("action")
        .text("alloc")
        .text("size")
        .operation('J')
        .number(0xffffffff, 4)
        .setItems()
        .end();
    QVERIFY(refusalOf(negative.bytes).contains("\"size\""));
    PickleText without; // was treated as an event of no bytes
    without.begin().dictionary().mark().text("action").text("alloc").text("addr").whole(4096).setItems().end();
    QVERIFY(refusalOf(without.bytes).contains("\"size\""));
}

QTEST_GUILESS_MAIN(TestSnapshotFuzz)
#include "tst_snapshotfuzz.moc"
