// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/exchange/knownstacks.h"
#include "core/problem/problem.h"

#include <QList>
#include <QObject>
#include <QString>

#include <string>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QVBoxLayout;

namespace stagecraft {

class InlineMessage;

// A row of a form that asks which framework will train, and below the form what its figures rest on, or why it cannot
// tell of the problem.
class StackField : public QObject {
    Q_OBJECT
public:
    // Adds the row to the form and the words to `below`; both must outlive this.
    StackField(QFormLayout* form, QVBoxLayout* below, QObject* parent = nullptr);

    void setStacks(const std::vector<FoundStack>& known);
    void setValue(const Problem& problem); // a stack that is not known is shown by its name
    void applyTo(Problem& problem) const; // the stack, or the framework whose layers are known

    void setUse(const StackUse* use); // by the plans on show; null: none
    void setComplaint(const QString& words); // empty: nothing is wrong
    void setOld(bool old); // greys the complaint
    QString words() const; // of the complaint, else of the use

    QComboBox* field() const { return m_stack; }

Q_SIGNALS:
    void chosen(); // by the user

private:
    struct Entry {
        QString words;
        QString name;
    };

    static QString valueOf(const Problem& problem);
    QString value() const;
    void fill(const QString& value);

    QFormLayout* m_form;
    QComboBox* m_stack;
    QLabel* m_use;
    InlineMessage* m_complaint;
    QList<Entry> m_known;
};

}
