// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>
#include <string>

namespace stagecraft {

// What the core says in English words rather than in codes: reasons, obstacles, notes, names of quantities. They come
// from workers and files too, which have kept them as text. So a phrase is known again by its template, and said in the
// user's language, its arguments likewise; numbers by locale. What no template fits stays as it is.
QString coreText(const QString& english);
QString coreText(const std::string& english);

// "transformer block", of the kind "transformer_block".
QString layerKindText(const std::string& kind);

// The templates, with %1, %2, ... for what differs.
std::span<const char* const> corePhrases();

}
