// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLockFile>
#include <QTemporaryDir>

#include <optional>

namespace stagecraft {

// A folder for what a job needs on the way. It goes with its object; what a process left that was killed goes when the
// next one of the user's makes a folder. One that cannot be made has a path that is not there.
class ScratchFolder {
public:
    ScratchFolder();

    QString path() const { return m_folder.path(); }
    QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    static void removeAbandoned();

    QTemporaryDir m_folder;
    std::optional<QLockFile> m_owner; // let go before the folder is
};

}
