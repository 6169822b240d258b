// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/document.h"

#include <QUndoCommand>

#include <memory>
#include <vector>

class QUndoStack;

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
    // A copy whose first redo and undo change nothing: with both it lies on a stack as a step to redo.
    std::unique_ptr<QuestionEdit> undone() const;

private:
    QuestionEdit(const QuestionEdit& other);
    void set(const std::shared_ptr<const Question>& question);

    Document& m_document;
    std::shared_ptr<const Question> m_before;
    std::shared_ptr<const Question> m_after;
    int m_editId;
    int m_unheeded = 0; // calls of redo() and undo() that change nothing
};

// Pushes edits onto an undo stack. Where an edit ends as it began, as a number does that is typed once more, the steps
// to redo come back that its beginning discarded.
class EditSteps {
public:
    explicit EditSteps(QUndoStack& stack) : m_stack(stack) {} // which must outlive this

    void push(std::unique_ptr<QuestionEdit> edit);

private:
    void keepRedo();
    void bringRedoBack();

    QUndoStack& m_stack;
    std::vector<std::unique_ptr<QuestionEdit>> m_redo; // before the edit
    int m_index = 0; // of the stack then
    int m_editId = 0;
};

}
