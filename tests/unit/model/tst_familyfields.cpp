// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Optional fields of a config.json are read like by the configuration classes of transformers 5.23: other heads,
// windows, other names. The counts are those of its models on the meta device.
#include "core/base/english.h"
#include "core/model/parameters.h"
#include "core/model/shapes.h"
#include "tests/support/chains.h"
#include "tests/support/patience.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// 3 blocks, width 48, 4 heads, vocabulary 120.
QString fieldsOf(const QString& family)
{
    const QString usual = QStringLiteral(R"("num_hidden_layers": 3, "hidden_size": 48, "intermediate_size": 80,
        "vocab_size": 120, "num_attention_heads": 4)");
    const QString positions = QStringLiteral(R"(, "max_position_embeddings": 64)");
    const QString grouped = usual + QStringLiteral(R"(, "num_key_value_heads": 2)");
    if (family == QLatin1String("gpt2")) {
        return QStringLiteral(R"("n_layer": 3, "n_embd": 48, "n_head": 4, "vocab_size": 120, "n_positions": 64)");
    }
    if (family == QLatin1String("t5")) {
        return QStringLiteral(R"("num_layers": 3, "d_model": 48, "d_kv": 10, "num_heads": 4, "d_ff": 80,
            "vocab_size": 120)");
    }
    if (family == QLatin1String("opt")) {
        return usual + positions + QStringLiteral(R"(, "ffn_dim": 80, "word_embed_proj_dim": 20)");
    }
    if (family == QLatin1String("bert")) {
        return usual + positions;
    }
    if (family == QLatin1String("falcon") || family == QLatin1String("gpt_neox")) {
        return usual;
    }
    if (family == QLatin1String("vit")) {
        return usual + QStringLiteral(R"(, "image_size": 32, "patch_size": 8, "num_labels": 10)");
    }
    if (family == QLatin1String("mixtral")) {
        return grouped + QStringLiteral(R"(, "num_local_experts": 3)");
    }
    if (family == QLatin1String("qwen2_moe")) {
        return grouped + QStringLiteral(R"(, "num_experts": 5, "moe_intermediate_size": 24,
                "shared_expert_intermediate_size": 40)");
    }
    if (family == QLatin1String("qwen3_moe")) {
        return grouped + QStringLiteral(R"(, "head_dim": 16, "num_experts": 4, "num_experts_per_tok": 2,
                "moe_intermediate_size": 24)");
    }
    if (family == QLatin1String("deepseek_v3")) {
        return usual + QStringLiteral(R"(, "q_lora_rank": 12, "kv_lora_rank": 8, "qk_nope_head_dim": 8,
                "qk_rope_head_dim": 4, "v_head_dim": 6, "n_routed_experts": 4, "num_experts_per_tok": 2, "n_group": 2,
                "topk_group": 1, "moe_intermediate_size": 24)");
    }
    if (family == QLatin1String("gpt_oss")) {
        return grouped + QStringLiteral(R"(, "num_local_experts": 4)");
    }
    if (family == QLatin1String("llama4_text")) {
        return grouped + QStringLiteral(R"(, "intermediate_size_mlp": 64, "num_local_experts": 3)");
    }
    const bool wide = family == QLatin1String("qwen3") || family == QLatin1String("gemma");
    return wide ? grouped + QStringLiteral(R"(, "head_dim": 16)") : grouped;
}

// Reads a config; later fields replace earlier ones with the same name.
Result<Model> read(const QString& family, const QString& fields)
{
    const QString text = QStringLiteral("{\"model_type\": \"%1\", %2%3}")
                             .arg(family, fieldsOf(family), fields.isEmpty() ? QString() : ", " + fields);
    return parseConfig(text.toStdString(), "config.json");
}

// Attention window of each block; "-" for full attention.
QString windowsOf(const Model& model)
{
    QStringList windows;
    for (const Layer& layer : model.layers) {
        for (const Statement& statement : std::get<Program>(layer.spec).statements()) {
            if (const auto* attention = std::get_if<Attention>(&statement.op)) {
                windows << (attention->window > 0 ? QString::number(attention->window) : QStringLiteral("-"));
            }
        }
    }
    return windows.join(QLatin1Char(' '));
}

}

class FamilyFieldsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void classifiersHaveTheirParameters_data();
    void classifiersHaveTheirParameters();
    void otherNamesAndFormsAreRead_data();
    void otherNamesAndFormsAreRead();
    void windowsAreWhereTransformersHasThem_data();
    void windowsAreWhereTransformersHasThem();
    void wrongFieldsAreNamed_data();
    void wrongFieldsAreNamed();
    void whatIsNotAppliedIsNoted_data();
    void whatIsNotAppliedIsNoted();
    void lengthsHaveTheDefaultsOfTheClasses_data();
    void lengthsHaveTheDefaultsOfTheClasses();
    void imagesHaveTheFilesChannels();
    void gemmaIsReadAsItsClassReadsIt();
    void absentKeyHeadsAreThoseOfTheClass_data();
    void absentKeyHeadsAreThoseOfTheClass();
};

void FamilyFieldsTest::classifiersHaveTheirParameters_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<qint64>("parameters");
    const auto row = [](const char* architecture, const char* family, qint64 parameters) {
        QTest::newRow(architecture) << QString::fromLatin1(family) << parameters;
    };
    row("LlamaForSequenceClassification", "llama", 61632);
    row("LlamaForTokenClassification", "llama", 61637);
    row("MistralForSequenceClassification", "mistral", 61632);
    row("MistralForTokenClassification", "mistral", 61637);
    row("MixtralForSequenceClassification", "mixtral", 131184);
    row("MixtralForTokenClassification", "mixtral", 131189);
    row("Qwen2ForSequenceClassification", "qwen2", 61920);
    row("Qwen2ForTokenClassification", "qwen2", 61925);
    row("Qwen3ForSequenceClassification", "qwen3", 68640);
    row("Qwen3ForTokenClassification", "qwen3", 68645);
    row("Qwen2MoeForSequenceClassification", "qwen2_moe", 97344);
    row("Qwen2MoeForTokenClassification", "qwen2_moe", 97349);
    row("Qwen3MoeForSequenceClassification", "qwen3_moe", 76128);
    row("Qwen3MoeForTokenClassification", "qwen3_moe", 76133);
    row("GemmaForSequenceClassification", "gemma", 68544);
    row("GemmaForTokenClassification", "gemma", 68549);
    row("Phi3ForSequenceClassification", "phi3", 61632);
    row("Phi3ForTokenClassification", "phi3", 61637);
    row("GPTNeoXForSequenceClassification", "gpt_neox", 58320);
    row("GPTNeoXForTokenClassification", "gpt_neox", 58325);
    row("FalconForSequenceClassification", "falcon", 78960);
    row("FalconForTokenClassification", "falcon", 78965);
    row("OPTForSequenceClassification", "opt", 59908);
    row("GPT2ForSequenceClassification", "gpt2", 93984);
    row("GPT2ForTokenClassification", "gpt2", 93989);
    row("BertForSequenceClassification", "bert", 63845);
    row("BertForTokenClassification", "bert", 61493);
    row("T5ForTokenClassification", "t5", 52549);
}

// Classifiers have their parameters: 5 labels; after them the loss, per sample or per token.
void FamilyFieldsTest::classifiersHaveTheirParameters()
{
    QFETCH(QString, family);
    QFETCH(qint64, parameters);
    const QString architecture = QString::fromLatin1(QTest::currentDataTag());
    const auto model = read(family, QStringLiteral(R"("num_labels": 5, "architectures": ["%1"])").arg(architecture));
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(qint64(parameterCount(*model)), parameters);

    const auto boundaries = boundaryShapes(*model, 2, 7);
    QVERIFY2(boundaries, qPrintable(errorOf(boundaries)));
    const auto& head = std::get<Program>(model->layers.back().spec);
    const auto values = valueShapes(head, (*boundaries)[model->layers.size() - 1]);
    QVERIFY2(values, qPrintable(errorOf(values)));
    const bool of_tokens = architecture.endsWith(QLatin1String("ForTokenClassification"));
    const Shape logits = of_tokens ? Shape {2, 7, 5} : Shape {2, 5};
    QVERIFY(values->at(static_cast<std::size_t>(head.statements().back().inputs.front())) == logits);
}

void FamilyFieldsTest::otherNamesAndFormsAreRead_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("fields");
    QTest::addColumn<qint64>("parameters");
    const auto row = [](const char* name, const char* family, const char* fields, qint64 parameters) {
        QTest::newRow(name) << QString::fromLatin1(family) << QString::fromLatin1(fields) << parameters;
    };
    row("t5, gated by its part", "t5", R"("is_gated_act": true, "dense_act_fn": "gelu_new")", 145072);
    row("t5, parts before the whole", "t5",
        R"("feed_forward_proj": "gated-gelu", "is_gated_act": false, "dense_act_fn": "relu")", 122032);
    // A separate output projection, as in the checkpoints of such files.
    row("t5, tied", "t5", "", 122032);
    row("t5, apart", "t5", R"("tie_word_embeddings": false)", 122032 + 120 * 48);
    row("labels without a bias", "llama",
        R"("architectures": ["LlamaForTokenClassification"], "num_labels": 5, "token_classification_bias": false)",
        patient(61632));
    row("labels that know no such field", "gpt_neox",
        R"("architectures": ["GPTNeoXForTokenClassification"], "num_labels": 5, "token_classification_bias": false)",
        patient(58325));
    row("vit, pairs", "vit", R"("image_size": [32, 32], "patch_size": [8, 8])", 62938);
    row("vit, one channel", "vit", R"("num_channels": 1)", 56794);
    row("gpt2, other names", "gpt2",
        R"("n_layer": null, "n_embd": null, "n_head": null, "n_positions": null, "num_hidden_layers": 3,
           "hidden_size": 48, "num_attention_heads": 4, "max_position_embeddings": 64)",
        patient(93744));
    // Its decoder then has 6 blocks, as in T5Config.
    row("t5, other names", "t5",
        R"("num_layers": null, "d_model": null, "d_kv": null, "num_heads": null, "num_hidden_layers": 3,
           "hidden_size": 48, "head_dim": 10, "num_attention_heads": 4)",
        patient(191584));
    row("qwen2, keys of all heads", "qwen2", R"("num_key_value_heads": null)", 74496);
    row("mistral, keys of all heads", "mistral", R"("num_key_value_heads": null)", 74064);
    row("falcon, two norms", "falcon", R"("new_decoder_architecture": true, "num_kv_heads": 2)", 82464);
}

void FamilyFieldsTest::otherNamesAndFormsAreRead()
{
    QFETCH(QString, family);
    QFETCH(QString, fields);
    QFETCH(qint64, parameters);
    const auto model = read(family, fields);
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(qint64(parameterCount(*model)), parameters);
}

void FamilyFieldsTest::windowsAreWhereTransformersHasThem_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("fields");
    QTest::addColumn<QString>("windows");
    const auto row = [](const char* name, const char* family, const char* fields, const char* windows) {
        QTest::newRow(name) << QString::fromLatin1(family) << QString::fromLatin1(fields)
                            << QString::fromLatin1(windows);
    };
    constexpr auto second = R"("use_sliding_window": true, "sliding_window": 8,
        "layer_types": ["full_attention", "sliding_attention", "full_attention"])";
    constexpr auto limited = R"("use_sliding_window": true, "sliding_window": 8, "max_window_layers": 1)";
    for (const char* family : {"qwen2", "qwen3", "qwen2_moe"}) {
        const QByteArray name(family);
        row(name + ", types", family, second, "- 8 -");
        row(name + ", off", family, R"("use_sliding_window": false, "sliding_window": 8)", "- - -");
        row(name + ", usual width", family, R"("use_sliding_window": true, "max_window_layers": 3)",
            name == "qwen2_moe" ? "4096 - 4096" : "- - -");
    }
    row("qwen2, behind a layer", "qwen2", limited, "- 8 8");
    row("qwen3, behind a layer", "qwen3", limited, "- 8 8");
    row("qwen2_moe, every other one before a layer", "qwen2_moe", limited, "8 - -");
    row("qwen3_moe, all", "qwen3_moe", limited, "8 8 8");
    row("qwen3_moe, types are not read", "qwen3_moe", second, "8 8 8");
    row("gpt_oss, usual", "gpt_oss", "", "128 - 128");
    row("gpt_oss, types", "gpt_oss",
        R"("sliding_window": 8, "layer_types": ["full_attention", "sliding_attention", "full_attention"])", "- 8 -");
    row("gpt_oss, off", "gpt_oss", R"("sliding_window": null)", "- - -");
    row("gemma3_text, usual", "gemma3_text", "", "4096 4096 4096");
    row("gemma3_text, every third sees all", "gemma3_text", R"("sliding_window": 8, "sliding_window_pattern": 3)",
        "8 8 -");
    row("gemma3_text, both ways", "gemma3_text", R"("sliding_window": 8, "use_bidirectional_attention": true)",
        "5 5 5");
    row("gemma4_text, usual", "gemma4_text", "", "512 512 -");
    row("gemma4_text, the last sees all", "gemma4_text",
        R"("sliding_window": 8, "layer_types": ["full_attention", "sliding_attention", "sliding_attention"])", "- 8 -");
    row("gemma4_text, both ways", "gemma4_text", R"("sliding_window": 8, "use_bidirectional_attention": "all")",
        "5 5 -");
    row("mistral, usual width", "mistral", "", "4096 4096 4096");
    row("mistral, off", "mistral", R"("sliding_window": null)", "- - -");
    row("llama", "llama", R"("sliding_window": 8)", "- - -");
}

void FamilyFieldsTest::windowsAreWhereTransformersHasThem()
{
    QFETCH(QString, family);
    QFETCH(QString, fields);
    QFETCH(QString, windows);
    const auto model = read(family, fields);
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(windowsOf(*model), windows);
}

void FamilyFieldsTest::wrongFieldsAreNamed_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("fields");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* family, const char* fields, ErrorCode code, const char* words) {
        QTest::newRow(name) << QString::fromLatin1(family) << QString::fromLatin1(fields) << static_cast<int>(code)
                            << QString::fromLatin1(words);
    };
    row("types, too few", "qwen2", R"("layer_types": ["full_attention"])", ErrorCode::FieldInconsistent,
        R"("layer_types" is inconsistent: it has 1 entries, but "num_hidden_layers" is 3)");
    row("types, no list", "qwen3", R"("layer_types": "full_attention")", ErrorCode::FieldWrongType,
        R"("layer_types" must be a list of texts)");
    row("types, a number", "qwen3", R"("layer_types": ["full_attention", 1, "full_attention"])",
        ErrorCode::FieldWrongType, R"("layer_types[1]" must be a text)");
    row("types, unknown", "qwen2_moe", R"("layer_types": ["full_attention", "full_attention", "chunked_attention"])",
        ErrorCode::FieldUnknownValue,
        R"("layer_types[2]" is "chunked_attention"; supported values: full_attention, sliding_attention)");
    row("types, no window", "qwen2",
        R"("sliding_window": 8, "layer_types": ["full_attention", "sliding_attention", "full_attention"])",
        ErrorCode::FieldInconsistent, R"("layer_types[1]" is inconsistent: "sliding_attention" needs)");
    row("a backbone", "llama", R"("architectures": ["LlamaModel"])", ErrorCode::FieldUnknownValue,
        "omit the field to use LlamaForCausalLM");
    row("no classifier of tokens", "opt", R"("architectures": ["OPTForTokenClassification"])",
        ErrorCode::FieldUnknownValue, "OPTForSequenceClassification; omit the field to use OPTForCausalLM");
    row("no labels", "bert", R"("architectures": ["BertForTokenClassification"], "id2label": {})",
        ErrorCode::FieldOutOfRange, "id2label");
    row("norms that nobody makes", "falcon", R"("num_ln_in_parallel_attn": 2)", ErrorCode::FieldInconsistent,
        R"(need "new_decoder_architecture": true)");
    row("an encoder alone", "t5", R"("is_encoder_decoder": false)", ErrorCode::FieldUnknownValue, "is_encoder_decoder");
    row("an oblong image", "vit", R"("image_size": [32, 64])", ErrorCode::FieldWrongType, "only squares");
    row("a pair of texts", "vit", R"("patch_size": ["8", "8"])", ErrorCode::FieldWrongType, "patch_size");
    row("scaling, unknown", "llama", R"("rope_scaling": {"rope_type": "spiral", "factor": 2})",
        ErrorCode::FieldUnknownValue, R"("rope_scaling.rope_type" is "spiral"; supported values: default, linear, )");
    row("scaling, unknown in an older file", "qwen2", R"("rope_scaling": {"type": "spiral"})",
        ErrorCode::FieldUnknownValue, R"("rope_scaling.type" is "spiral")");
    row("scaling, negative", "llama", R"("rope_scaling": {"rope_type": "linear", "factor": -2.0})",
        ErrorCode::FieldOutOfRange, R"("rope_scaling.factor" is -2)");
    row("scaling, no factor", "phi3", R"("rope_scaling": {"rope_type": "linear", "factor": "two"})",
        ErrorCode::FieldWrongType, R"("rope_scaling.factor" must be a number)");
    row("scaling, no object", "falcon", R"("rope_scaling": "linear")", ErrorCode::FieldWrongType,
        R"("rope_scaling" must be an object)");
    row("scaling, a list", "gpt_neox", R"("rope_scaling": [2.0])", ErrorCode::FieldWrongType,
        R"("rope_scaling" must be an object)");
    row("scaling, no text", "mistral", R"("rope_parameters": {"rope_type": 7})", ErrorCode::FieldWrongType,
        R"("rope_parameters.rope_type" must be a text)");
    row("keys of fewer heads", "deepseek_v3", R"("num_key_value_heads": 2)", ErrorCode::FieldInconsistent,
        R"("num_key_value_heads" is inconsistent: with latent attention, every head)");
    row("experts that no group has", "deepseek_v3", R"("num_experts_per_tok": 3)", ErrorCode::FieldInconsistent,
        R"("n_group" is inconsistent: the 1 selected groups (of 2 groups with 4 experts)");
    row("groups of uneven size", "deepseek_v3", R"("n_group": 3)", ErrorCode::FieldNotDivisible, "n_group");
    row("no language model", "gemma3", "", ErrorCode::FieldMissing, "text_config");
    row("a field of the language model", "llama4", R"("text_config": {"num_hidden_layers": 0})",
        ErrorCode::FieldOutOfRange, "text_config.num_hidden_layers");
    row("scores that are kept small", "gemma3_text", R"("attn_logit_softcapping": 50.0)", ErrorCode::FieldUnknownValue,
        "attn_logit_softcapping");
    row("turns, too few", "llama4_text", R"("no_rope_layers": [1, 1])", ErrorCode::FieldInconsistent,
        R"("no_rope_layers" is inconsistent: it has 2 entries, but "num_hidden_layers" is 3)");
    row("chunks without turns", "llama4_text",
        R"("no_rope_layers": [1, 0, 1],
           "layer_types": ["chunked_attention", "chunked_attention", "chunked_attention"])",
        ErrorCode::FieldInconsistent, R"("layer_types[1]")");
    row("a mixer that is not known", "qwen3_5_text",
        R"("layer_types": ["linear_attention", "sliding_attention", "full_attention"])", ErrorCode::FieldUnknownValue,
        R"("layer_types[1]" is "sliding_attention"; supported values: full_attention, linear_attention)");
    row("a letter of no block", "nemotron_h", R"("hybrid_override_pattern": "M*X")", ErrorCode::FieldUnknownValue,
        R"("hybrid_override_pattern" is "X"; supported values: M (Mamba-2), * (attention))");
    row("a type of no block", "nemotron_h", R"("layers_block_type": ["mamba", "lstm"])", ErrorCode::FieldUnknownValue,
        R"("layers_block_type[1]" is "lstm"; supported values: linear_attention, full_attention, moe, mlp)");
    row("another activation of Mamba-2", "nemotron_h", R"("mamba_hidden_act": "gelu")", ErrorCode::FieldUnknownValue,
        R"("mamba_hidden_act" is "gelu"; supported values: silu)");
    row("no text beside images", "qwen3_vl", "", ErrorCode::FieldMissing, "text_config");
    const auto of_images = [&](const char* name, const char* vision, ErrorCode code, const char* words) {
        const QByteArray fields = QByteArray(R"("text_config": {"num_hidden_layers": 3, "hidden_size": 48,
            "intermediate_size": 80, "vocab_size": 120, "num_attention_heads": 4, "num_key_value_heads": 2},
            "vision_config": {"out_hidden_size": )")
            + vision + "}";
        row(name, "qwen3_vl", fields.constData(), code, words);
    };
    of_images("images of another width", "32", ErrorCode::FieldInconsistent,
              R"("vision_config.out_hidden_size" is inconsistent: it is 32)");
    of_images("features of no block", R"(48, "deepstack_visual_indexes": [1, 30])", ErrorCode::FieldInconsistent,
              R"("vision_config.deepstack_visual_indexes" is inconsistent: it names block 30)");
    of_images("features of more blocks than add them", R"(48, "deepstack_visual_indexes": [1, 2, 3, 4])",
              ErrorCode::FieldInconsistent, "it has 4 entries");
    of_images("heads that do not turn", R"(48, "hidden_size": 18, "num_heads": 3)", ErrorCode::FieldUnknownValue,
              "vision_config.num_heads");
    row("keys that no block gives", "gemma4_text",
        R"("num_kv_shared_layers": 2, "layer_types": ["full_attention", "sliding_attention", "full_attention"])",
        ErrorCode::FieldInconsistent, "no sliding_attention block comes before");
    row("heads that differ within a type", "gemma4_text",
        R"("layer_types": ["full_attention", "full_attention", "full_attention"],
           "per_layer_config": {"0": {"head_dim": 8}, "1": {"head_dim": 16}, "2": {"head_dim": 8}})",
        ErrorCode::FieldInconsistent, "per_layer_config.1");
    row("an unknown way to see", "gemma4_text", R"("use_bidirectional_attention": "audio")",
        ErrorCode::FieldUnknownValue, R"("use_bidirectional_attention" is "audio"; supported values: all, vision)");
    row("a decoder", "bert", R"("is_decoder": true)", ErrorCode::FieldUnknownValue, "is_decoder");
}

void FamilyFieldsTest::wrongFieldsAreNamed()
{
    QFETCH(QString, family);
    QFETCH(QString, fields);
    QFETCH(int, code);
    QFETCH(QString, words);
    const auto model = read(family, fields);
    QVERIFY(!model);
    QCOMPARE(static_cast<int>(model.error().code), code);
    QVERIFY2(errorOf(model).contains(words), qPrintable(errorOf(model)));
}

void FamilyFieldsTest::whatIsNotAppliedIsNoted_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("fields");
    QTest::addColumn<QString>("word"); // empty: no note
    const auto row = [](const char* name, const char* family, const char* fields, const char* word) {
        QTest::newRow(name) << QString::fromLatin1(family) << QString::fromLatin1(fields) << QString::fromLatin1(word);
    };
    row("nothing", "llama", "", "");
    row("quantized", "llama", R"("quantization_config": {"bits": 4})", "quantization_config");
    row("router's loss", "mixtral", R"("output_router_logits": true)", "output_router_logits");
    row("no router", "llama", R"("output_router_logits": true)", "");
    row("slices", "llama", R"("pretraining_tp": 2)", "pretraining_tp");
    row("no scaling", "llama", R"("rope_scaling": null)", "");
    row("scaling", "llama", R"("rope_scaling": {"rope_type": "yarn", "type": "yarn", "factor": 4.0})", "");
    row("scaling, older", "qwen2", R"("rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]})", "");
    row("scaling by lists", "phi3", R"("rope_scaling": {"type": "su", "short_factor": [1.0], "long_factor": [1.0]})",
        "");
    row("one slice", "llama", R"("pretraining_tp": 1)", "");
    row("chunks", "bert", R"("chunk_size_feed_forward": 16)", "chunk_size_feed_forward");
    row("further tokens", "deepseek_v3", R"("num_nextn_predict_layers": 1)", "num_nextn_predict_layers");
    row("further tokens in other words", "qwen3_5_text", R"("mtp_num_hidden_layers": 1)", "mtp_num_hidden_layers");
    row("a vision tower", "gemma3", R"("text_config": {"num_hidden_layers": 3})", "vision_config");
    row("pruned", "bert", R"("pruned_heads": {"1": [0, 2]})", "pruned_heads");
    row("none pruned", "bert", R"("pruned_heads": {})", "");
    row("unused bias", "bert", R"("tie_word_embeddings": false)", "second, unused bias");
    row("left out", "opt", R"("layerdrop": 0.1)", "layerdrop");
    row("types that are not read", "qwen3_moe", R"("layer_types": ["full_attention"])", "layer_types");
    row("types that are read", "qwen2", R"("layer_types": ["full_attention", "full_attention", "full_attention"])", "");
    row("regression", "llama", R"("architectures": ["LlamaForSequenceClassification"], "problem_type": "regression")",
        "regression");
    row("one label", "gpt2", R"("architectures": ["GPT2ForSequenceClassification"], "num_labels": 1)", "regression");
    row("several labels", "bert",
        R"("architectures": ["BertForSequenceClassification"], "problem_type": "multi_label_classification")",
        "multi_label_classification");
    row("tokens", "llama", R"("architectures": ["LlamaForTokenClassification"], "problem_type": "regression")", "");
    row("no classifier", "llama", R"("problem_type": "regression")", "");
}

void FamilyFieldsTest::whatIsNotAppliedIsNoted()
{
    QFETCH(QString, family);
    QFETCH(QString, fields);
    QFETCH(QString, word);
    const auto model = read(family, fields);
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(model->notes.size(), std::size_t(word.isEmpty() ? 0 : 1));
    QVERIFY(word.isEmpty() || QString::fromStdString(describe(model->notes.front())).contains(word));
}

void FamilyFieldsTest::lengthsHaveTheDefaultsOfTheClasses_data()
{
    QTest::addColumn<qint64>("positions");
    const auto row = [](const char* family, qint64 positions) { QTest::newRow(family) << positions; };
    row("llama", 2048);
    row("mistral", 131072);
    row("mixtral", 131072);
    row("gemma", 8192);
    row("phi3", 4096);
    for (const char* family : {"qwen2", "qwen2_moe", "qwen3", "qwen3_moe"}) {
        row(family, 32768);
    }
    row("gpt_neox", 2048);
    row("falcon", 2048);
    row("t5", 512);
}

void FamilyFieldsTest::lengthsHaveTheDefaultsOfTheClasses()
{
    QFETCH(qint64, positions);
    const auto model = read(QString::fromLatin1(QTest::currentDataTag()), {});
    QVERIFY2(model, qPrintable(errorOf(model)));
    QCOMPARE(qint64(model->default_sequence), positions);
}

void FamilyFieldsTest::imagesHaveTheFilesChannels()
{
    const Model model = read(QStringLiteral("vit"), QStringLiteral(R"("num_channels": 1)")).value();
    const auto shapes = boundaryShapes(model, 2, 32);
    QVERIFY2(shapes, qPrintable(errorOf(shapes)));
    QCOMPARE(shapes->front(), (Boundary {{2, 1, 32, 32}}));
    QCOMPARE(shapes->back(), Boundary {Shape()});
}

// Gemma is read as its class reads it: "gelu" means its approximation, which is also the default; attention may be
// bidirectional.
void FamilyFieldsTest::gemmaIsReadAsItsClassReadsIt()
{
    const auto block = [](const char* fields) {
        return std::get<Program>(read(QStringLiteral("gemma"), QString::fromLatin1(fields)).value().layers[1].spec);
    };
    const Program usual = block(R"("hidden_act": "gelu_pytorch_tanh")");
    QVERIFY(block(R"("hidden_act": "gelu")") == usual);
    QVERIFY(block("") == usual);
    QVERIFY(block(R"("hidden_act": "relu")") != usual);
    const auto causal = [](const Program& program) {
        return QString::fromStdString(program.signature()).contains(QLatin1String("causal="));
    };
    QVERIFY(!causal(usual));
    QVERIFY(causal(block(R"("use_bidirectional_attention": true)")));
}

void FamilyFieldsTest::absentKeyHeadsAreThoseOfTheClass_data()
{
    QTest::addColumn<int>("heads");
    QTest::newRow("mistral") << 8;
    QTest::newRow("mixtral") << 8;
    QTest::newRow("gemma") << 16;
    QTest::newRow("qwen2") << 32;
    QTest::newRow("qwen3") << 32;
}

// Absent key heads have the default of the class: no default divides 3 query heads.
void FamilyFieldsTest::absentKeyHeadsAreThoseOfTheClass()
{
    QFETCH(int, heads);
    const QString text = QStringLiteral(R"({"model_type": "%1", "num_hidden_layers": 1, "hidden_size": 48,
        "intermediate_size": 80, "vocab_size": 120, "num_attention_heads": 3})")
                             .arg(QString::fromLatin1(QTest::currentDataTag()));
    const auto model = parseConfig(text.toStdString(), "config.json");
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::FieldNotDivisible);
    QVERIFY2(errorOf(model).contains(QStringLiteral("(missing, default %1)\"").arg(heads)), qPrintable(errorOf(model)));
}

QTEST_APPLESS_MAIN(FamilyFieldsTest)
#include "tst_familyfields.moc"
