// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/settings.h"

#include "ui/words/problemname.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QStringList>

#include <array>

namespace stagecraft {

namespace {

constexpr int recentKept = 10;

const SettingEntry& entryOf(Setting setting)
{
    return Settings::table()[static_cast<std::size_t>(setting)];
}

}

std::span<const SettingEntry> Settings::table()
{
    static const std::array entries {
        SettingEntry {Setting::WindowGeometry, "window/geometry", QMetaType::QByteArray, QByteArray(), "0.1"},
        SettingEntry {Setting::WindowLayouts, "window/layouts", QMetaType::QVariantMap, QVariantMap(), "0.1"},
        SettingEntry {Setting::CurrentLayout, "window/currentLayout", QMetaType::QString, QStringLiteral("explore"),
                      "0.1"},
        SettingEntry {Setting::CandidateColumns, "candidates/header", QMetaType::QByteArray, QByteArray(), "0.1"},
        SettingEntry {Setting::TableColumns, "window/tableColumns", QMetaType::QStringList, QStringList(), "0.1"},
        SettingEntry {Setting::Appearance, "window/appearance", QMetaType::QString, QStringLiteral("system"), "0.1"},
        SettingEntry {Setting::Language, "window/language", QMetaType::QString, QStringLiteral("system"), "0.1"},
        SettingEntry {Setting::LastFolder, "files/lastFolder", QMetaType::QString, QString(), "0.1"},
        SettingEntry {Setting::RecentWorkspaces, "files/recentWorkspaces", QMetaType::QStringList, QStringList(),
                      "0.1"},
        SettingEntry {Setting::UnnamedWorkspaces, "files/unnamedWorkspaces", QMetaType::QVariantMap, QVariantMap(),
                      "0.1"},
        SettingEntry {Setting::RecentModels, "files/recentModels", QMetaType::QStringList, QStringList(), "0.1"},
        SettingEntry {Setting::ScriptFolder, "files/scriptFolder", QMetaType::QString, QString(), "0.1"},
    };
    return entries;
}

Settings::Settings()
    : Settings(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QStringLiteral("/settings.ini"))
{
}

Settings::Settings(const QString& file) : m_store(file, QSettings::IniFormat) {}

QVariant Settings::value(Setting setting) const
{
    const SettingEntry& entry = entryOf(setting);
    QVariant stored = m_store.value(QLatin1String(entry.key));
    // An INI file stores a list with one entry as a plain string.
    if (!stored.isValid() || !stored.convert(QMetaType(entry.type))) {
        return entry.fallback;
    }
    return stored;
}

void Settings::setValue(Setting setting, const QVariant& value)
{
    m_store.setValue(QLatin1String(entryOf(setting).key), value);
}

void Settings::addRecent(Setting list, const QString& path)
{
    QStringList paths = value(list).toStringList();
    paths.removeAll(path);
    paths.prepend(path);
    setValue(list, QStringList(paths.mid(0, recentKept)));
}

void Settings::removeRecent(Setting list, const QString& path)
{
    QStringList paths = value(list).toStringList();
    paths.removeAll(path);
    setValue(list, paths);
}

QString Settings::recentName(const QString& path) const
{
    const QString name = value(Setting::UnnamedWorkspaces).toMap().value(path).toString();
    return name.isEmpty() ? workspaceName(path) : name;
}

void Settings::nameRecent(const QString& path, const QString& name)
{
    const QVariantMap before = value(Setting::UnnamedWorkspaces).toMap();
    QVariantMap names;
    // names of workspaces that are no longer recent are discarded
    for (const QString& recent : value(Setting::RecentWorkspaces).toStringList()) {
        if (before.contains(recent)) {
            names.insert(recent, before.value(recent));
        }
    }
    names.insert(path, name);
    if (names != before) {
        setValue(Setting::UnnamedWorkspaces, names);
    }
}

}
