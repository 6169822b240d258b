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

// Changes of a workspace that are not in its file yet, in order. For use on one thread.
class UnsavedChanges {
public:
    using Change = std::function<Result<void>(Workspace&)>;

    void add(Change change);
    void setSession(std::shared_ptr<const PlanningSession> session); // replaces an earlier one

    // Writes the changes in order up to the first failure; that change and all later ones are kept. The planning
    // session is written independently of them. Returns the first error; success means that everything is in the file.
    Result<void> write(Workspace& workspace);
    void clear();

private:
    std::deque<Change> m_changes;
    std::shared_ptr<const PlanningSession> m_session;
};

}
