// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace stagecraft {

// What the core tells (core/base/message.h), in the user's language; numbers by locale.
QString messageText(const Message& message);

// Of a phrase, with %1, %2, ..., without what is for the command line alone.
QString phraseText(const Phrase& phrase);

// "transformer block", of the kind "transformer_block"; another kind as it is.
QString layerKindText(const std::string& kind);

// The sentence with its arguments, without `where`.
QString errorSentence(const Error& error);

// "WHERE: sentence".
QString errorText(const Error& error);

}
