// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLockFile>
#include <QTemporaryDir>

#include <optional>

namespace stagecraft {

// Temporary folder of a job, removed with its object. Folders left by killed processes are removed when the same user's
// next process makes one. If the folder cannot be made, its path does not exist.
class ScratchFolder {
public:
    ScratchFolder();

    QString path() const { return m_folder.path(); }
    QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    static void removeAbandoned();

    QTemporaryDir m_folder;
    std::optional<QLockFile> m_owner; // released before the folder is removed
};

}
