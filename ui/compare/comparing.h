// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/question.h"
#include "core/search/search.h"

#include <QObject>

namespace stagecraft {

class Workbench;

// Which plans are held beside each other: every change is a step of undo, and is kept in the workspace. What is not
// done is told. GUI thread.
class Comparing : public QObject {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit Comparing(Workbench& workbench, QObject* parent = nullptr);

    Comparison comparison() const; // the question's
    bool has(const Candidate& candidate) const;
    bool isReadOnly() const;

    void add(const Candidate& candidate);
    // All of them in one step of undo, as far as there is room; those that are compared already stay. Tells which were
    // left out.
    void add(std::vector<Candidate> candidates);
    void toggle(const Candidate& candidate); // adds it, or takes it out again
    void add(const Scenario& scenario);
    // Out of range is ignored.
    void remove(int column);
    void move(int column, int to); // the others keep their order
    void setBaseline(int column);

    // In the heading of its column: what the plan is among those on show, else what it was called.
    QString titleOf(const Compared& column) const;

Q_SIGNALS:
    void told(const QString& words); // why something was not done

private:
    void add(const Compared& column);
    void edit(const Comparison& comparison, const QString& text);

    Workbench& m_workbench;
};

}
