// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace stagecraft {

// Returns the folder for untitled workspaces: "stagecraft" in the user's application data folder. The environment
// variable STAGECRAFT_TEST_MODE redirects it so that tests do no harm. Does not create it.
QString dataFolder();

// Returns the default workspace of the command line and the window.
QString defaultWorkspacePath();

}
