// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/describetool.h"

#include "core/base/files.h"

#include <QDir>

#include <array>
#include <string_view>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::array toolFiles {
    std::pair {"__init__.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/__init__.py.inc"
                   )},
    std::pair {"__main__.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/__main__.py.inc"
                   )},
    std::pair {"archive.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/archive.py.inc"
                   )},
    std::pair {"build.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/build.py.inc"
                   )},
    std::pair {"chain.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/chain.py.inc"
                   )},
    std::pair {"describe.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/describe.py.inc"
                   )},
    std::pair {"graph.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/graph.py.inc"
                   )},
    std::pair {"inputs.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/inputs.py.inc"
                   )},
    std::pair {"metakernels.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/metakernels.py.inc"
                   )},
    std::pair {"tracing.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/tracing.py.inc"
                   )},
    std::pair {"values.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/values.py.inc"
                   )},
    std::pair {"wrappers.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/wrappers.py.inc"
                   )},
    std::pair {"work.py",
               std::string_view(
#include "embedded/core/session/stagecraft_describe/work.py.inc"
                   )},
};

}

Result<void> writeDescribeTool(const QString& folder)
{
    const QString package = folder + QStringLiteral("/stagecraft_describe");
    QDir().mkpath(package);
    for (const auto& [name, text] : toolFiles) {
        const std::string file = (package + QLatin1Char('/') + QLatin1String(name)).toStdString();
        if (auto written = writeFile(file, std::string(text)); !written) {
            return written;
        }
    }
    return {};
}

}
