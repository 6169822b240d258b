// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/problem.h"

#include <QList>
#include <QObject>
#include <QString>

class QComboBox;
class QFormLayout;
class QVBoxLayout;

namespace stagecraft {

class InlineMessage;

// Form rows for the training framework and the FP8 recipe of Megatron-Core, with a message below if the framework does
// not support the problem.
class FrameworkField : public QObject {
    Q_OBJECT
public:
    // Adds the rows to the form and the message to `below`; both must outlive this.
    FrameworkField(QFormLayout* form, QVBoxLayout* below, QObject* parent = nullptr);

    void setValue(const Problem& problem);
    void applyTo(Problem& problem) const; // also sets target and ZeRO stage, as useFramework() does

    void setComplaint(const QString& words); // empty if there is no error
    QString complaint() const;
    void setOld(bool old); // grays the complaint

    QList<QComboBox*> fields() const { return {m_framework, m_recipe}; }

Q_SIGNALS:
    void chosen(); // the user selected a framework

private:
    QString value() const;

    QFormLayout* m_form;
    QComboBox* m_framework;
    QComboBox* m_recipe;
    InlineMessage* m_complaint;
};

}
