// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/document.h"

#include <QUndoCommand>

namespace stagecraft {

// The one undoable change: the question before and after. Commands with the same edit id become one, as a slider's drag
// or the digits of a number do.
class QuestionEdit : public QUndoCommand {
public:
    QuestionEdit(Document& document, Question before, Question after, int editId, const QString& text);

    void undo() override;
    void redo() override;
    int id() const override { return m_editId; }
    bool mergeWith(const QUndoCommand* later) override;

private:
    Document& m_document;
    Question m_before;
    Question m_after;
    int m_editId;
};

}
