// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace stagecraft::bundle {

// The models and the workspace that come with the program. They lie inside it and become files in the user's data
// folder when they are used: a workspace is written to, and a model's file is named in exports.

// Models as the model field offers them: ":/models/NAME.json".
QStringList models();

bool hasExampleWorkspace();
bool isWorkspace(const QString& path);

// A path that can be read: `source` itself, or for a bundled one its copy. Touches the disk. Errors: FileNotReadable,
// FileNotWritable, DiskFull.
Result<QString> unpacked(const QString& source);

// The bundled workspace as a file of the user's that nobody has used yet, else the first bundled model. Errors: as
// unpacked().
Result<QString> unpackExample();

}
