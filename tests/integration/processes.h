// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QFile>
#include <QList>

#include <csignal>

namespace stagecraft::testing {

// Process ids of the running children of `parent`, from /proc.
inline QList<pid_t> childrenOf(qint64 parent)
{
    QList<pid_t> children;
    for (const QString& entry : QDir("/proc").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file("/proc/" + entry + "/stat");
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        // "pid (name) state parent ...": the name may contain any character.
        const QByteArray stat = file.readAll();
        const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
        if (fields.size() > 1 && fields[1].toLongLong() == parent && fields[0] != "Z") {
            children.append(entry.toInt());
        }
    }
    return children;
}

// Returns the children of `parent` and their children.
inline QList<pid_t> descendantsOf(qint64 parent)
{
    QList<pid_t> all = childrenOf(parent);
    for (qsizetype i = 0; i < all.size(); ++i) {
        all += childrenOf(all[i]);
    }
    return all;
}

inline bool isRunning(pid_t process)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly)) {
        return false;
    }
    const QByteArray stat = file.readAll();
    return stat.mid(stat.lastIndexOf(')') + 2, 1) != "Z";
}

inline bool isAnyRunning(const QList<pid_t>& processes)
{
    return std::any_of(processes.begin(), processes.end(), isRunning);
}

}
