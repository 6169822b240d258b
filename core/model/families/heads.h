// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/families/families.h"

namespace stagecraft {

// Kind of a decoder's head: a projection onto the vocabulary, or transformers' classifier of samples or tokens.
enum class HeadKind { LanguageModel, SequenceClassifier, TokenClassifier };

struct Head {
    HeadKind kind = HeadKind::LanguageModel;
    std::int64_t labels = 2;
    double dropout = 0; // before the token classifier
    bool bias = true; // for the token classifier

    bool classifies() const { return kind != HeadKind::LanguageModel; }
};

// Fallback field for a token classifier's dropout if the file has no classifier_dropout.
struct DropoutField {
    const char* name = "hidden_dropout";
    double usual = 0.1;
};

// Reads the head for the first of the file's `architectures`, which must be in `known`; for the first of `known` if the
// file names none.
Head readHead(ConfigFields& fields, Model& model, std::initializer_list<const char*> known,
              const DropoutField& dropout = {});

// Returns the number of labels; adds a note if the file uses a loss other than cross-entropy.
std::int64_t readLabels(ConfigFields& fields, Model& model);
// Returns the number of labels of a token classifier, whose loss is always cross-entropy.
std::int64_t readTokenLabels(ConfigFields& fields);

// Returns a builder for the head's program, with its display name.
ProgramBuilder headBuilder(HeadKind kind);
// Appends the classifier of `states`, of `width`, and its loss. Consumes the builder.
Program classify(ProgramBuilder builder, int states, std::int64_t width, const Head& head);
// Final norm and a classifier.
Program classifierHead(const Operator& norm, std::int64_t width, const Head& head);
// Final norm, projection onto the vocabulary without bias, logits capped to +-softcap by a hyperbolic tangent if
// softcap is above 0, next-token loss. `width`: width of the block's output.
Program cappedHead(const Operator& norm, std::int64_t width, std::int64_t vocabulary, bool tied, double softcap);
// Returns classifierHead() or languageModelHead(), by the head's kind.
Program decoderHead(const LayerNorm& norm, std::int64_t vocabulary, bool tied, const Head& head);

}
