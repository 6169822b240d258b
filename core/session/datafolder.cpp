// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/datafolder.h"

#include <QStandardPaths>

namespace stagecraft {

QString dataFolder()
{
    static const bool tested = qEnvironmentVariableIsSet("STAGECRAFT_TEST_MODE");
    if (tested) {
        QStandardPaths::setTestModeEnabled(true);
    }
    // AppDataLocation depends on the program's name, but all of Stagecraft's programs share the folder.
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/stagecraft");
}

QString defaultWorkspacePath()
{
    return dataFolder() + QStringLiteral("/default.stagecraft");
}

}
