// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace stagecraft {

// The core's sentence for a code with %1, %2, ..., in the user's language.
QString errorTemplateText(ErrorCode code);

// The same, untranslated; equals the core's errorTemplate().
const char* errorSourceText(ErrorCode code);

// The sentence with its arguments, without `where`.
QString errorSentence(const Error& error);

// "WHERE: sentence".
QString errorText(const Error& error);

}
