// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/readonlynotice.h"

#include "core/session/document.h"

#include <QPushButton>

namespace stagecraft {

ReadOnlyNotice::ReadOnlyNotice(QWidget* parent)
    : NoticeBar(QStringLiteral("readOnlyNotice"), tr("Read-only"), tr("Re&open"), parent)
{
    againButton()->setToolTip(tr("Reload the workspace. You can edit it once no other window or program has it open."));
}

void ReadOnlyNotice::follow(const Document& document)
{
    const auto why = document.whyReadOnly();
    const bool busy = why && why->code == ErrorCode::WorkspaceBusy;
    say(!why       ? QString()
            : busy ? tr("This workspace is open in another window or program; this is a read-only snapshot. Close it "
                        "there and reopen it here, or save a copy to edit.")
                   : tr("This workspace is read-only because its file cannot be written. Save a copy to edit."));
}

}
