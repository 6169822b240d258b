// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QVariant>

#include <span>

namespace stagecraft {

// Settings of the window that persist between runs. The table of keys, types and defaults is in settings.cpp.
enum class Setting {
    WindowGeometry,
    WindowLayouts,
    CurrentLayout,
    CandidateColumns,
    TableColumns,
    Appearance,
    Language,
    LastFolder,
    RecentWorkspaces,
    UnnamedWorkspaces,
    RecentModels,
    ScriptFolder
};

struct SettingEntry {
    Setting setting;
    const char* key;
    QMetaType::Type type;
    QVariant fallback;
    const char* since; // version that introduced the setting
};

class Settings {
public:
    Settings(); // settings of the user, or of the test in test mode
    explicit Settings(const QString& file);

    // The stored value, or the default if there is none or it has the wrong type.
    QVariant value(Setting setting) const;
    void setValue(Setting setting, const QVariant& value);

    // Moves `path` to the front of the list, which keeps ten entries.
    void addRecent(Setting list, const QString& path);
    void removeRecent(Setting list, const QString& path);

    // Name of a recent workspace: its file name or, for an untitled one, the name that nameRecent() set last.
    QString recentName(const QString& path) const;
    void nameRecent(const QString& path, const QString& name);

    static std::span<const SettingEntry> table();

private:
    QSettings m_store;
};

}
