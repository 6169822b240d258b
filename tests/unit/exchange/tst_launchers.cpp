// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Settings of frameworks. tests/data/launchers contains the output for two plans; after an intended change of a format
// run with STAGECRAFT_WRITE_GOLDEN=1, and review the difference.
#include "core/base/english.h"
#include "core/exchange/launcher.h"
#include "tests/support/chains.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <fstream>
#include <map>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

PlanDocument documentOf(Problem problem, Plan plan)
{
    PlanDocument document;
    document.problem = std::move(problem);
    document.plan = std::move(plan);
    document.created_by = "stagecraft 0.1.0";
    document.partitioner = "stagecraft";
    return document;
}

// Uneven stages, the first two blocks of each recomputed, ZeRO 1, tensor and sequence parallelism.
PlanDocument gptPlan()
{
    Problem problem = problemFor(readModel("zoo:gpt?layers=10&hidden=1024&heads=16").value(), "2x8xA100-80GB", 32, 2);
    problem.model.name = "gpt";
    problem.workload.precision = Precision::Bf16Master;
    problem.constraints.gradients = GradientHandling::WideBuffers;
    Plan plan = uniformPlan({0, 4, 9, 12}, 2, 2, 8, ScheduleKind::OneForwardOneBackward, 1);
    plan = withDegrees(withPolicies(plan, parsePolicies("full@1-2,full@4-5,full@9-10").value()), {{2, 1, true}});
    return documentOf(std::move(problem), std::move(plan));
}

// Uneven stages, all blocks recomputed, ZeRO 1.
PlanDocument llamaPlan(int zero, Precision precision)
{
    Problem problem = problemFor(readModel(TEST_DATA "/configs/llama-3.1-8b.json").value(), "4x8xH100-80GB", 64, 1);
    problem.model.name = "llama-3.1-8b";
    problem.workload.sequence = 8192;
    problem.workload.precision = precision;
    Plan plan = uniformPlan({0, 8, 17, 26, 34}, 4, 1, 16, ScheduleKind::OneForwardOneBackward, zero);
    plan = withDegrees(withPolicies(plan, parsePolicies("full").value()), {{2, 1, true}});
    return documentOf(std::move(problem), std::move(plan));
}

// Returns the value of each option; empty for flags.
std::map<QString, QString> argumentsOf(const std::string& text)
{
    std::map<QString, QString> all;
    for (const QString& line : QString::fromStdString(text).split('\n', Qt::SkipEmptyParts)) {
        if (!line.startsWith('#')) {
            all[line.section(' ', 0, 0)] = line.section(' ', 1);
        }
    }
    return all;
}

bool mentions(const LauncherSettings& settings, const char* what)
{
    for (const Message& note : settings.not_expressed) {
        if (describe(note).find(what) != std::string::npos) {
            return true;
        }
    }
    return false;
}

Result<LauncherSettings> settingsForTorchtitan(const char* config)
{
    Problem problem = problemFor(readModel(std::string(TEST_DATA "/configs/") + config).value(), "8xH100-80GB", 8, 1);
    problem.constraints.framework = {Framework::Torchtitan, {}};
    const int layers = int(problem.model.layers.size());
    return launcherSettings(
        documentOf(problem, uniformPlan({0, layers}, 8, 1, 1, ScheduleKind::OneForwardOneBackward, 3)),
        Target::Torchtitan);
}

}

class LaunchersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void settingsAreAsKept_data();
    void settingsAreAsKept();
    void megatronDegreesMultiply();
    void megatronLayoutHasEachLayerOnce();
    void evenStagesNeedNoLayout();
    void clampedGatesWindowsAndSinks();
    void deepspeedBatchesMultiply();
    void torchtitanDegreesMultiply();
    void torchtitanHasQwen3();
    void torchtitanHasDeepSeek();
    void torchtitanHasGptOss();
    void whatIsNotExpressedIsNamed();
    void gradientsAreKeptAsEstimated();
    void modelsWithoutFactsAreRefused();
    void namesDoNotEndComments();
};

void LaunchersTest::settingsAreAsKept_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("llama");
    QTest::addColumn<int>("target");
    QTest::newRow("gpt for Megatron-LM") << "gpt.megatron.txt" << false << int(Target::Megatron);
    QTest::newRow("gpt for DeepSpeed") << "gpt.deepspeed.json" << false << int(Target::DeepSpeed);
    QTest::newRow("llama for Megatron-LM") << "llama.megatron.txt" << true << int(Target::Megatron);
    QTest::newRow("llama for DeepSpeed") << "llama.deepspeed.json" << true << int(Target::DeepSpeed);
    QTest::newRow("llama for torchtitan") << "llama.torchtitan.toml" << true << int(Target::Torchtitan);
}

void LaunchersTest::settingsAreAsKept()
{
    QFETCH(QString, file);
    QFETCH(bool, llama);
    QFETCH(int, target);
    const bool torch = static_cast<Target>(target) == Target::Torchtitan;
    const PlanDocument document =
        llama ? llamaPlan(torch ? 3 : 1, torch ? Precision::Bf16Autocast : Precision::Bf16Master) : gptPlan();
    const auto settings = launcherSettings(document, static_cast<Target>(target));
    QVERIFY2(settings, qPrintable(errorOf(settings)));
    QFile kept(QStringLiteral(TEST_DATA "/launchers/") + file);
    if (qEnvironmentVariableIsSet("STAGECRAFT_WRITE_GOLDEN")) {
        QVERIFY(kept.open(QIODevice::WriteOnly));
        kept.write(QByteArray::fromStdString(settings->text));
        return;
    }
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromStdString(settings->text), QString::fromUtf8(kept.readAll()));
}

void LaunchersTest::megatronDegreesMultiply()
{
    for (const PlanDocument& document : {gptPlan(), llamaPlan(1, Precision::Bf16Master)}) {
        auto all = argumentsOf(launcherSettings(document, Target::Megatron)->text);
        const int model = all["--tensor-model-parallel-size"].toInt() * all["--pipeline-model-parallel-size"].toInt()
            * all["--context-parallel-size"].toInt();
        QCOMPARE(document.plan.devices() % model, 0);
        const int data = document.plan.devices() / model; // the formula of Megatron-LM
        QCOMPARE(data, document.plan.stages.front().degrees.data);
        QCOMPARE(all["--global-batch-size"].toLongLong() % (all["--micro-batch-size"].toLongLong() * data), 0);
        QCOMPARE(all["--global-batch-size"].toLongLong() / (all["--micro-batch-size"].toLongLong() * data),
                 document.plan.micro_batches);
        QVERIFY(all.contains("--use-distributed-optimizer") && all.contains("--sequence-parallel")
                && all.contains("--bf16"));
    }
}

void LaunchersTest::megatronLayoutHasEachLayerOnce()
{
    const PlanDocument document = gptPlan();
    const QString layout =
        argumentsOf(launcherSettings(document, Target::Megatron)->text)["--pipeline-model-parallel-layout"];
    QCOMPARE(layout, QStringLiteral("Ettt|ttttt|ttL"));
    QCOMPARE(layout.count('t'), 10);
    // No value in the file is expanded by a shell.
    for (const auto& [name, value] : argumentsOf(launcherSettings(document, Target::Megatron)->text)) {
        QVERIFY2(!value.contains(QRegularExpression("[*?\\[~\\s]")), qPrintable(name + " " + value));
    }
}

void LaunchersTest::evenStagesNeedNoLayout()
{
    PlanDocument document = gptPlan();
    document.plan = withPolicies(uniformPlan({0, 6, 12}, 2, 2, 8, ScheduleKind::OneForwardOneBackward, 1), {});
    auto all = argumentsOf(launcherSettings(document, Target::Megatron)->text);
    QVERIFY(!all.contains("--pipeline-model-parallel-layout") && !all.contains("--recompute-granularity"));
    document.plan = uniformPlan({0, 3, 5, 7, 9, 12}, 2, 2, 8, ScheduleKind::OneForwardOneBackward, 1);
    QVERIFY(
        !argumentsOf(launcherSettings(document, Target::Megatron)->text).contains("--pipeline-model-parallel-layout"));
    // Interleaved: five stages on each of two pipeline ranks.
    document.plan = uniformPlan({0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12}, 2, 2, 8, ScheduleKind::Interleaved, 1, 2);
    all = argumentsOf(launcherSettings(document, Target::Megatron)->text);
    QCOMPARE(all["--pipeline-model-parallel-size"], QStringLiteral("2"));
    QCOMPARE(all["--num-virtual-stages-per-pipeline-rank"], QStringLiteral("5"));
    QVERIFY(!all.contains("--pipeline-model-parallel-layout"));
    QVERIFY(!all.contains("--overlap-moe-expert-parallel-comm"));
    document.plan.schedule = ScheduleKind::Combined;
    all = argumentsOf(launcherSettings(document, Target::Megatron)->text);
    QCOMPARE(all["--num-virtual-stages-per-pipeline-rank"], QStringLiteral("5"));
    QVERIFY(all.contains("--overlap-moe-expert-parallel-comm"));
}

// Megatron-LM has arguments for gpt-oss: every other block has full attention.
void LaunchersTest::clampedGatesWindowsAndSinks()
{
    Problem problem = problemFor(readModel(TEST_DATA "/configs/gpt-oss-20b.json").value(), "1x8xH100-80GB", 16, 1);
    problem.workload.sequence = 4096;
    problem.workload.precision = Precision::Bf16Master;
    const int layers = static_cast<int>(problem.model.layers.size());
    const auto argumentsFor = [&](Problem asked) {
        const PlanDocument document =
            documentOf(std::move(asked), uniformPlan({0, layers}, 8, 1, 2, ScheduleKind::Sequential, 1));
        const auto settings = launcherSettings(document, Target::Megatron);
        return settings ? argumentsOf(settings->text) : std::map<QString, QString> {};
    };
    auto all = argumentsFor(problem);
    QCOMPARE(all["--window-size"], QStringLiteral("(127,0)"));
    QCOMPARE(all["--window-attn-skip-freq"], QStringLiteral("2"));
    QCOMPARE(all["--softmax-type"], QStringLiteral("learnable"));
    QCOMPARE(all["--attention-backend"], QStringLiteral("fused"));
    QCOMPARE(all["--activation-func-clamp-value"], QStringLiteral("7"));
    QCOMPARE(all["--glu-linear-offset"], QStringLiteral("1"));
    QVERIFY(all.contains("--quick-geglu") && !all.contains("--swiglu") && !all.contains("--disable-bias-linear"));
    problem.model.layers[2] = problem.model.layers[1]; // two windows in a row
    all = argumentsFor(problem);
    QVERIFY2(all["--window-attn-skip-freq"].startsWith("[1,1,1,0,1,0,"), qPrintable(all["--window-attn-skip-freq"]));
}

void LaunchersTest::deepspeedBatchesMultiply()
{
    for (const PlanDocument& document : {gptPlan(), llamaPlan(1, Precision::Bf16Master)}) {
        const auto config = nlohmann::json::parse(launcherSettings(document, Target::DeepSpeed)->text);
        const auto batch = config.at("train_batch_size").get<std::int64_t>();
        QCOMPARE(batch, document.problem.workload.global_batch);
        QCOMPARE(config.at("train_micro_batch_size_per_gpu").get<std::int64_t>()
                     * config.at("gradient_accumulation_steps").get<std::int64_t>()
                     * document.plan.stages.front().degrees.data,
                 batch);
        const auto& module = config.at("stagecraft").at("pipeline_module");
        QCOMPARE(module.at("num_stages").get<int>(), document.plan.pipelineRanks());
        const auto& axes = module.at("topology");
        QCOMPARE(axes.at("pipe").get<int>() * axes.at("data").get<int>() * axes.at("model").get<int>(),
                 document.plan.devices());
        QVERIFY(config.at("bf16").at("enabled").get<bool>());
        QCOMPARE(config.at("zero_optimization").at("stage").get<int>(), 1);
    }
    // Split points chosen by a method are expressed by its option.
    PlanDocument document = gptPlan();
    document.plan = uniformPlan({0, 4, 8, 12}, 2, 2, 8, ScheduleKind::OneForwardOneBackward, 1);
    const auto config = nlohmann::json::parse(launcherSettings(document, Target::DeepSpeed)->text);
    QCOMPARE(config.at("stagecraft").at("pipeline_module").at("partition_method").get<std::string>(),
             std::string("uniform"));
}

void LaunchersTest::torchtitanDegreesMultiply()
{
    const PlanDocument document = llamaPlan(3, Precision::Bf16Autocast);
    const QString text = QString::fromStdString(launcherSettings(document, Target::Torchtitan)->text);
    const auto number = [&](const char* name) {
        const auto found =
            QRegularExpression(QString("^%1 = (\\d+)$").arg(name), QRegularExpression::MultilineOption).match(text);
        return found.captured(1).toInt();
    };
    QCOMPARE(number("data_parallel_replicate_degree") * number("data_parallel_shard_degree")
                 * number("tensor_parallel_degree") * number("context_parallel_degree")
                 * number("pipeline_parallel_degree"),
             document.plan.devices());
    QCOMPARE(number("local_batch_size") * number("data_parallel_shard_degree"), number("global_batch_size"));
    QCOMPARE(number("local_batch_size") / number("pipeline_parallel_microbatch_size"),
             int(document.plan.micro_batches));
    QCOMPARE(text.count("\"layers."), 32);
    QVERIFY(text.contains("flavor = \"8B\""));
}

// torchtitan has Qwen3 by its flavors' names, but not models with shared experts and without latent vectors.
void LaunchersTest::torchtitanHasQwen3()
{
    for (const auto& [config, flavor] :
         {std::pair {"qwen3-8b.json", "8B"}, std::pair {"qwen3-30b-a3b.json", "30B-A3B"}}) {
        const auto made = settingsForTorchtitan(config);
        QVERIFY2(made, qPrintable(errorOf(made)));
        const std::string wanted = std::string("name = \"qwen3\"\nflavor = \"") + flavor + "\"\n";
        QVERIFY2(made->text.find(wanted) != std::string::npos, made->text.c_str());
    }
    QCOMPARE(settingsForTorchtitan("glm-4.5.json").error().code, ErrorCode::OptionUnsupported);
    QVERIFY(settingsForTorchtitan("qwen3-0.6b.json")->text.find("flavor = \"0.6B\"") != std::string::npos); // tied
    // A model without a flavor is expressed by torchtitan's fields.
    std::ifstream file(TEST_DATA "/configs/qwen3-30b-a3b.json");
    auto config = nlohmann::json::parse(file);
    config["num_experts_per_tok"] = 4;
    Problem other = problemFor(parseConfig(config.dump(), "other").value(), "8xH100-80GB", 8, 1);
    other.constraints.framework = {Framework::Torchtitan, {}};
    const int layers = int(other.model.layers.size());
    const auto made =
        launcherSettings(documentOf(other, uniformPlan({0, layers}, 8, 1, 1, ScheduleKind::OneForwardOneBackward, 3)),
                         Target::Torchtitan);
    QVERIFY(made && made->text.find("flavor") != std::string::npos && mentions(*made, "top_k 4"));
    QVERIFY(made->text.find("flavor = ") == std::string::npos);
    // torchtitan has no pipelines for this model.
    other.constraints.framework = {};
    const auto staged =
        launcherSettings(documentOf(other, uniformPlan({0, 20, layers}, 4, 1, 2, ScheduleKind::OneForwardOneBackward)),
                         Target::Torchtitan);
    QVERIFY(staged && mentions(*staged, "number of stages"));
}

// torchtitan has DeepSeek-V3 by its flavor's name, and similar models by its fields; both without its flexible
// attention.
void LaunchersTest::torchtitanHasDeepSeek()
{
    const auto large = settingsForTorchtitan("deepseek-v3.json");
    QVERIFY2(large, qPrintable(errorOf(large)));
    QVERIFY2(large->text.find("name = \"deepseek_v3\"\nflavor = \"671B\"\n") != std::string::npos, large->text.c_str());
    QVERIFY(mentions(*large, "attn_type flex"));
    const auto other = settingsForTorchtitan("kimi-k2.json");
    QVERIFY2(other, qPrintable(errorOf(other)));
    QVERIFY(other->text.find("flavor = ") == std::string::npos);
    QVERIFY(large->text.find("expert_parallel_degree") == std::string::npos);
    Problem shared = problemFor(readModel(TEST_DATA "/configs/deepseek-v3.json").value(), "8xH100-80GB", 8, 1);
    shared.constraints.framework = {Framework::Torchtitan, {}};
    Plan plan = uniformPlan({0, int(shared.model.layers.size())}, 8, 1, 1, ScheduleKind::OneForwardOneBackward, 3);
    plan.expert = 4;
    const auto spread = launcherSettings(documentOf(shared, plan), Target::Torchtitan);
    QVERIFY2(spread && spread->text.find("expert_parallel_degree = 4\n") != std::string::npos,
             qPrintable(errorOf(spread)));
    QVERIFY(!mentions(*spread, "expert-parallel size"));
    QVERIFY(mentions(*other, "n_dense_layers 1, q_lora_rank 1536") && mentions(*other, "num_experts 384"));
}

// torchtitan has gpt-oss by its flavors' names, with biases and windows, but no model with a window in all blocks.
void LaunchersTest::torchtitanHasGptOss()
{
    for (const auto& [config, flavor] :
         {std::pair {"gpt-oss-20b.json", "20b"}, std::pair {"gpt-oss-120b.json", "120b"}}) {
        const auto made = settingsForTorchtitan(config);
        QVERIFY2(made, qPrintable(errorOf(made)));
        const std::string wanted = std::string("name = \"gpt_oss\"\nflavor = \"") + flavor + "\"\n";
        QVERIFY2(made->text.find(wanted) != std::string::npos, made->text.c_str());
        QVERIFY(!mentions(*made, "biases") && !mentions(*made, "window"));
    }
    std::ifstream file(TEST_DATA "/configs/gpt-oss-20b.json");
    auto config = nlohmann::json::parse(file);
    config["layer_types"] = std::vector<std::string>(24, "sliding_attention");
    const Problem other = problemFor(parseConfig(config.dump(), "other").value(), "8xH100-80GB", 8, 1);
    const int layers = int(other.model.layers.size());
    const auto made =
        launcherSettings(documentOf(other, uniformPlan({0, layers}, 8, 1, 1, ScheduleKind::OneForwardOneBackward, 3)),
                         Target::Torchtitan);
    QVERIFY(!made && made.error().code == ErrorCode::OptionUnsupported);
}

void LaunchersTest::whatIsNotExpressedIsNamed()
{
    PlanDocument document = gptPlan();
    document.plan.zero_stage = 3;
    document.plan.schedule = ScheduleKind::GPipe;
    document.plan.training.offload = StateOffload::PipelinedOptimizer;
    const auto megatron = launcherSettings(document, Target::Megatron);
    QVERIFY(mentions(*megatron, "ZeRO stage") && mentions(*megatron, "schedule") && mentions(*megatron, "offload"));
    for (const Message& note : megatron->not_expressed) {
        QVERIFY(megatron->text.find("# Not expressed: " + describe(note) + "\n") != std::string::npos);
    }
    const auto deepspeed = launcherSettings(document, Target::DeepSpeed);
    QVERIFY(mentions(*deepspeed, "ZeRO stage") && mentions(*deepspeed, "list of split points")
            && mentions(*deepspeed, "policy"));
    const auto config = nlohmann::json::parse(deepspeed->text);
    std::vector<std::string> notes;
    for (const Message& note : deepspeed->not_expressed) {
        notes.push_back(describe(note));
    }
    QCOMPARE(config.at("stagecraft_not_expressed").get<std::vector<std::string>>(), notes);
    // A temporary gradient is allowed, with a note.
    document = gptPlan();
    QVERIFY(launcherSettings(document, Target::Megatron)->not_expressed.empty());
    document.problem.constraints.gradients = GradientHandling::Eager;
    QVERIFY(mentions(*launcherSettings(document, Target::Megatron), "buffers"));
}

// Gradients are exported as estimated. 16-bit parameters, default constraints: estimates assume buffers of fp32 for
// Megatron-Core, and 16-bit gradients for libtorch.
void LaunchersTest::gradientsAreKeptAsEstimated()
{
    const char* wide = "--accumulate-allreduce-grads-in-fp32";
    const char* narrow = "--grad-reduce-in-bf16";
    PlanDocument document = llamaPlan(1, Precision::Bf16Master);
    const auto plain = launcherSettings(document, Target::Megatron);
    QVERIFY(argumentsOf(plain->text).contains(narrow) && !argumentsOf(plain->text).contains(wide));
    QVERIFY(mentions(*plain, "buffers"));
    QVERIFY(!nlohmann::json::parse(launcherSettings(document, Target::DeepSpeed)->text).contains("data_types"));

    document.problem.constraints.framework = {Framework::MegatronCore, {}};
    const auto estimated = launcherSettings(document, Target::Megatron);
    QVERIFY(argumentsOf(estimated->text).contains(wide) && !argumentsOf(estimated->text).contains(narrow));
    QVERIFY(!mentions(*estimated, "buffers"));
    const auto config = nlohmann::json::parse(launcherSettings(document, Target::DeepSpeed)->text);
    QCOMPARE(config.at("data_types").at("grad_accum_dtype").get<std::string>(), std::string("fp32"));
    // A framework with modeled layers has separate buffers and options.
    document.problem.constraints.framework = {Framework::MegatronCore, {false, true}};
    const auto own = launcherSettings(document, Target::Megatron);
    for (const char* argument : {wide, "--no-gradient-accumulation-fusion", "--cross-entropy-loss-fusion"}) {
        QVERIFY2(argumentsOf(own->text).contains(argument), argument);
    }
    document.problem.constraints.framework.options.grad_reduce_in_bf16 = true;
    const auto low = launcherSettings(document, Target::Megatron);
    QVERIFY(argumentsOf(low->text).contains(narrow) && !argumentsOf(low->text).contains(wide));
}

void LaunchersTest::modelsWithoutFactsAreRefused()
{
    std::mt19937 random(4);
    PlanDocument table = documentOf(problemFor(randomTable(random, 4, false), "2xcpu", 4, 1),
                                    uniformPlan({0, 2, 4}, 1, 1, 4, ScheduleKind::OneForwardOneBackward));
    PlanDocument bert =
        documentOf(problemFor(readModel(TEST_DATA "/configs/bert-base-uncased.json").value(), "2xA100-80GB", 4, 1),
                   uniformPlan({0, 7, 14}, 1, 1, 4, ScheduleKind::OneForwardOneBackward));
    const auto gpt = launcherSettings(gptPlan(), Target::Torchtitan); // GPT has layer norms and learned positions
    QVERIFY(!gpt && gpt.error().code == ErrorCode::OptionUnsupported);
    QVERIFY2(errorOf(gpt).contains("torchtitan") && errorOf(gpt).contains("like Llama"), qPrintable(errorOf(gpt)));
    for (const Target target : {Target::Megatron, Target::DeepSpeed, Target::Torchtitan}) {
        QCOMPARE(launcherSettings(table, target).error().code, ErrorCode::OptionUnsupported);
        QCOMPARE(bool(launcherSettings(bert, target)), target == Target::DeepSpeed);
    }
}

void LaunchersTest::namesDoNotEndComments()
{
    PlanDocument document = gptPlan();
    document.problem.model.name = "gpt\n--use-something \xff";
    PlanDocument llama = llamaPlan(3, Precision::Bf16Autocast);
    llama.problem.model.name = document.problem.model.name;
    for (const auto& [plan, target] : {std::pair(document, Target::Megatron), std::pair(llama, Target::Torchtitan)}) {
        const auto text = launcherSettings(plan, target)->text;
        QVERIFY(text.find("\n--use-something") == std::string::npos);
    }
    QVERIFY(nlohmann::json::accept(launcherSettings(document, Target::DeepSpeed)->text));
}

QTEST_APPLESS_MAIN(LaunchersTest)
#include "tst_launchers.moc"
