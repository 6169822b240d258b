// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/heads.h"

#include "core/model/blocks.h"
#include "core/words/model.h"

namespace stagecraft {

namespace {

HeadKind kindOf(std::string_view architecture)
{
    if (architecture.ends_with("ForSequenceClassification")) {
        return HeadKind::SequenceClassifier;
    }
    return architecture.ends_with("ForTokenClassification") ? HeadKind::TokenClassifier : HeadKind::LanguageModel;
}

}

Head readHead(ConfigFields& fields, Model& model, std::initializer_list<const char*> known, const DropoutField& dropout)
{
    Head head;
    head.kind = kindOf(requireArchitecture(fields, known));
    if (head.kind == HeadKind::SequenceClassifier) {
        head.labels = readLabels(fields, model);
    } else if (head.kind == HeadKind::TokenClassifier) {
        head.labels = readTokenLabels(fields);
        head.dropout = readDropout(fields, fields.either("classifier_dropout", dropout.name), dropout.usual);
    }
    return head;
}

std::int64_t readTokenLabels(ConfigFields& fields)
{
    const std::int64_t listed = fields.countOr("id2label", 2);
    const std::int64_t labels = fields.integerOr("num_labels", listed, 1, maxVocabulary);
    if (labels < 1) {
        fields.fail(ErrorCode::FieldOutOfRange, {std::string("id2label"), labels, std::int64_t(1), maxVocabulary});
    }
    return labels;
}

std::int64_t readLabels(ConfigFields& fields, Model& model)
{
    const std::int64_t labels = readTokenLabels(fields);
    const std::string usual = labels == 1 ? "regression" : "single_label_classification";
    const std::string problem = fields.textOr("problem_type", usual);
    if (problem != "single_label_classification") {
        model.notes.push_back(say(words::model::loss_of_problem, problem));
    }
    return labels;
}

ProgramBuilder headBuilder(HeadKind kind)
{
    switch (kind) {
    case HeadKind::SequenceClassifier:
        return {"sequence_classifier_head", Feed::Hidden};
    case HeadKind::TokenClassifier:
        return {"token_classifier_head", Feed::Hidden};
    case HeadKind::LanguageModel:
        break;
    }
    return {"language_model_head", Feed::Hidden};
}

Program classify(ProgramBuilder builder, int states, std::int64_t width, const Head& head)
{
    int logits = 0;
    if (head.kind == HeadKind::SequenceClassifier) {
        // All tokens are scored; which token's scores are used does not affect the cost.
        const int scores = builder.hold(builder.add("score", Linear {width, head.labels, false}, {states}));
        logits = builder.hold(builder.add(FirstToken {}, {scores}));
    } else {
        if (head.dropout > 0) {
            states = builder.hold(addDropout(builder, head.dropout, states));
        }
        logits = builder.hold(builder.add("classifier", Linear {width, head.labels, head.bias}, {states}));
    }
    builder.add("loss", CrossEntropy {head.labels}, {logits});
    return builder.finish();
}

Program classifierHead(const Operator& norm, std::int64_t width, const Head& head)
{
    ProgramBuilder builder = headBuilder(head.kind);
    const int states = builder.hold(builder.add("norm", norm, {ProgramBuilder::input}));
    return classify(std::move(builder), states, width, head);
}

Program cappedHead(const Operator& norm, std::int64_t width, std::int64_t vocabulary, bool tied, double softcap)
{
    ProgramBuilder builder = headBuilder(HeadKind::LanguageModel);
    const int hidden = builder.add("norm", norm, {ProgramBuilder::input});
    Linear projection {width, vocabulary, false};
    projection.shared = tiedName(tied);
    int logits = builder.add("projection", projection, {hidden});
    if (softcap > 0) {
        logits = builder.add(Scale {1 / softcap}, {logits});
        logits = builder.add(Activate {Activation::Tanh}, {logits});
        logits = builder.add(Scale {softcap}, {logits});
    }
    builder.add("loss", CrossEntropy {vocabulary, true}, {logits});
    return builder.finish();
}

Program decoderHead(const LayerNorm& norm, std::int64_t vocabulary, bool tied, const Head& head)
{
    return head.classifies() ? classifierHead(norm, norm.width, head) : languageModelHead(norm, vocabulary, tied);
}

}
