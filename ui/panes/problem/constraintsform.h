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

// The constraints section of the Problem pane: objective, export target, schedule, pipeline and data-parallel size,
// memory reserve; and, collapsed by default, the other parallel sizes, memory settings and search options.
class ConstraintsForm : public QWidget {
    Q_OBJECT
public:
    explicit ConstraintsForm(QWidget* parent = nullptr);

    void setValue(const Problem& problem);
    void applyTo(Problem& problem) const; // keeps values that the user has not changed
    QList<QWidget*> fields() const;
    QList<QFormLayout*> forms() const;
    void unfold(bool open);

    // Error of a field, and the reason why there are no plans; empty if there is none.
    InlineMessage* refusal() const { return m_refusal; }
    InlineMessage* answer() const { return m_answer; }

Q_SIGNALS:
    void chosen(); // the user selected from a list; emitted before changed()
    void changed(const QString& what); // emitted for changes by the user and by setValue()

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
