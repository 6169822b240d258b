// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QList>
#include <QStringList>

#include <algorithm>

// The project's source files, for tests of rules that a compiler does not check.
namespace stagecraft::testing {

struct Source {
    QString path; // relative to the source root
    QString text;

    bool isIn(const QString& folder) const { return path.startsWith(folder + '/'); }
    bool isInAny(const QStringList& folders) const
    {
        return std::any_of(folders.begin(), folders.end(), [this](const auto& folder) { return isIn(folder); });
    }
    // Returns "core/model" for "core/model/zoo/zoo.h", or "app/gui", "ui", "tests/unit".
    QString folder() const
    {
        return isInAny({"core", "app", "tests"}) ? path.section('/', 0, 1) : path.section('/', 0, 0);
    }
};

inline QList<Source> allSources()
{
    const QDir root(SOURCE_FOLDER);
    QStringList paths {"CMakeLists.txt", ".ci/run"};
    for (const auto* folder : {"app", "cmake", "core", "packaging", "tests", "ui"}) {
        QDirIterator files(root.filePath(folder),
                           {"*.h", "*.cpp", "*.inc", "*.cu", "*.cuh", "*.cmake", "*.sh", "*.py", "CMakeLists.txt"},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            paths.append(root.relativeFilePath(files.next()));
        }
    }
    QList<Source> sources;
    for (const auto& path : paths) {
        QFile file(root.filePath(path));
        if (file.open(QIODevice::ReadOnly)) {
            sources.append({path, QString::fromUtf8(file.readAll())});
        }
    }
    return sources;
}

// Returns the violations of all source files, one per line. `violationsOf`: violations of one source.
template <typename ViolationsOf>
QStringList violationsOfAllSources(ViolationsOf violationsOf)
{
    const QList<Source> sources = allSources();
    if (sources.size() <= 50) {
        return {QStringLiteral("The sources were not found: nothing was looked at.")};
    }
    QStringList violations;
    for (const Source& source : sources) {
        violations += violationsOf(source);
    }
    return violations;
}

}
