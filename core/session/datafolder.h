// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace stagecraft {

// The folder where workspaces lie until they are named: "stagecraft" in the user's folder for application data. The
// environment variable STAGECRAFT_TEST_MODE puts it where tests do no harm. Not created.
QString dataFolder();

// The workspace that the command line and the window use when none is named.
QString defaultWorkspacePath();

}
