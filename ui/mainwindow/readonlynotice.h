// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/mainwindow/noticebar.h"

namespace stagecraft {

class Document;

// Notice with the reason why the workspace is read-only.
class ReadOnlyNotice : public NoticeBar {
    Q_OBJECT
public:
    explicit ReadOnlyNotice(QWidget* parent = nullptr);

    void follow(const Document& document);
};

}
