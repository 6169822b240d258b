// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/intervaltext.h"

#include <algorithm>

namespace stagecraft {

QString intervalText(const QString& low, const QString& high)
{
    if (low == high) {
        return low;
    }
    const qsizetype unit = low.lastIndexOf(u' ');
    const bool shared = unit > 0 && low.mid(unit) == high.mid(high.lastIndexOf(u' '));
    const QString number = low.left(unit);
    const bool simple = std::none_of(number.begin(), number.end(), [](QChar c) { return c.isLetter() || c.isSpace(); });
    if (shared && simple) {
        return number + u'–' + high;
    }
    return low.contains(u' ') ? low + QStringLiteral(" – ") + high : low + u'–' + high;
}

}
