// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace stagecraft {

class Settings;

// Start page: recent workspaces and ways to begin.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(Settings& settings, QWidget* parent = nullptr);

    void refresh(); // reloads the list of recent workspaces

    QListWidget* recent() const { return m_recent; }

Q_SIGNALS:
    void modelRequested();
    void zooRequested();
    void openRequested();
    void exampleRequested();
    void workspaceChosen(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeBegin();
    QWidget* makeRecent();
    void fitMargins();

    Settings& m_settings;
    QListWidget* m_recent;
    QWidget* m_page = nullptr;
    QWidget* m_begin = nullptr;
    QWidget* m_recentBox = nullptr;
};

}
