// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/questionedit.h"

namespace stagecraft {

QuestionEdit::QuestionEdit(Document& document, std::shared_ptr<const Question> after, int editId, const QString& text)
    : QUndoCommand(text)
    , m_document(document)
    , m_before(document.question())
    , m_after(std::move(after))
    , m_editId(editId)
{
}

void QuestionEdit::undo()
{
    m_document.setQuestion(m_before);
}

void QuestionEdit::redo()
{
    m_document.setQuestion(m_after);
}

bool QuestionEdit::mergeWith(const QUndoCommand* later)
{
    // The undo stack only offers commands with the same id.
    m_after = static_cast<const QuestionEdit*>(later)->m_after;
    setObsolete(*m_after == *m_before);
    return true;
}

}
