// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/csv.h"
#include "core/base/english.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/base/identity.h"
#include "core/base/parallel.h"
#include "core/hardware/cluster.h"
#include "tests/support/chains.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <stop_token>
#include <sys/stat.h>
#include <thread>
#include <tuple>
#include <unistd.h>
#include <vector>

using namespace stagecraft;
using namespace stagecraft::testing;

class BaseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersHaveThreeFigures();
    void wordsAreQuotedForTheShell();
    void writingKeepsLinksAndPermissions();
    void writingFollowsLinksToNewFiles();
    void pipesAreReadToTheirEnd();
    void readingASilentPipeTimesOut();
    void waitingForAPipeEndsWhenStopped();
    void pipesWithoutAReaderAreNotWaitedFor();
    void devicesStayDevices();
    void cellsThatASpreadsheetWouldComputeStayText_data();
    void cellsThatASpreadsheetWouldComputeStayText();
    void everyErrorHasNameAndSentence();
    void errorsFillTheirArguments();
    void uuidsAreUuids();
    void callsSideBySideAreEachMadeOnce();
    void bytesAreParsed();
    void clustersAreParsed();
    void badClusters_data();
    void badClusters();
    void memoryOfAClusterHasLimits();
};

void BaseTest::numbersHaveThreeFigures()
{
    QCOMPARE(formatBytes(Bytes(96)), std::string("96 B"));
    QCOMPARE(formatBytes(gibibytes(21.4)), std::string("21.4 GiB"));
    QCOMPARE(formatBytes(Bytes(1536)), std::string("1.50 KiB"));
    QCOMPARE(formatBytes(Bytes(-1536)), std::string("-1.50 KiB"));
    QCOMPARE(formatSeconds(Seconds(0.0123)), std::string("12.3 ms"));
    QCOMPARE(formatSeconds(Seconds(130)), std::string("2 min 10 s"));
    QCOMPARE(formatNumber(0), std::string("0"));
    QCOMPARE(formatNumber(12345), std::string("12345"));
    QCOMPARE(formatNumber(0.001234), std::string("0.00123"));
}

void BaseTest::wordsAreQuotedForTheShell()
{
    QCOMPARE(shellWord("models/gpt2.json"), std::string("models/gpt2.json"));
    QCOMPARE(shellWord("my model.json"), std::string("'my model.json'"));
    QCOMPARE(shellWord("zoo:gpt?layers=2&heads=1"), std::string("'zoo:gpt?layers=2&heads=1'"));
    QCOMPARE(shellWord("it's"), std::string("'it'\\''s'"));
    QCOMPARE(shellWord(""), std::string("''"));
}

void BaseTest::writingKeepsLinksAndPermissions()
{
    const QTemporaryDir folder;
    const std::string real = folder.filePath("real.json").toStdString();
    const std::string link = folder.filePath("link.json").toStdString();
    QVERIFY(writeFile(real, "old"));
    QVERIFY(QFile::setPermissions(QString::fromStdString(real), QFile::ReadOwner | QFile::WriteOwner));
    QVERIFY(QFile::link("real.json", QString::fromStdString(link)));
    QVERIFY(writeFile(link, "new"));
    QVERIFY(QFileInfo(QString::fromStdString(link)).isSymLink());
    QCOMPARE(readFile(real, Bytes(100)).value(), std::string("new"));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(QString::fromStdString(real)) & others));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 2); // no other file remains
}

// Writing follows a link to a missing file through another link.
void BaseTest::writingFollowsLinksToNewFiles()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("results"));
    const std::string real = folder.filePath("results/new.json").toStdString();
    const QString near = folder.filePath("near.json");
    const QString far = folder.filePath("far.json");
    QVERIFY(QFile::link("results/new.json", near));
    QVERIFY(QFile::link(near, far));
    QVERIFY(writeFile(far.toStdString(), "content"));
    QVERIFY(QFileInfo(near).isSymLink() && QFileInfo(far).isSymLink());
    QCOMPARE(readFile(real, Bytes(100)).value(), std::string("content"));

    QVERIFY(QFile::link("circle.json", folder.filePath("circle.json")));
    QVERIFY(!writeFile(folder.filePath("circle.json").toStdString(), "content"));
}

void BaseTest::pipesAreReadToTheirEnd()
{
    const QTemporaryDir folder;
    const std::string pipe = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] {
        const int file = ::open(pipe.c_str(), O_WRONLY);
        for (const char* piece : {"first, ", "second"}) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            std::ignore = ::write(file, piece, std::strlen(piece));
        }
        ::close(file);
    });
    const auto content = readFile(pipe, Bytes(100));
    writer.join();
    QCOMPARE(content.value(), std::string("first, second"));
}

// Reading a silent pipe ends after a timeout of 10 s.
void BaseTest::readingASilentPipeTimesOut()
{
    const QTemporaryDir folder;
    const std::string pipe = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const auto content = readFile(pipe, Bytes(100));
    QVERIFY(!content);
    QCOMPARE(content.error().code, ErrorCode::FileNotReadable);
    QVERIFY(describe(content.error()).find("it sent no data for 10 s") != std::string::npos);
}

void BaseTest::waitingForAPipeEndsWhenStopped()
{
    const QTemporaryDir folder;
    const std::string pipe = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    std::stop_source source;
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        source.request_stop();
    });
    QElapsedTimer waited;
    waited.start();
    const auto content = readFile(pipe, Bytes(100), source.get_token());
    stopper.join();
    QVERIFY(!content);
    QCOMPARE(content.error().code, ErrorCode::Cancelled);
    QVERIFY(waited.elapsed() < patient(2000));
    QVERIFY(!isReadAgain(pipe));
}

// Writing to a pipe without a reader also ends; a reader that comes late gets everything.
void BaseTest::pipesWithoutAReaderAreNotWaitedFor()
{
    const QTemporaryDir folder;
    const std::string pipe = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const auto refused = writeFile(pipe, "content");
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::FileNotWritable);
    QVERIFY(describe(refused.error()).find("without a reader") != std::string::npos);
    Result<std::string> got = failure(ErrorCode::Cancelled);
    std::thread reader([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        got = readFile(pipe, Bytes(1 << 20));
    });
    const std::string content(300'000, 'x'); // more than the capacity of a pipe
    QVERIFY(writeFile(pipe, content));
    reader.join();
    QCOMPARE(got.value(), content);
}

void BaseTest::devicesStayDevices()
{
    QVERIFY(writeFile("/dev/null", "gone"));
    QVERIFY(!QFileInfo("/dev/null").isFile());
    QCOMPARE(writeFile("/dev/full", "no room").error().code, ErrorCode::DiskFull);
    QVERIFY(!QFileInfo("/dev/full").isFile());
}

void BaseTest::cellsThatASpreadsheetWouldComputeStayText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("field");
    const auto row = [](const char* text, const char* field) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(field);
    };
    row("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\"");
    row("=1+1", "'=1+1");
    row("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
    row("-2+3", "'-2+3");
    row("@SUM(A1,A2)", "\"'@SUM(A1,A2)\"");
    row("\t=1", "\"'\t=1\"");
    row("d;=1+1", "\"d;=1+1\""); // for locales with semicolons as separators
    row("-1.5e-3", "-1.5e-3");
    row("+2.5", "+2.5");
    row("-", "'-");
    row("block 0", "block 0");
    row("a = b", "a = b");
    row("\uFF1D1+1", "'\uFF1D1+1"); // full-width characters
    row("\uFF20SUM", "'\uFF20SUM");
    row("\uFF0B1", "'\uFF0B1");
    row("\uFF0D1", "'\uFF0D1");
    row("two\nlines", "\"two\nlines\"");
    row("", "");
}

void BaseTest::cellsThatASpreadsheetWouldComputeStayText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, field);
    QCOMPARE(QByteArray::fromStdString(csvField(text.toStdString())), field);
}

void BaseTest::everyErrorHasNameAndSentence()
{
    QSet<QString> names;
    for (const ErrorCode code : allErrorCodes()) {
        QVERIFY(!std::string_view(phraseOf(code).english).empty());
        const QString name = QString::fromStdString(std::string(errorName(code)));
        QVERIFY2(QRegularExpression(QStringLiteral("^[a-z_]+$")).match(name).hasMatch(), qPrintable(name));
        QVERIFY2(!names.contains(name), qPrintable(name));
        names.insert(name);
    }
}

void BaseTest::errorsFillTheirArguments()
{
    const Error error {ErrorCode::FileTooLarge, {gibibytes(1), Bytes(1024)}, "x.json"};
    QCOMPARE(describe(error),
             std::string("x.json: the file has 1.00 GiB, more than the limit of 1.00 KiB for such files"));
    const Error missing {ErrorCode::FieldMissing, {}, ""};
    QCOMPARE(describe(missing), std::string("the field \"?\" is missing")); // no crash
}

void BaseTest::uuidsAreUuids()
{
    const QRegularExpression form(
        QStringLiteral("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"));
    QSet<QString> seen;
    for (int i = 0; i < 1000; ++i) {
        const QString uuid = QString::fromStdString(newUuid());
        QVERIFY2(form.match(uuid).hasMatch(), qPrintable(uuid));
        seen.insert(uuid);
    }
    QCOMPARE(seen.size(), 1000);
    QCOMPARE(contentHash(""), std::string("cbf29ce484222325")); // FNV-1a offset basis
    QCOMPARE(contentHash("a"), std::string("af63dc4c8601ec8c"));
}

void BaseTest::callsSideBySideAreEachMadeOnce()
{
    for (const std::size_t count : {0, 1, 2, 1000}) {
        std::vector<std::atomic<int>> calls(count);
        inParallel(count, {}, [&](std::size_t i) { ++calls[i]; });
        QVERIFY(std::all_of(calls.begin(), calls.end(), [](const auto& made) { return made == 1; }));
    }
    std::stop_source stop;
    std::atomic<int> made = 0;
    inParallel(100'000, stop.get_token(), [&](std::size_t) {
        ++made;
        stop.request_stop();
    });
    QVERIFY(made >= 1 && made < 100'000);
    made = 0;
    QVERIFY_EXCEPTION_THROWN(inParallel(100'000, {},
                                        [&](std::size_t) {
                                            ++made;
                                            throw std::runtime_error("refused");
                                        }),
                             std::runtime_error);
    QVERIFY(made >= 1 && made < 100'000);
}

void BaseTest::bytesAreParsed()
{
    QCOMPARE(parseBytes("8GiB").value_or(Bytes(0)).value, std::int64_t(8) << 30);
    QCOMPARE(parseBytes("80GB").value_or(Bytes(0)).value, std::int64_t(80000000000));
    QCOMPARE(parseBytes("1.5MiB").value_or(Bytes(0)).value, std::int64_t(1572864));
    QCOMPARE(parseBytes("123").value_or(Bytes(0)).value, std::int64_t(123));
    for (const char* wrong : {"", "GiB", "-1GiB", "nanGiB", "1e30GiB", "8 GiB", "8gib", "0"}) {
        QVERIFY2(!parseBytes(wrong), wrong);
    }
}

void BaseTest::clustersAreParsed()
{
    const auto cpus = parseCluster("4xcpu:8GiB");
    QVERIFY2(cpus, qPrintable(errorOf(cpus)));
    QCOMPARE(cpus->devices(), 4);
    QCOMPARE(cpus->groups.front().nodes, 1);
    QCOMPARE(cpus->groups.front().device.memory.value.value, std::int64_t(8) << 30);
    QCOMPARE(cpus->groups.front().device.kind, DeviceKind::Cpu);

    const auto nodes = parseCluster("2x8xA100-80GB@32.77");
    QVERIFY2(nodes, qPrintable(errorOf(nodes)));
    QCOMPARE(nodes->devices(), 16);
    QCOMPARE(nodes->groups.front().price_per_node->value, 32.77);
    const ClusterGroup& group = nodes->groups.front();
    QVERIFY(linkBetween(group, 0, 7) == group.intra_node);
    QVERIFY(linkBetween(group, 7, 8) == group.network);
    // The memory reported by the driver, not the one in the name.
    QVERIFY(group.device.memory < Bytes(85899345920));

    const auto mixed = parseCluster("8xA100-80GB@32.77+2x4xV100-32GB:16GiB@1e+1+2xXeon-8480++4xXeon-8480+");
    QVERIFY2(mixed, qPrintable(errorOf(mixed)));
    QCOMPARE(mixed->groups.size(), std::size_t(4));
    QCOMPARE(mixed->devices(), 8 + 8 + 2 + 4);
    QCOMPARE(mixed->groups[1].device.name, std::string("V100-32GB"));
    QCOMPARE(mixed->groups[1].device.memory.value, Bytes(std::int64_t(16) << 30));
    QCOMPARE(mixed->groups[1].price_per_node->value, 10.0);
    QCOMPARE(mixed->groups[2].device.name, std::string("Xeon-8480+"));
    QCOMPARE(mixed->groups[3].devices_per_node, 4);
    QCOMPARE(mixed->name, std::string("8xA100-80GB@32.77+2x4xV100-32GB:16GiB@1e+1+2xXeon-8480++4xXeon-8480+"));
}

void BaseTest::badClusters_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"",
                             "cpu",
                             "0xcpu",
                             "-1xcpu",
                             "4x",
                             "4xtoaster",
                             "4xcpu:",
                             "4xcpu:lots",
                             "4xcpu:8GiB@",
                             "4xcpu@free",
                             "9999999xcpu",
                             "1000000x1000000xcpu",
                             "4x4x4xcpu",
                             "4xcpu:8GiB@-3",
                             "4xcpu:0",
                             "4xcpu:8",
                             "4xcpu:1KiB",
                             "4xcpu:nan",
                             "4xcpu:1025TiB",
                             "4xcpu+",
                             "+4xcpu",
                             "4xcpu+4xtoaster",
                             "4xcpu++4xcpu",
                             "10000xcpu+10000xcpu",
                             "4xcpu:1e300TiB"}) {
        QTest::newRow(*text != 0 ? text : "empty") << QString::fromLatin1(text);
    }
}

void BaseTest::badClusters()
{
    QFETCH(QString, text);
    const auto cluster = parseCluster(text.toStdString());
    QVERIFY(!cluster);
    const ErrorCode code = cluster.error().code;
    QVERIFY(code == ErrorCode::ClusterMalformed || code == ErrorCode::DeviceTypeUnknown);
}

// The memory in the short form of a cluster has limits. The message names the minimum and maximum, or the memory of
// driver and libraries that it must exceed.
void BaseTest::memoryOfAClusterHasLimits()
{
    const auto complaint = [](const char* text) {
        const auto cluster = parseCluster(text);
        return cluster ? QString() : QString::fromStdString(describe(cluster.error()));
    };
    for (const char* text : {"4xcpu:0", "4xcpu:0GiB", "4xcpu:1KiB", "4xcpu:1023KiB", "4xcpu:1025TiB", "4xcpu:lots"}) {
        const QString reported = complaint(text);
        QVERIFY2(reported.contains("is not an amount of memory from 1.00 MiB to 1024 TiB"), qPrintable(reported));
    }
    QVERIFY(complaint("4xcpu:8").contains("no unit"));
    for (const char* text : {"4xcpu:1MiB", "4xcpu:1024TiB", "4xcpu:1048576"}) {
        QCOMPARE(complaint(text), QString());
    }
    const Bytes context = parseCluster("1xH100-80GB")->groups.front().device.context;
    QVERIFY(context > Bytes(1 << 20));
    const auto devices = [](Bytes memory) { return "1xH100-80GB:" + std::to_string(memory.value) + "B"; };
    const QString reported = complaint(devices(context).c_str());
    QVERIFY2(reported.contains("not more than the " + QString::fromStdString(formatBytes(context))
                               + " of device memory that driver"),
             qPrintable(reported));
    QCOMPARE(complaint(devices(context + Bytes(1)).c_str()), QString());
}

QTEST_APPLESS_MAIN(BaseTest)
#include "tst_base.moc"
