// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/families/families.h"

namespace stagecraft {

// What stands behind the last block of a decoder: a projection onto the vocabulary, or a classifier of samples or of
// tokens as transformers puts it behind every family.
enum class HeadKind { LanguageModel, SequenceClassifier, TokenClassifier };

struct Head {
    HeadKind kind = HeadKind::LanguageModel;
    std::int64_t labels = 2;
    double dropout = 0; // before the classifier of tokens
    bool bias = true; // of the classifier of tokens

    bool classifies() const { return kind != HeadKind::LanguageModel; }
};

// Where a classifier of tokens finds its dropout if the file has no classifier_dropout.
struct DropoutField {
    const char* name = "hidden_dropout";
    double usual = 0.1;
};

// The head that the first of the file's `architectures` names, which must be one of these; of the first of these where
// the file names none.
Head readHead(ConfigFields& fields, Model& model, std::initializer_list<const char*> known,
              const DropoutField& dropout = {});

// The number of labels, and a note where the file means another loss than their cross entropy.
std::int64_t readLabels(ConfigFields& fields, Model& model);
// The same for a classifier of tokens, whose loss is always that.
std::int64_t readTokenLabels(ConfigFields& fields);

// A program for the head, under the name that people call it by.
ProgramBuilder headBuilder(HeadKind kind);
// Appends the classifier and its loss behind `states`, of `width`. The builder is used up.
Program classify(ProgramBuilder builder, int states, std::int64_t width, const Head& head);
// Norm over the last block's output and a classifier.
Program classifierHead(const Operator& norm, std::int64_t width, const Head& head);
// Norm over the last block's output, projection onto the vocabulary without bias, logits between -softcap and softcap
// by a hyperbolic tangent where it is above 0, loss of the next token. `width`: of the block's output.
Program cappedHead(const Operator& norm, std::int64_t width, std::int64_t vocabulary, bool tied, double softcap);
// Either classifierHead(), or languageModelHead(), as the head's kind is.
Program decoderHead(const LayerNorm& norm, std::int64_t vocabulary, bool tied, const Head& head);

}
