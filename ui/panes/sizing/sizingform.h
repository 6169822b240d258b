// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/whatif.h"
#include "core/search/sizing.h"

#include <QScrollArea>
#include <QStringList>

class QComboBox;
class QFormLayout;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stagecraft {

class InlineMessage;
class WhatIfField;

// Fields of the what-if parameters: hardware, workload and model. Reports edits by signals and shows given values.
class SizingForm : public QScrollArea {
    Q_OBJECT
public:
    explicit SizingForm(QWidget* parent = nullptr);

    // `tried`: the problem with the what-if values, valid or not. Hardware fields are disabled for mixed clusters.
    void setProblem(const Problem& problem, const Problem& tried);
    RunLimits limits() const; // run limits; empty if none is set
    void clearLimits(); // emits no signal

    void setRefusal(const QString& words); // reason why the what-if values are invalid; empty if they are valid
    QString refusal() const;
    InlineMessage* refusalMessage() const { return m_refusal; }
    // `changed`: values differ from the problem; `limited`: run limits are set; `appliable`: Apply is allowed.
    void setChanged(bool changed, bool limited, bool appliable);
    // The pane places these buttons and the message outside the scroll area.
    QPushButton* applyButton() const { return m_apply; }
    QPushButton* resetButton() const { return m_reset; }
    QPushButton* pinButton() const { return m_pin; }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void limitsChanged();
    void whatIfValueChanged(stagecraft::WhatIfParameter parameter, double value);
    void deviceChosen(const QString& device);

private:
    void addWhatIfFields(QVBoxLayout* layout, const QString& heading, std::initializer_list<WhatIfParameter> which);
    void addLimits(QVBoxLayout* layout);
    void showLimits(const Problem& tried);
    void showWhatIfParameter(WhatIfParameter parameter, const Problem& problem, const Problem& tried);

    QComboBox* m_device;
    QStringList m_devices; // entries of the list
    QLabel* m_whyNoLimits;
    QDoubleSpinBox* m_budget;
    QDoubleSpinBox* m_deadline;
    QList<QFormLayout*> m_forms;
    std::map<WhatIfParameter, WhatIfField*> m_fields;
    std::map<WhatIfParameter, std::vector<double>> m_stops; // suggested values of m_problem
    std::optional<Problem> m_problem;
    InlineMessage* m_refusal;
    QPushButton* m_apply;
    QPushButton* m_reset;
    QPushButton* m_pin;
};

}
