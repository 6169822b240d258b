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
    m_owner->setStaleLockTime(0); // valid as long as the process lives
    m_owner->tryLock(0);
}

// Skips folders without an owner file, which are just being made, and those of other users, which cannot be locked.
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
