// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/document.h"

#include <QUndoCommand>

#include <memory>
#include <vector>

class QUndoStack;

namespace stagecraft {

// Undo command that stores the planning session before and after an edit. Commands with the same edit id merge, such as
// the digits of a number. Consecutive edits share the state between them.
class SessionEdit : public QUndoCommand {
public:
    // The state before the edit is the current one, which must exist.
    SessionEdit(Document& document, std::shared_ptr<const PlanningSession> after, int editId, const QString& text);

    void undo() override;
    void redo() override;
    int id() const override { return m_editId; }
    bool mergeWith(const QUndoCommand* later) override;
    // Returns a copy whose first redo and undo have no effect, so that it can be pushed and undone to become a redo
    // step.
    std::unique_ptr<SessionEdit> undone() const;

private:
    SessionEdit(const SessionEdit& other);
    void set(const std::shared_ptr<const PlanningSession>& session);

    Document& m_document;
    std::shared_ptr<const PlanningSession> m_before;
    std::shared_ptr<const PlanningSession> m_after;
    int m_editId;
    int m_ignoredCalls = 0; // calls of redo() and undo() to ignore
};

// Pushes edits onto an undo stack. If an edit ends in the state in which it began, such as a number that is typed
// again, the redo steps that it discarded are restored.
class EditSteps {
public:
    explicit EditSteps(QUndoStack& stack) : m_stack(stack) {} // `stack` must outlive this

    void push(std::unique_ptr<SessionEdit> edit);

private:
    void keepRedo();
    void bringRedoBack();

    QUndoStack& m_stack;
    std::vector<std::unique_ptr<SessionEdit>> m_redo; // redo steps before the edit
    int m_index = 0; // stack index before the edit
    int m_editId = 0;
};

}
