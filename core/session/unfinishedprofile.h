// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/request.h"

#include <QString>

#include <optional>

namespace stagecraft {

// The last profile of a workspace that did not come to its end, so that it can go on after a crash or another start of
// the program: a file for each workspace in dataFolder(). Where it cannot be written or read there is none.
void keepUnfinished(const QString& workspace, const ProfileRequest& request);
void forgetUnfinished(const QString& workspace);
std::optional<ProfileRequest> unfinishedProfile(const QString& workspace);

}
