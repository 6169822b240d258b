// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/database.h"

#include <span>

namespace stagecraft {

// Brings the tables from one version to the next; runs inside a transaction.
using Migration = void (*)(SQLite::Database& sqlite);

// All migrations: the one at index N leads from version N to N + 1. Never change one that was released: add another,
// raise Workspace::currentVersion and keep a file of the old version in tests/data.
std::span<const Migration> allMigrations();

// Runs the migrations that the database lacks, each in a transaction of its own. A database that is not new is first
// copied to PATH.backup-vN. Errors: WorkspaceReadOnly, WorkspaceBusy, DiskFull, WorkspaceFailed; what is done by then
// stays done.
Result<void> migrate(Database& database, std::span<const Migration> migrations);

}
