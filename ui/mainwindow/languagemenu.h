// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace stagecraft {

class Dialogs;
class Settings;

// Menu with the window's languages. The choice is stored for the next start; a message says so if it differs.
class LanguageMenu : public QMenu {
    Q_OBJECT
public:
    // Both must outlive this.
    LanguageMenu(Settings& settings, Dialogs& dialogs, QWidget* parent = nullptr);

private:
    void add(const QString& input, const QString& text);
    void choose(const QString& input);

    Settings& m_settings;
    Dialogs& m_dialogs;
    QActionGroup* m_group;
};

}
