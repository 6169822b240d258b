// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/ownhardware.h"

#include "core/base/files.h"
#include "core/json/cataloguefile.h"
#include "core/session/datafolder.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
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
    const std::string path = ownHardwarePath().toStdString();
    const std::string text = writeCatalogue(entries);
    if (const auto readable = readCatalogue(text, path); !readable) { // two types of one name, figures out of bounds
        return failure(readable.error());
    }
    QDir().mkpath(dataFolder());
    return writeFile(path, text);
}

Result<bool> addOwnHardware(const CatalogueEntry& type)
{
    auto own = ownHardware();
    if (!own) {
        return failure(own.error());
    }
    const auto same = std::find_if(own->begin(), own->end(),
                                   [&](const CatalogueEntry& entry) { return entry.device.name == type.device.name; });
    const bool replaced = same != own->end();
    if (replaced) {
        *same = type;
    } else {
        own->push_back(type);
    }
    const auto written = writeOwnHardware(*own);
    return written ? Result<bool>(replaced) : failure(written.error());
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
