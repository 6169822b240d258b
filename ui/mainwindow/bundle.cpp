// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/bundle.h"

#include "core/base/files.h"
#include "core/session/datafolder.h"

#include <QDir>
#include <QFile>

namespace stagecraft::bundle {

namespace {

const QString modelFolder = QStringLiteral(":/models");
const QString workspaceFolder = QStringLiteral(":/workspaces");
const QString workspaceEnding = QStringLiteral(".stagecraft");

QStringList filesIn(const QString& folder)
{
    QStringList paths;
    for (const QString& name : QDir(folder).entryList(QDir::Files, QDir::Name)) {
        paths += folder + QLatin1Char('/') + name;
    }
    return paths;
}

}

QStringList models()
{
    return filesIn(modelFolder);
}

bool hasExampleWorkspace()
{
    return !filesIn(workspaceFolder).isEmpty();
}

bool isWorkspace(const QString& path)
{
    return path.endsWith(workspaceEnding, Qt::CaseInsensitive);
}

Result<QString> unpacked(const QString& source)
{
    if (!source.startsWith(QStringLiteral(":/"))) {
        return source;
    }
    const QString target = dataFolder() + source.mid(1); // DATA/models/gpt2.json
    if (isWorkspace(target) && QFile::exists(target)) {
        return target;
    }
    QFile file(source);
    if (!file.open(QIODevice::ReadOnly)) {
        return failure(ErrorCode::FileNotReadable, {file.errorString().toStdString()}, source.toStdString());
    }
    if (!QDir().mkpath(target.left(target.lastIndexOf(u'/')))) {
        return failure(ErrorCode::FileNotWritable, {std::string("the folder could not be made")}, target.toStdString());
    }
    if (auto done = writeFile(target.toStdString(), file.readAll().toStdString()); !done) {
        return failure(done.error());
    }
    return target;
}

Result<QString> unpackExample()
{
    const QStringList workspaces = filesIn(workspaceFolder);
    return unpacked(workspaces.isEmpty() ? models().value(0) : workspaces.first());
}

}
