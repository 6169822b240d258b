// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/database.h"

#include <span>

namespace stagecraft {

// Migrates the tables from one version to the next; runs inside a transaction.
using Migration = void (*)(SQLite::Database& sqlite);

// All migrations: the one at index N leads from version N to N + 1. Never change a released one: add another, increment
// Workspace::currentVersion and keep a file of the old version in tests/data.
std::span<const Migration> allMigrations();

// Runs the migrations that the database lacks, each in a separate transaction. Copies a database that is not new to
// PATH.backup-vN first. Errors: WorkspaceReadOnly, WorkspaceBusy, DiskFull, WorkspaceFailed; completed migrations
// persist.
Result<void> migrate(Database& database, std::span<const Migration> migrations);

}
