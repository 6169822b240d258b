// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/document.h"

#include <QUndoCommand>

#include <memory>

namespace stagecraft {

// The one undoable change: the question before and after. Commands with the same edit id become one, as a slider's drag
// or the digits of a number do. What one edit leads to and the next one begins with is held once.
class QuestionEdit : public QUndoCommand {
public:
    // Of the question as it is now; there must be one.
    QuestionEdit(Document& document, std::shared_ptr<const Question> after, int editId, const QString& text);

    void undo() override;
    void redo() override;
    int id() const override { return m_editId; }
    bool mergeWith(const QUndoCommand* later) override;

private:
    Document& m_document;
    std::shared_ptr<const Question> m_before;
    std::shared_ptr<const Question> m_after;
    int m_editId;
};

}
