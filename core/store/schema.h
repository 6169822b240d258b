// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <stop_token>

namespace stagecraft {

// Protection against crafted files: SQL in a workspace (views, triggers, checks, computed columns) would run when it is
// read or written.

// Makes SQLite distrust the file's schema and sets limits far above those of real workspaces. Call before any other use
// of the connection.
void distrust(SQLite::Database& sqlite);

// Returns the objects that the file has in excess of, or lacks compared with, a workspace of this version; empty if it
// matches. Runs nothing from the file: it must be called before anything that needs the schema, and stops loading at
// the first foreign object, before SQLite reads statistics. Removes the connection's progress handler. A request to
// `stop` ends it, too. Throws SQLite::Exception.
Message schemaFault(SQLite::Database& sqlite, int version, const std::stop_token& stop = {});

}
