// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/plan/planningsession.h"

#include <deque>
#include <functional>
#include <memory>

namespace stagecraft {

class Workspace;

// Changes of a workspace that are not in its file yet, in the order in which they were made. Used on one thread.
class UnsavedChanges {
public:
    using Change = std::function<Result<void>(Workspace&)>;

    void add(Change change);
    void setSession(std::shared_ptr<const PlanningSession> session); // in place of an earlier one

    // Writes what it can; what fails stays, and what was made after it waits with it, so that the order is kept. The
    // planning session waits for none of them. The error is the first one; success: everything is in the file.
    Result<void> write(Workspace& workspace);
    void clear();

private:
    std::deque<Change> m_changes;
    std::shared_ptr<const PlanningSession> m_session;
};

}
