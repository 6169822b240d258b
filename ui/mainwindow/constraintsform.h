// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/problem.h"

#include <QList>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace stagecraft {

class Disclosure;
class InlineMessage;
class SearchRows;
class SharingRows;

// The part of the problem pane that says which plan is wanted and narrows the plans: objective, target, schedule,
// depth, replicas, reserve; and, folded away, how layers are shared, where their bytes lie, and what else a search
// decides.
class ConstraintsForm : public QWidget {
    Q_OBJECT
public:
    explicit ConstraintsForm(QWidget* parent = nullptr);

    void setValue(const Problem& problem);
    void applyTo(Problem& problem) const; // what the user has not changed stays exactly as it is
    QList<QWidget*> fields() const;
    QList<QFormLayout*> forms() const;
    void unfold(bool open);

    // Beside the fields: what is wrong with one of them, and why there are no plans. Empty: nothing.
    InlineMessage* refusal() const { return m_refusal; }
    InlineMessage* answer() const { return m_answer; }

Q_SIGNALS:
    void chosen(); // from a list, by the user; before changed()
    void changed(const QString& what); // by the user or setValue()

private:
    QSpinBox* addNumber(const QString& name, const QString& label, const QString& toolTip, int most);
    void fillSchedules();
    void addObjective();
    void addTarget();

    QFormLayout* m_form;
    QComboBox* m_objective;
    QComboBox* m_target;
    QComboBox* m_schedule;
    QSpinBox* m_pipeline;
    QSpinBox* m_data;
    QDoubleSpinBox* m_reserve;
    QSpinBox* m_slowdown;
    QFormLayout* m_moreForm;
    SharingRows* m_sharing;
    SearchRows* m_search;
    Disclosure* m_more;
    InlineMessage* m_refusal;
    InlineMessage* m_answer;
};

}
