// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Rows of measured runs that cannot be used are skipped with line and reason, and the others are used.
#include "core/base/english.h"
#include "core/calibration/calibration.h"
#include "core/calibration/runmodel.h"
#include "core/runs/runsreader.h"
#include "core/runs/runstructure.h"
#include "tests/support/runs.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

std::string obstacleOf(const std::string& model, std::optional<std::int64_t> experts = {})
{
    Run run;
    run.model = model;
    run.experts = experts;
    return describe(structureObstacle(run));
}

}

class BadRunsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aMessyCellSkipsItsRowAlone_data();
    void aMessyCellSkipsItsRowAlone();
    void aRowOfAnotherWidthIsSkipped();
    void aMessyRowMovesNoFit();
    void namesOfOtherStructuresAreKnown();
    void columnsOfAnotherModelThanItsNameSkipTheRow();
    void partsOfWordsNameNoStructure();
    void columnsThatDoNotDivideAreSkipped();
    void aVastCellIsNeitherParsedNorEchoed();
    void publishedRunsOfLatentAttentionAreSkipped();
    void publishedRunsOfDenseModelsStay();
};

void BadRunsTest::aMessyCellSkipsItsRowAlone_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("cell");
    QTest::newRow("vocabulary") << "vocab"
                                << "250k";
    QTest::newRow("chunks") << "vpp"
                            << "vstages_per_rank=2";
    QTest::newRow("peak") << "measured_peak_mem_GiB"
                          << "~30";
    QTest::newRow("tensor mode") << "tp_mode"
                                 << "ring";
    QTest::newRow("flag") << "gated"
                          << "perhaps";
    QTest::newRow("arguments") << "args_json"
                               << "none";
}

void BadRunsTest::aMessyCellSkipsItsRowAlone()
{
    QFETCH(QString, column);
    QFETCH(QString, cell);
    const QStringList columns {"layers", "hidden", "seq",     "n_gpus",    "micro_batch",          "vocab",
                               "vpp",    "gated",  "tp_mode", "args_json", "measured_peak_mem_GiB"};
    const QStringList good {"24", "1024", "1024", "8", "4", "50304", "", "", "", "", "9.5"};
    QStringList messy = good;
    messy[columns.indexOf(column)] = cell;
    const std::string text =
        (columns.join(u',') + u'\n' + good.join(u',') + u'\n' + messy.join(u',') + u'\n' + good.join(u',') + u'\n')
            .toStdString();
    const auto runs = parseRuns(text, "mine.csv");
    QVERIFY2(runs, runs ? "" : describe(runs.error()).c_str());
    QCOMPARE(runs->size(), std::size_t(3));
    QVERIFY(runs->at(0).obstacle.empty() && runs->at(2).obstacle.empty());
    QCOMPARE(runs->at(1).line, 3);
    const std::string expected = ("the column \"" + column + "\" (\"" + cell + "\")").toStdString();
    const std::string obstacle = describe(runs->at(1).obstacle);
    QVERIFY2(obstacle.starts_with(expected), obstacle.c_str());
    QVERIFY(!plannedRun(runs->at(1), {{Framework::MegatronCore}, nullptr}));

    const auto strict = parseRuns(text, "mine.csv", BadRows::Refuse);
    QVERIFY(!strict);
    QCOMPARE(strict.error().code, ErrorCode::TableMalformed);
    QCOMPARE(describe(strict.error()), "mine.csv: line 3: " + obstacle);
}

void BadRunsTest::aRowOfAnotherWidthIsSkipped()
{
    const auto runs = parseRuns(std::string(header) + "m,16\n" + rowText(), "r.csv");
    QVERIFY2(runs, runs ? "" : describe(runs.error()).c_str());
    QCOMPARE(describe(runs->front().obstacle), std::string("it has 2 fields, but the header line has 19"));
    QVERIFY(runs->back().obstacle.empty());
}

void BadRunsTest::aMessyRowMovesNoFit()
{
    std::string clean = header;
    for (const int tensor : {1, 2, 4}) {
        clean += shardedRow(std::to_string(24.0 / tensor), tensor);
    }
    const std::string messy = clean + rowText("8.24", "rank 0, allocated", "four");
    const auto fit = [](const std::string& text) {
        const CatalogueEntry& type = *catalogue().find("H100-80GB");
        return calibrateType(parseRuns(text, "r.csv").value(), {{Framework::MegatronCore}, type, "mine", {}}).value();
    };
    const TypeCalibration with = fit(messy);
    QVERIFY(with.figures == fit(clean).figures);
    QVERIFY(!with.runs.back().peak.skipped.empty());
}

void BadRunsTest::namesOfOtherStructuresAreKnown()
{
    for (const char* experts : {"Mixtral 8x7B", "mixtral-8x22b", "Qwen3_30B_a3B", "Qwen1.5-MoE-A2.7B", "GPT OSS 120B",
                                "OLMoE-1B-7B", "moe/gpt3_mcore", "Grok-1", "my 8x3b model"}) {
        QVERIFY2(obstacleOf(experts).find("mixture of experts") != std::string::npos, experts);
        QVERIFY2(obstacleOf(experts, 8).empty(), experts);
    }
    for (const char* latent : {"deepseekv3", "DeepSeek-V2 (cut to 4 layers)", "DeepSeekV3 (w/o MTP)", "Kimi K2"}) {
        QVERIFY2(obstacleOf(latent).find("latent attention") != std::string::npos, latent);
        QVERIFY2(obstacleOf(latent, 64).find("no framework supports") != std::string::npos, latent);
    }
    for (const char* name : {"dsv3", "MiniCPM3-4B"}) {
        QVERIFY2(obstacleOf(name).find("latent attention") != std::string::npos, name);
    }
    for (const char* name : {"GLM-4.5-Air", "GLaM 1.2T"}) {
        QVERIFY2(obstacleOf(name).find("mixture of experts") != std::string::npos, name);
    }
    for (const char* name : {"bart-large", "mBART", "whisper-large-v3", "ul2", "Flan-UL2"}) {
        QVERIFY2(obstacleOf(name).find("encoder-decoder") != std::string::npos, name);
    }
    QVERIFY(obstacleOf("mamba2-2.7b", 1).find("state-space") != std::string::npos);
    QVERIFY(obstacleOf("T5 large").find("encoder-decoder") != std::string::npos);
    for (const char* dense : {"", "m", "Llama 3.1 405B", "llama-4b", "gpt3-175B", "MPT-7b", "Qwen2.5-7B", "Moebius 3b",
                              "DeepSeek-R1-Distill-Llama-8B", "deepseek-llm-67b", "a100 test b", "Falcon-40B"}) {
        QVERIFY2(obstacleOf(dense).empty(), dense);
    }
}

void BadRunsTest::columnsThatDoNotDivideAreSkipped()
{
    Run run;
    run.hidden = 1024;
    run.heads = 24;
    QVERIFY(describe(structureObstacle(run)).find("hidden size (1024) is not divisible by its heads (24)")
            != std::string::npos);
    run.heads = 16;
    run.kv_heads = 3;
    QVERIFY(describe(structureObstacle(run)).find("key-value heads (3)") != std::string::npos);
    run.kv_heads = 4;
    run.micro_batch = 4;
    run.data = 3;
    run.global_batch = 64;
    QVERIFY(describe(structureObstacle(run)).find("global batch (64) is not divisible by ") != std::string::npos);
    run.data = 2;
    QVERIFY(structureObstacle(run).empty());
}

void BadRunsTest::aVastCellIsNeitherParsedNorEchoed()
{
    const std::string columns = "layers,hidden,seq,n_gpus,micro_batch,args_json,measured_peak_mem_GiB\n";
    const std::string vast(8 << 20, '[');
    const auto runs = parseRuns(columns + "24,1024,1024,8,4," + vast + ",9.5\n", "mine.csv");
    QVERIFY(runs);
    QVERIFY(describe(runs->front().obstacle).ends_with("is not a JSON object"));
    QVERIFY(describe(runs->front().obstacle).size() < 300);
    const auto strict = parseRuns(columns + "24," + vast + ",1024,8,4,,9.5\n", "mine.csv", BadRows::Refuse);
    QVERIFY(describe(strict.error()).size() < 300);
    const Error echoing {ErrorCode::OptionUnsupported, {std::string("x"), vast, vast}, {}};
    QVERIFY(describe(echoing).size() < 10'000);
}

// Columns of another model than the row's name exclude the row: "Llama-3-8B" with 12 layers and hidden size 8192 is a
// part of another model, and neither is predicted in its place.
void BadRunsTest::columnsOfAnotherModelThanItsNameSkipTheRow()
{
    Run run;
    run.model = "Llama-3-8B";
    run.layers = 32;
    run.hidden = 4096;
    run.heads = 32;
    run.ffn = 14336;
    run.sequence = 4096;
    QVERIFY(modelOf(run, Framework::MegatronCore));
    run.layers = 12; // a part of it
    QVERIFY(modelOf(run, Framework::MegatronCore));
    const auto refused = [](const Run& other) {
        const auto model = modelOf(other, Framework::MegatronCore);
        return model ? std::string() : describe(model.error());
    };
    Run wide = run;
    wide.hidden = 8192;
    QCOMPARE(refused(wide), std::string("its columns give hidden size 8192, but its model (llama-3.1-8b) has 4096"));
    Run more = run;
    more.heads = 64;
    QVERIFY2(refused(more).starts_with("its columns give heads 64"), refused(more).c_str());
    Run deep = run;
    deep.ffn = 28672;
    QVERIFY2(refused(deep).starts_with("its columns give feed-forward width 28672"), refused(deep).c_str());
}

void BadRunsTest::partsOfWordsNameNoStructure()
{
    for (const char* other : {"nemotron-hf-8b", "grok-12", "Remamba", "mambaish", "Kimi K20", "llama-4 scouting"}) {
        QVERIFY2(obstacleOf(other).empty(), other);
    }
    for (const char* whole :
         {"DeepSeekV3Base", "deepseek_v3_671b", "my DeepSeek-V3.1", "Mixtral8x7B", "mamba2", "FalconMamba 7b",
          "nemotron_h 8b", "switch-transformers base", "google/switch-base-8", "Switch-Large", "llama4-scout"}) {
        QVERIFY2(!obstacleOf(whole).empty(), whole);
    }
    QVERIFY(!obstacleOf("undistilled DeepSeek-V3").empty());
}

void BadRunsTest::publishedRunsOfLatentAttentionAreSkipped()
{
    const auto runs = readRuns(TEST_DATA "/runs/simumax_b200_given.csv");
    QVERIFY2(runs, runs ? "" : describe(runs.error()).c_str());
    QCOMPARE(runs->size(), std::size_t(13));
    int skipped = 0;
    for (const Run& run : *runs) {
        const bool latent = run.model.starts_with("deepseekv2");
        QCOMPARE(!run.obstacle.empty(), latent);
        skipped += latent ? 1 : 0;
    }
    QCOMPARE(skipped, 3);
}

void BadRunsTest::publishedRunsOfDenseModelsStay()
{
    for (const char* file : {"nanotron_150.csv", "torchtitan.csv", "seqsel_table5.csv", "megatron_tables.csv"}) {
        const auto runs = readRuns(std::string(SOURCE_FOLDER "/resources/runs/") + file, BadRows::Refuse);
        QVERIFY2(runs, runs ? "" : describe(runs.error()).c_str());
    }
    const auto golden = readRuns(SOURCE_FOLDER "/resources/runs/megatron_golden_20.csv", BadRows::Refuse).value();
    for (const Run& run : golden) {
        const std::string obstacle = describe(run.obstacle);
        QVERIFY2(obstacle.find("its name") == std::string::npos, obstacle.c_str());
    }
}

QTEST_GUILESS_MAIN(BadRunsTest)
#include "tst_badruns.moc"
