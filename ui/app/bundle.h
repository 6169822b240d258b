// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace stagecraft::bundle {

// Models and the workspace bundled with the program as Qt resources. They are copied to the user's data folder when
// they are used, because a workspace is written to and exports refer to a model's file.

// Resource paths of the bundled models: ":/models/NAME.json".
QStringList models();

bool hasExampleWorkspace();
bool isWorkspace(const QString& path);

// Returns a readable path: `source` itself, or a copy of a bundled file. Accesses the disk. Errors: FileNotReadable,
// FileNotWritable, DiskFull.
Result<QString> unpacked(const QString& source);

// Copies the bundled workspace, or the first bundled model if there is no workspace. Errors: as unpacked().
Result<QString> unpackExample();

}
