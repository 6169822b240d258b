// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/scratchfolder.h"

#include <QDir>
#include <QFile>

namespace stagecraft {

namespace {

const QString folderPrefix = QStringLiteral("stagecraft-job-");

QString ownerIn(const QString& folder)
{
    return folder + QStringLiteral("/owner");
}

}

ScratchFolder::ScratchFolder() : m_folder(QDir::temp().filePath(folderPrefix + QStringLiteral("XXXXXX")))
{
    removeAbandoned();
    m_owner.emplace(ownerIn(m_folder.path()));
    m_owner->setStaleLockTime(0); // as long as the process lives
    m_owner->tryLock(0);
}

// A folder without an owner's file is about to get one; one of another user's cannot be locked.
void ScratchFolder::removeAbandoned()
{
    const QStringList all = QDir::temp().entryList({folderPrefix + u'*'}, QDir::Dirs | QDir::NoSymLinks);
    for (const QString& name : all) {
        const QString path = QDir::temp().filePath(name);
        if (!QFile::exists(ownerIn(path))) {
            continue;
        }
        QLockFile owner(ownerIn(path));
        owner.setStaleLockTime(0);
        if (owner.tryLock(0)) {
            owner.unlock();
            QDir(path).removeRecursively();
        }
    }
}

}
