// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/planningsession.h"
#include "core/search/search.h"

#include <QObject>

namespace stagecraft {

class Workbench;

// The plans of the comparison. Every change is one undo step and is stored in the workspace. Rejected changes emit
// reported(). GUI thread.
class Comparing : public QObject {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit Comparing(Workbench& workbench, QObject* parent = nullptr);

    Comparison comparison() const; // the planning session's
    bool has(const Candidate& candidate) const;
    bool isReadOnly() const;

    void add(const Candidate& candidate);
    // Adds as many as possible in one undo step, skipping plans already compared. Reports plans that were not added.
    void add(std::vector<Candidate> candidates);
    void toggle(const Candidate& candidate); // adds or removes it
    void add(const Scenario& scenario);
    // Indices out of range are ignored.
    void remove(int column);
    void move(int column, int to); // the others keep their order
    void setBaseline(int column);

    // Column title: the current name of the plan in the search result, else its stored name.
    QString titleOf(const Compared& column) const;

Q_SIGNALS:
    void reported(const QString& words); // reason for a rejected change

private:
    void add(const Compared& column);
    void edit(const Comparison& comparison, const QString& text);

    Workbench& m_workbench;
};

}
