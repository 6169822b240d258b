// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/unstorednotice.h"

#include "core/session/document.h"
#include "ui/words/messagetext.h"

#include <QPushButton>

namespace stagecraft {

UnstoredNotice::UnstoredNotice(QWidget* parent)
    : NoticeBar(QStringLiteral("unstoredNotice"), tr("Not saved"), tr("Try again"), parent)
{
    againButton()->setToolTip(
        tr("Save the latest changes now. Stagecraft also tries again periodically and after each edit."));
}

void UnstoredNotice::follow(const Document& document)
{
    const auto& why = document.whyNotStored();
    say(why ? tr("The latest changes are not saved: %1").arg(errorText(*why)) : QString());
}

}
