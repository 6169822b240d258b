// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/problemedit.h"

namespace stagecraft {

ProblemEdit::ProblemEdit(Document& document, Problem before, Problem after, int editId, const QString& text)
    : QUndoCommand(text), m_document(document), m_before(std::move(before)), m_after(std::move(after)), m_editId(editId)
{
}

void ProblemEdit::undo()
{
    m_document.setProblem(m_before);
}

void ProblemEdit::redo()
{
    m_document.setProblem(m_after);
}

bool ProblemEdit::mergeWith(const QUndoCommand* later)
{
    // The undo stack only offers commands with the same id.
    m_after = static_cast<const ProblemEdit*>(later)->m_after;
    setObsolete(m_after == m_before);
    return true;
}

}
