// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/sessionedit.h"

#include <QUndoStack>

namespace stagecraft {

SessionEdit::SessionEdit(Document& document, std::shared_ptr<const PlanningSession> after, int editId,
                         const QString& text)
    : QUndoCommand(text)
    , m_document(document)
    , m_before(document.session())
    , m_after(std::move(after))
    , m_editId(editId)
{
}

SessionEdit::SessionEdit(const SessionEdit& other)
    : QUndoCommand(other.text())
    , m_document(other.m_document)
    , m_before(other.m_before)
    , m_after(other.m_after)
    , m_editId(other.m_editId)
{
}

std::unique_ptr<SessionEdit> SessionEdit::undone() const
{
    std::unique_ptr<SessionEdit> copy(new SessionEdit(*this));
    copy->m_ignoredCalls = 2;
    return copy;
}

void SessionEdit::undo()
{
    set(m_before);
}

void SessionEdit::redo()
{
    set(m_after);
}

void SessionEdit::set(const std::shared_ptr<const PlanningSession>& session)
{
    if (m_ignoredCalls > 0) {
        --m_ignoredCalls;
        return;
    }
    m_document.setSession(session);
}

bool SessionEdit::mergeWith(const QUndoCommand* later)
{
    // The undo stack only offers commands with the same id.
    m_after = static_cast<const SessionEdit*>(later)->m_after;
    setObsolete(*m_after == *m_before);
    return true;
}

void EditSteps::push(std::unique_ptr<SessionEdit> edit)
{
    if (edit->id() != m_editId || m_stack.canRedo()) {
        m_editId = edit->id();
        keepRedo();
    }
    m_stack.push(edit.release());
    if (m_stack.index() == m_index) { // the stack deleted the obsolete edit
        bringRedoBack();
    }
}

void EditSteps::keepRedo()
{
    m_index = m_stack.index();
    m_redo.clear();
    for (int i = m_index; i < m_stack.count(); ++i) {
        const auto* edit = dynamic_cast<const SessionEdit*>(m_stack.command(i));
        if (edit == nullptr) {
            m_redo.clear(); // a command of another type cannot be copied, and later steps depend on it
            return;
        }
        m_redo.push_back(edit->undone());
    }
}

void EditSteps::bringRedoBack()
{
    for (std::unique_ptr<SessionEdit>& edit : m_redo) {
        m_stack.push(edit.release());
    }
    m_redo.clear();
    m_stack.setIndex(m_index);
}

}
