// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/readonlynotice.h"

#include "core/session/document.h"

#include <QPushButton>

namespace stagecraft {

ReadOnlyNotice::ReadOnlyNotice(QWidget* parent)
    : NoticeBar(QStringLiteral("readOnlyNotice"), tr("Read only"), tr("&Open again"), parent)
{
    againButton()->setToolTip(tr("Read the workspace again; it can be edited here once nobody else has it open"));
}

void ReadOnlyNotice::follow(const Document& document)
{
    const auto why = document.whyReadOnly();
    const bool busy = why && why->code == ErrorCode::WorkspaceBusy;
    say(!why       ? QString()
            : busy ? tr("Another window or program has this workspace open: here it is only read, as it was when "
                        "it was opened. Close it there and open it again here, or save a copy to edit.")
                   : tr("This workspace cannot be written: here it is only read. Save a copy to edit."));
}

}
