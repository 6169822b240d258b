// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <stop_token>

namespace stagecraft {

// Guards against files that somebody else made: SQL in a workspace (views, triggers, checks, columns that compute)
// would run when it is read or written.

// Before anything else is asked of the connection: SQLite trusts nothing in the file, and sets limits far above all
// that a workspace has.
void distrust(SQLite::Database& sqlite);

// What the file has and no workspace of this version does, or lacks; empty if it is as it should be. Runs
// nothing of the file: asked before all else that needs the schema, it ends the loading at the first alien object,
// before SQLite reads statistics. Takes the connection's progress handler away. A request to `stop` ends it, too.
// Throws SQLite::Exception.
Message schemaFault(SQLite::Database& sqlite, int version, const std::stop_token& stop = {});

}
