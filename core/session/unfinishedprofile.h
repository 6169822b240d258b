// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/request.h"

#include <QString>

#include <optional>

namespace stagecraft {

// The last unfinished profile of a workspace, for continuing after a crash or a restart: one file per workspace in
// dataFolder(). If the file cannot be written or read, there is no such profile.
void keepUnfinished(const QString& workspace, const ProfileRequest& request);
void forgetUnfinished(const QString& workspace);
std::optional<ProfileRequest> unfinishedProfile(const QString& workspace);

}
