// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace stagecraft {

// Text of a message of the core (core/base/message.h) in the user's language, with localized numbers.
QString messageText(const Message& message);

// Text of a phrase, with %1, %2, ... and without the parts for the command line.
QString phraseText(const Phrase& phrase);

// "transformer block" for the kind "transformer_block"; unknown kinds unchanged.
QString layerKindText(const std::string& kind);

// Sentence of an error with its arguments, without `where`.
QString errorSentence(const Error& error);

// "WHERE: sentence".
QString errorText(const Error& error);

}
