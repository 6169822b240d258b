// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/whatif.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QDoubleSpinBox;
class QSlider;

namespace stagecraft {

// One lever: a slider over the values that are worth a try, and a number for all others.
class LeverField : public QWidget {
    Q_OBJECT
public:
    explicit LeverField(Lever lever, QWidget* parent = nullptr);

    void setLabel(const QString& label, const QString& toolTip);
    // `own` is the problem's value, which decides the unit; `value` the one that is tried.
    void setValue(double own, double value, std::vector<double> stops);
    void setNothing(); // for a problem that has no such value
    QSlider* slider() const { return m_slider; }
    QDoubleSpinBox* number() const { return m_number; }

Q_SIGNALS:
    void changed(double value); // by the user

private:
    void setUnit(double own);

    Lever m_lever;
    QSlider* m_slider;
    QDoubleSpinBox* m_number;
    double m_unit = 1; // what 1 in the number means
    std::vector<double> m_stops; // of the slider
    std::optional<std::pair<double, double>> m_shown; // value and unit that the number was given last
    bool m_showing = false; // the field follows the what-if, not the user
};

}
