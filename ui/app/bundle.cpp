// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/bundle.h"

#include "core/base/files.h"
#include "core/session/datafolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

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

namespace {

// Maps ":/models/gpt2.json" to DATA/models/gpt2.json and creates the folder.
Result<QString> placeOf(const QString& source)
{
    const QString target = dataFolder() + source.mid(1);
    if (!QDir().mkpath(QFileInfo(target).path())) {
        return failure(ErrorCode::FileNotWritable, {std::string("the folder could not be made")}, target.toStdString());
    }
    return target;
}

Result<QByteArray> contentOf(const QString& source)
{
    QFile file(source);
    if (!file.open(QIODevice::ReadOnly)) {
        return failure(ErrorCode::FileNotReadable, {file.errorString().toStdString()}, source.toStdString());
    }
    return file.readAll();
}

// Appends a number if the name is taken, also by another process at the same time.
QString firstFree(const QString& path)
{
    const QFileInfo file(path);
    QString free = path;
    for (int number = 2;; ++number) {
        QFile made(free);
        if (made.open(QIODevice::WriteOnly | QIODevice::NewOnly) || !made.exists()) {
            return free; // the path may not be creatable; writing then reports the error
        }
        free = QStringLiteral("%1/%2-%3.%4").arg(file.path(), file.completeBaseName()).arg(number).arg(file.suffix());
    }
}

Result<QString> written(const QString& target, const QString& source)
{
    const auto content = contentOf(source);
    if (!content) {
        return failure(content.error());
    }
    const auto done = writeFile(target.toStdString(), content->toStdString());
    return done ? Result<QString>(target) : failure(done.error());
}

}

Result<QString> unpacked(const QString& source)
{
    if (!source.startsWith(QStringLiteral(":/"))) {
        return source;
    }
    const auto target = placeOf(source);
    return target ? written(*target, source) : target;
}

Result<QString> unpackExample()
{
    const QStringList workspaces = filesIn(workspaceFolder);
    if (workspaces.isEmpty()) {
        return unpacked(models().value(0));
    }
    const auto target = placeOf(workspaces.first());
    if (!target) {
        return target;
    }
    const QString free = firstFree(*target);
    auto done = written(free, workspaces.first());
    if (!done) {
        QFile::remove(free); // releases the name
    }
    return done;
}

}
