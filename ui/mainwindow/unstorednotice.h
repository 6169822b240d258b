// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/mainwindow/noticebar.h"

namespace stagecraft {

class Document;

// Notice that the latest changes are not saved, with the reason.
class UnstoredNotice : public NoticeBar {
    Q_OBJECT
public:
    explicit UnstoredNotice(QWidget* parent = nullptr);

    void follow(const Document& document);
};

}
