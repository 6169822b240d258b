// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/unwritten.h"

#include "core/store/workspace.h"

#include <utility>

namespace stagecraft {

void Unwritten::add(Change change)
{
    m_changes.push_back(std::move(change));
}

void Unwritten::setQuestion(std::shared_ptr<const Question> question)
{
    m_question = std::move(question);
}

Result<void> Unwritten::write(Workspace& workspace)
{
    Result<void> all;
    while (all && !m_changes.empty()) {
        all = m_changes.front()(workspace);
        if (all) {
            m_changes.pop_front();
        }
    }
    if (m_question) {
        const auto done = workspace.setQuestion(*m_question);
        if (done) {
            m_question.reset();
        } else if (all) {
            all = done;
        }
    }
    return all;
}

void Unwritten::clear()
{
    m_changes.clear();
    m_question.reset();
}

}
