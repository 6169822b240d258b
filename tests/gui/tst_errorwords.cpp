// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Errors of bad input in the window's readers are translated completely, including arguments. The language of this test
// changes every ordinary letter, so that untranslated text of the program is visible.
#include "core/base/files.h"
#include "core/exchange/defaultproblem.h"
#include "core/exchange/offerscsv.h"
#include "core/exchange/planfile.h"
#include "core/hardware/catalogue.h"
#include "core/plan/givenname.h"
#include "core/problem/whatif.h"
#include "core/search/searchspace.h"
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "ui/words/messagetext.h"
#include "ui/words/pseudotranslator.h"

#include <QFile>
#include <QRegularExpression>

#include <cmath>

using namespace stagecraft;

namespace {

// Words with a letter that the translation would have accented. Quoted text is the user's, as are `kept`.
QStringList untranslatedWords(QString text, const QStringList& kept)
{
    text.remove(QRegularExpression(QStringLiteral("\"[^\"]*\"")));
    for (const QString& name : kept) {
        text.remove(name);
    }
    static const QRegularExpression word(QStringLiteral("[\\p{L}_]{2,}"));
    static const QRegularExpression unit(QStringLiteral("^([KMGT]iB|GB|null|JSON|YAML)$"));
    static const QRegularExpression plain(QStringLiteral("[aceginorsuyzACEGINORSUYZ]"));
    QStringList found;
    for (auto words = word.globalMatch(text); words.hasNext();) {
        const QString one = words.next().captured();
        if (one.contains(plain) && !one.contains(unit)) {
            found << one;
        }
    }
    return found;
}

const QByteArray tableHead =
    "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
    "forward_seconds,backward_seconds\n";

struct BadFile {
    const char* name;
    QByteArray content;
};

QList<BadFile> badModels()
{
    const QByteArray shape = "{\"model_type\": \"gpt2\", \"n_layer\": 2, \"n_embd\": ";
    return {
        {"syntax.json", "{\"model_type\": gpt2"},
        {"empty.json", ""},
        {"list.json", "[1, 2]"},
        {"null.json", "null"},
        {"text.json", "\"gpt2\""},
        {"number.json", "12"},
        {"huge.json", "{\"n_layer\": 1e999}"},
        {"binary.json", QByteArray("\x00\xff\xfe\x01", 4)},
        {"notext.json", "{\"model_type\": \"gpt2\", \"n_layer\": \"twelve\"}"},
        {"missing.json", "{\"model_type\": \"gpt2\"}"},
        {"untyped.json", "{}"},
        {"heads.json", shape + "100, \"n_head\": 7, \"vocab_size\": 10, \"n_positions\": 10}"},
        {"range.json", shape + "-4, \"n_head\": 7, \"vocab_size\": 10, \"n_positions\": 10}"},
        {"columns.csv", "a,b,c\n1,2,3\n"},
        {"twice.csv", "name,name\n"},
        {"nothing.csv", ""},
        {"head.csv", tableHead},
        {"amount.csv", tableHead + "a,1,1,1,1,1,1,0,-0.1,0.1\n"},
        {"whole.csv", tableHead + "a,1.5,1,1,1,1,1,0,0.1,0.1\n"},
        {"flag.csv", tableHead + "a,1,1,1,1,1,maybe,0,0.1,0.1\n"},
        {"fields.csv", tableHead + "a,1,1\n"},
        {"quote.csv", tableHead + "\"a,1,1\n"},
        {"plain.txt", "hello"},
    };
}

}

class TestErrorWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void ofModels_data();
    void ofModels();
    void ofFiles();
    void ofPlansAndOffers();
    void ofWorkspaces();
    void ofClusters_data();
    void ofClusters();
    void ofProblems();
    void ofTargets();

private:
    QString file(const QString& name, const QByteArray& content);
    void check(const Error& error, const QStringList& kept = {});
    template <typename Value>
    void refused(const Result<Value>& result, const QStringList& kept = {})
    {
        QVERIFY(!result);
        check(result.error(), kept);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<test::Explorer> m_explorer; // with the language under test
};

void TestErrorWords::initTestCase()
{
    test::Speaks::code = pseudoLanguage;
    m_explorer = std::make_unique<test::Explorer>();
}

QString TestErrorWords::file(const QString& name, const QByteArray& content)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
        qFatal("no file can be made");
    }
    return file.fileName();
}

void TestErrorWords::check(const Error& error, const QStringList& kept)
{
    const QString text = errorSentence(error);
    QVERIFY(!text.isEmpty());
    const QStringList words = untranslatedWords(text, kept);
    QVERIFY2(words.isEmpty(), qPrintable(QStringLiteral("%1 in %2").arg(words.join(u' '), text)));
}

void TestErrorWords::ofModels_data()
{
    QTest::addColumn<QByteArray>("content");
    for (const BadFile& bad : badModels()) {
        QTest::newRow(bad.name) << bad.content;
    }
}

void TestErrorWords::ofModels()
{
    QFETCH(QByteArray, content);
    const auto model = readModel(file(QString::fromLatin1(QTest::currentDataTag()), content).toStdString());
    QVERIFY(!model);
    check(model.error(), {});
}

void TestErrorWords::ofFiles()
{
    refused(readModel(m_folder.path().toStdString()));
    refused(readModel(m_folder.filePath(QStringLiteral("nosuch.json")).toStdString()));
    refused(readModel(file(QStringLiteral("none"), "x").toStdString() + "/below.json"));
    refused(readModel(m_folder.filePath(QString(300, u'x')).toStdString()));
    refused(writeFile(m_folder.filePath(QStringLiteral("nosuch/plan.json")).toStdString(), "x"));
    refused(writeFile(m_folder.path().toStdString(), "x"));
    refused(writeFile(m_folder.filePath(QString(300, u'x')).toStdString(), "x"));
}

void TestErrorWords::ofPlansAndOffers()
{
    for (const QByteArray& content : {QByteArray("{"), QByteArray("[]"), QByteArray("{\"format\": \"other\"}"),
                                      QByteArray("{\"format\": 1}"), QByteArray("{}")}) {
        refused(readPlan(content.toStdString(), PlanFileFormat::Json, "plan.json"), {"stagecraft-plan"});
    }
    for (const QByteArray& content : {QByteArray("a: [1"), QByteArray("a: &x 1\nb: *x\n"), QByteArray("[1]: 2\n"),
                                      QByteArray("a: 1\n---\nb: 2\n")}) {
        refused(readPlan(content.toStdString(), PlanFileFormat::Yaml, "plan.yaml"));
    }
    for (const QByteArray& content : {QByteArray(""), QByteArray("a,b\n1,2\n")}) {
        refused(readOffersCsv(content.toStdString(), "offers.csv", "2026-11-23"));
    }
}

void TestErrorWords::ofWorkspaces()
{
    refused(Workspace::open(m_folder.filePath(QStringLiteral("nosuch.stagecraft")).toStdString()));
    refused(Workspace::open(m_folder.path().toStdString()));
    refused(Workspace::open(file(QStringLiteral("cut.stagecraft"), "SQLite format 3").toStdString()));
    refused(Workspace::create(m_folder.filePath(QStringLiteral("nosuch/new.stagecraft")).toStdString()));
    QFile good(test::dataFile("workspace-v3.stagecraft"));
    QVERIFY(good.open(QIODevice::ReadOnly));
    const QByteArray content = good.readAll();
    QByteArray newer = content;
    newer.replace(60, 4, QByteArray("\x00\x00\x00\x63", 4));
    refused(Workspace::open(file(QStringLiteral("newer.stagecraft"), newer).toStdString()));
    QByteArray damaged = content;
    damaged.replace(3000, 3000, QByteArray(3000, '\x5a'));
    auto opened = Workspace::open(file(QStringLiteral("damaged.stagecraft"), damaged).toStdString());
    QVERIFY(!opened || !opened->session());
    check(opened ? opened->session().error() : opened.error());
}

void TestErrorWords::ofClusters_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"abc", "0xcpu", "4xcpu:8Gi", "4xcpu+", "99999xcpu:1GiB", "4xFOO-80GB", "4xcpu:8GiB@x",
                             "4xA100-80GB@nosuch", "4xcpu:8GiB@-1", "4xcpu:1KiB"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
    QTest::newRow("nothing") << QString();
}

void TestErrorWords::ofClusters()
{
    QFETCH(QString, text);
    const auto cluster = parseCluster(text.toStdString());
    QVERIFY(!cluster);
    QStringList devices;
    for (const CatalogueEntry& entry : catalogue().entries) {
        devices << QString::fromStdString(entry.device.name);
    }
    std::sort(devices.begin(), devices.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
    check(cluster.error(), devices);
}

void TestErrorWords::ofProblems()
{
    Problem problem =
        defaultProblem(readModel("zoo:gpt?layers=2&hidden=64&heads=4&vocabulary=100&positions=64").value(), {});
    const auto wrongly = [&](auto change) {
        Problem wrong = problem;
        change(wrong);
        refused(validateForPlanning(wrong), {QString::fromStdString(wrong.model.name)});
    };
    wrongly([](Problem& wrong) { wrong.workload.global_batch = 0; });
    wrongly([](Problem& wrong) { wrong.workload.sequence = 1 << 20; });
    wrongly([](Problem& wrong) { wrong.constraints.micro_batch = wrong.workload.global_batch + 1; });
    wrongly([](Problem& wrong) { wrong.constraints.pipeline = 99999; });
    wrongly([](Problem& wrong) { wrong.constraints.degrees.sharding.tensor = 99999; });
    wrongly([](Problem& wrong) {
        wrong.cluster.groups.front().nodes = 2;
        wrong.constraints.degrees.sharding.expert = 2;
    });
    wrongly([](Problem& wrong) { wrong.constraints.zero = 4; });
    wrongly([](Problem& wrong) { wrong.constraints.max_slowdown = 0; });
    wrongly([](Problem& wrong) { wrong.constraints.memory_reserve = Bytes(-1); });
    wrongly([](Problem& wrong) { wrong.cluster.groups.front().price_per_node = UsdPerHour(1e20); });
    wrongly([](Problem& wrong) { wrong.cluster.groups.front().intra_node.bandwidth = BytesPerSecond(0); });
    wrongly([](Problem& wrong) { wrong.workload.trainable = {TrainableKind::Pattern, "nothing*", 0}; });
    for (int parameter = 0; parameter < whatIfParameterCount; ++parameter) {
        for (const double value : {-1.0, 1e30, std::nan("")}) {
            refused(withWhatIfValue(problem, static_cast<WhatIfParameter>(parameter), value));
        }
    }
    refused(validateName({}));
}

// Messages about targets that leave no plan are translated.
void TestErrorWords::ofTargets()
{
    Problem problem =
        defaultProblem(readModel("zoo:gpt?layers=2&hidden=64&heads=4&vocabulary=100&positions=64").value(), {});
    problem.cluster = parseCluster("4xA100-80GB").value();
    problem.constraints.vary.clear();
    problem.constraints.data = 2;
    const auto cannot = [&](Target target, auto change) {
        Problem wrong = problem;
        wrong.target = target;
        change(wrong);
        const auto obstacle = targetObstacle(wrong);
        QVERIFY(obstacle);
        check(errorOf(*obstacle),
              {QString::fromUtf8(titleOf(target).data()), QStringLiteral("sgd"), QStringLiteral("sequential"),
               QStringLiteral("interleaved"), QStringLiteral("combined")});
    };
    cannot(Target::Megatron, [](Problem& wrong) { wrong.constraints.zero = 3; });
    cannot(Target::Megatron, [](Problem& wrong) { wrong.constraints.schedule = ScheduleKind::ZeroBubbleH1; });
    cannot(Target::Megatron, [](Problem& wrong) {
        wrong.constraints.zero = 1;
        wrong.workload.optimizer = OptimizerKind::Sgd;
    });
    cannot(Target::DeepSpeed, [](Problem& wrong) {
        wrong.constraints.zero = 3;
        wrong.constraints.degrees.sharding.tensor = 2;
    });
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestErrorWords words;
    return QTest::qExec(&words, argc, argv);
}
#include "tst_errorwords.moc"
