// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Notes of an estimate: options without effect, options that are not met, and values that were not checked.
#include "tests/cli/commandline.h"

#include <QJsonArray>
#include <QTest>

using namespace stagecraft::testing;

namespace {

const QString small = QStringLiteral("zoo:gpt?layers=4&hidden=256&heads=4&positions=512&vocabulary=4000");

}

class TestNotes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void zeroNeedsReplicas();
    void lmsShowsWhatItsOptionsDo();
    void hostMemoryIsReportedAndNotChecked();
    void parametersOnTheHostNeedZero();
    void versionsOfTablesCount();
    void thePeakIsExplained();
    void aFrameworkDividesByItself();
    void whatASearchKeepsIsSaid();

private:
    Finished estimate(const QStringList& more) { return m_cli.run(QStringList {"estimate", small} + more); }
    // Returns the notes, joined, after checking that JSON and text have the same.
    QString notes(const QStringList& more)
    {
        QString text;
        for (const auto& note : estimate(more + QStringList {"--json"}).json().value("notes").toArray()) {
            text += note.toString();
            if (!estimate(more).out.contains("Note: " + note.toString().toUtf8())) {
                return QStringLiteral("not in the text");
            }
        }
        return text;
    }

    CommandLine m_cli;
};

void TestNotes::zeroNeedsReplicas()
{
    const QStringList alone {"--cluster", "4xA100-80GB", "--pipeline", "2"};
    for (const QString zero : {"1", "2", "3"}) {
        QVERIFY(notes(alone + QStringList {"--zero", zero}).contains("ZeRO " + zero + " has no effect"));
        QVERIFY(notes(alone + QStringList {"--zero", zero, "--data", "2"}).isEmpty());
        QVERIFY(notes(alone + QStringList {"--zero", zero, "--context", "2"}).isEmpty());
    }
    QVERIFY(notes(alone).isEmpty());
}

void TestNotes::lmsShowsWhatItsOptionsDo()
{
    const QStringList lms {"--cluster", "1xA100-80GB", "--pipeline", "1", "--micro-batch", "4", "--policy", "lms"};
    QVERIFY(notes(lms).isEmpty());
    QVERIFY(notes(lms + QStringList {"--lms-group", "2"}).contains("--lms-group affects only the memory model"));
    const QString unmet = notes(lms + QStringList {"--lms-limit", "1MiB"});
    QVERIFY2(unmet.contains("Stage 0 cannot meet --lms-limit: its minimum is"), qPrintable(unmet));
    const QString least = unmet.section(u'(', -1).section(u' ', 0, 0); // bytes
    QVERIFY(notes(lms + QStringList {"--lms-limit", least}).isEmpty());
}

void TestNotes::hostMemoryIsReportedAndNotChecked()
{
    const QStringList plan {"--cluster", "2x4xA100-80GB", "--pipeline", "2", "--data", "4"};
    QVERIFY(estimate(plan).out.contains("The plan fits.\n"));
    const QStringList offload = plan + QStringList {"--offload", "optimizer"};
    QVERIFY(
        estimate(offload).out.contains("The plan fits the devices; host memory is not checked (capacity unknown).\n"));
    const QJsonObject json = estimate(offload + QStringList {"--json"}).json();
    double most = 0; // four devices of a pipeline rank share a node
    for (const auto& device : json.value("devices").toArray()) {
        most = std::max(most, 4 * device.toObject().value("host_bytes").toDouble());
    }
    QVERIFY(most > 0);
    QCOMPARE(json.value("host_bytes_of_node").toDouble(), most);
    QCOMPARE(estimate(plan + QStringList {"--json"}).json().value("host_bytes_of_node").toDouble(), 0.0);
}

void TestNotes::parametersOnTheHostNeedZero()
{
    const QStringList plan {"--cluster", "4xA100-80GB", "--pipeline", "2", "--data", "2", "--offload", "parameters"};
    const Finished refused = estimate(plan);
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("--zero") && !refused.err.contains("search"), refused.err);
    QCOMPARE(estimate(plan + QStringList {"--zero", "3"}).code, 0);
}

void TestNotes::versionsOfTablesCount()
{
    QByteArray rows("name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
                    "forward_seconds,backward_seconds\n");
    for (int layer = 0; layer < 4; ++layer) {
        rows += "l" + QByteArray::number(layer) + ",1000000000,16000000000,1000000,0,1000000,0,0,.1,.2\n";
    }
    const QString table = m_cli.write("big.csv", rows);
    const auto reported = [&](const QString& schedule) {
        return m_cli
            .run({"estimate", table, "--cluster", "4xA100-80GB", "--cuts", "0,1,2,3,4", "--micro-batches", "8",
                  "--schedule", schedule, "--json"})
            .json();
    };
    const auto ofFirst = [](const QJsonObject& estimate) {
        return estimate["devices"][0].toObject().value("peak_bytes").toDouble();
    };
    const QJsonObject stashed = reported("pipedream");
    QCOMPARE(ofFirst(stashed) - ofFirst(reported("1f1b")), 3 * 4e9);
    const QJsonObject found = m_cli
                                  .run({"plan", table, "--cluster", "4xA100-80GB", "--global-batch", "8", "--pipeline",
                                        "4", "--data", "1", "--schedule", "pipedream", "--json"})
                                  .json();
    QCOMPARE(found["candidates"][0]["estimate"]["peak_bytes"].toDouble(), stashed["peak_bytes"].toDouble());
}

void TestNotes::thePeakIsExplained()
{
    const QStringList plan {"--cluster", "2xA100-80GB", "--pipeline", "2", "--micro-batches", "4"};
    const QByteArray text = estimate(plan).out;
    const QJsonObject moment = estimate(plan + QStringList {"--json"}).json()["devices"][0]["moment"].toObject();
    QVERIFY2(text.contains("Peak on device "), text);
    QVERIFY2(text.contains("; largest part: "), text);
    QVERIFY(!moment.isEmpty());
}

// Without --cuts the estimate uses the split of the framework: equal numbers of blocks per stage, even with several
// stages per pipeline rank. Split points with the lowest peak would leave some with one block and others with seven.
void TestNotes::aFrameworkDividesByItself()
{
    const QStringList arguments {
        "estimate",    "zoo:llama-3.2-1b", "--framework", "megatron-core", "--pipeline", "4", "--cluster",
        "4xH100-80GB", "--micro-batches",  "8",           "--sequence",    "1024"};
    const auto split_points = [&](const QStringList& more) {
        QStringList text;
        for (const auto& split_point :
             m_cli.run(arguments + more + QStringList {"--json"}).json().value("cuts").toArray()) {
            text << QString::number(split_point.toInt());
        }
        return text.join(',');
    };
    QCOMPARE(split_points({}), QStringLiteral("0,5,9,13,18"));
    QCOMPARE(split_points({"--schedule", "interleaved", "--interleave", "2"}), QStringLiteral("0,3,5,7,9,11,13,15,18"));
    const Finished said = m_cli.run(arguments);
    QVERIFY2(said.out.contains("(--cuts not given: layers divided as in Megatron-Core)"), said.out);
}

// The lowest peak of a restricted search is not the minimum that training needs; a note reports the restrictions.
void TestNotes::whatASearchKeepsIsSaid()
{
    const QStringList arguments {"plan", small, "--cluster", "2xH100-80GB", "--global-batch", "4"};
    const char* note = "--vary zero,recompute,micro-batch,sequence-parallel.";
    const Finished kept = m_cli.run(arguments);
    QVERIFY2(kept.out.contains(note), kept.out);
    QVERIFY(!m_cli.run(arguments + QStringList {"--vary", "zero"}).out.contains(note));
    QVERIFY(!m_cli.run(arguments + QStringList {"--zero", "1"}).out.contains(note));
}

QTEST_GUILESS_MAIN(TestNotes)
#include "tst_notes.moc"
