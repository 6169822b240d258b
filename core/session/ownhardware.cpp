// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/ownhardware.h"

#include "core/base/files.h"
#include "core/json/cataloguefile.h"
#include "core/session/datafolder.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace stagecraft {

namespace {

constexpr Bytes fileLimit(16 << 20);

}

QString ownHardwarePath()
{
    return dataFolder() + QStringLiteral("/hardware.json");
}

Result<std::vector<CatalogueEntry>> ownHardware()
{
    const QFileInfo file(ownHardwarePath());
    if (!file.exists() && !file.isSymLink()) {
        return std::vector<CatalogueEntry>();
    }
    const std::string path = ownHardwarePath().toStdString();
    const auto text = readFile(path, fileLimit);
    return text ? readCatalogue(*text, path) : failure(text.error());
}

Result<void> writeOwnHardware(const std::vector<CatalogueEntry>& entries)
{
    QDir().mkpath(dataFolder());
    return writeFile(ownHardwarePath().toStdString(), writeCatalogue(entries));
}

Result<void> useOwnHardware()
{
    auto own = ownHardware();
    if (!own) {
        return failure(own.error());
    }
    if (!own->empty()) {
        setCatalogue(withOwn(shippedCatalogue(), std::move(*own)));
    }
    return {};
}

}
