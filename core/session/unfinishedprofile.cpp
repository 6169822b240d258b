// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/unfinishedprofile.h"

#include "core/base/files.h"
#include "core/json/codec.h"
#include "core/session/datafolder.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

constexpr Bytes stateFileLimit(64 << 20);

QString folder()
{
    return dataFolder() + QStringLiteral("/unfinished");
}

QString fileOf(const QString& workspace)
{
    const QString path = QFileInfo(workspace).absoluteFilePath();
    const QByteArray name = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256).toHex().left(32);
    return folder() + QLatin1Char('/') + QString::fromLatin1(name) + QStringLiteral(".json");
}

}

void keepUnfinished(const QString& workspace, const ProfileRequest& request)
{
    QDir().mkpath(folder());
    (void)writeFile(fileOf(workspace).toStdString(), encodeJson(request).dump());
}

void forgetUnfinished(const QString& workspace)
{
    QFile::remove(fileOf(workspace));
}

std::optional<ProfileRequest> unfinishedProfile(const QString& workspace)
{
    const std::string file = fileOf(workspace).toStdString();
    const auto text = readFile(file, stateFileLimit);
    auto request = text ? readJson<ProfileRequest>(*text, file) : failure(text.error());
    return request ? std::optional(*std::move(request)) : std::nullopt;
}

}
