// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/unsavedchanges.h"

#include "core/store/workspace.h"

#include <utility>

namespace stagecraft {

void UnsavedChanges::add(Change change)
{
    m_changes.push_back(std::move(change));
}

void UnsavedChanges::setSession(std::shared_ptr<const PlanningSession> session)
{
    m_session = std::move(session);
}

Result<void> UnsavedChanges::write(Workspace& workspace)
{
    Result<void> all;
    while (all && !m_changes.empty()) {
        all = m_changes.front()(workspace);
        if (all) {
            m_changes.pop_front();
        }
    }
    if (m_session) {
        const auto done = workspace.setSession(*m_session);
        if (done) {
            m_session.reset();
        } else if (all) {
            all = done;
        }
    }
    return all;
}

void UnsavedChanges::clear()
{
    m_changes.clear();
    m_session.reset();
}

}
