// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/userhardware.h"

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

QString userHardwarePath()
{
    return dataFolder() + QStringLiteral("/hardware.json");
}

Result<std::vector<CatalogueEntry>> userHardware()
{
    const QFileInfo file(userHardwarePath());
    if (!file.exists() && !file.isSymLink()) {
        return std::vector<CatalogueEntry>();
    }
    const std::string path = userHardwarePath().toStdString();
    const auto text = readFile(path, fileLimit);
    return text ? readCatalogue(*text, path) : failure(text.error());
}

Result<void> writeUserHardware(const std::vector<CatalogueEntry>& entries)
{
    const std::string path = userHardwarePath().toStdString();
    const std::string text = writeCatalogue(entries);
    if (const auto readable = readCatalogue(text, path); !readable) { // rejects duplicate names and values out of range
        return failure(readable.error());
    }
    QDir().mkpath(dataFolder());
    return writeFile(path, text);
}

Result<bool> addUserHardware(const CatalogueEntry& type)
{
    auto user_defined = userHardware();
    if (!user_defined) {
        return failure(user_defined.error());
    }
    const auto same = std::find_if(user_defined->begin(), user_defined->end(),
                                   [&](const CatalogueEntry& entry) { return entry.device.name == type.device.name; });
    const bool replaced = same != user_defined->end();
    if (replaced) {
        *same = type;
    } else {
        user_defined->push_back(type);
    }
    const auto written = writeUserHardware(*user_defined);
    return written ? Result<bool>(replaced) : failure(written.error());
}

Result<void> useUserHardware()
{
    auto user_defined = userHardware();
    if (!user_defined) {
        return failure(user_defined.error());
    }
    if (!user_defined->empty()) {
        setCatalogue(withUserDefined(shippedCatalogue(), std::move(*user_defined)));
    }
    return {};
}

}
