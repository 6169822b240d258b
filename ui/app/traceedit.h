// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/document.h"

#include <QUndoCommand>

namespace stagecraft {

// Undo command that adds memory traces to the workspace or removes them.
class TraceEdit : public QUndoCommand {
public:
    enum class Kind { Add, Remove };

    TraceEdit(Document& document, Traces traces, Kind kind, const QString& text)
        : QUndoCommand(text), m_document(document), m_traces(std::move(traces)), m_kind(kind)
    {
    }

    void redo() override { set(m_kind == Kind::Add); }
    void undo() override { set(m_kind == Kind::Remove); }

private:
    void set(bool there)
    {
        if (there) {
            m_document.addTraces(m_traces);
        } else {
            m_document.removeTraces(m_traces);
        }
    }

    Document& m_document;
    Traces m_traces;
    Kind m_kind;
};

}
