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
class LeverField;

// The fields of a what-if: hardware, workload, model. It says what the user wants and shows what it is told.
class SizingForm : public QScrollArea {
    Q_OBJECT
public:
    explicit SizingForm(QWidget* parent = nullptr);

    // `tried` is the problem with the what-if, valid or not; without hardware of one group its fields rest.
    void setProblem(const Problem& problem, const Problem& tried);
    RunLimits limits() const; // of the run; empty where none are set
    void clearLimits(); // tells nobody

    void setRefusal(const QString& words); // why the what-if cannot be; empty if it can
    QString refusal() const;
    InlineMessage* refusalMessage() const { return m_refusal; }
    // Whether there is something to apply, limits of the run to take back, and whether the former may be applied.
    void setChanged(bool changed, bool limited, bool appliable);
    // These and the refusal stand outside, always in sight.
    QPushButton* applyButton() const { return m_apply; }
    QPushButton* resetButton() const { return m_reset; }
    QPushButton* pinButton() const { return m_pin; }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void limitsChanged();
    void leverChanged(stagecraft::Lever lever, double value);
    void deviceChosen(const QString& device);

private:
    void addLevers(QVBoxLayout* layout, const QString& heading, std::initializer_list<Lever> which);
    void addLimits(QVBoxLayout* layout);
    void showLimits(const Problem& tried);
    void showLever(Lever lever, const Problem& problem, const Problem& tried);

    QComboBox* m_device;
    QStringList m_devices; // in its list
    QLabel* m_whyNoLimits;
    QDoubleSpinBox* m_budget;
    QDoubleSpinBox* m_deadline;
    QList<QFormLayout*> m_forms;
    std::map<Lever, LeverField*> m_fields;
    std::map<Lever, std::vector<double>> m_stops; // of the problem that follows
    std::optional<Problem> m_problem;
    InlineMessage* m_refusal;
    QPushButton* m_apply;
    QPushButton* m_reset;
    QPushButton* m_pin;
};

}
