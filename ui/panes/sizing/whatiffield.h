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

// Editor of one what-if parameter: a slider over suggested values and a number field for any value.
class WhatIfField : public QWidget {
    Q_OBJECT
public:
    explicit WhatIfField(WhatIfParameter parameter, QWidget* parent = nullptr);

    void setLabel(const QString& label, const QString& toolTip);
    // `own`: value of the problem, which selects the unit; `value`: what-if value.
    void setValue(double own, double value, std::vector<double> stops);
    void setNothing(); // clears the field; the problem has no such value
    QSlider* slider() const { return m_slider; }
    QDoubleSpinBox* number() const { return m_number; }

Q_SIGNALS:
    void changed(double value); // the user changed the value

private:
    void setUnit(double own);

    WhatIfParameter m_parameter;
    QSlider* m_slider;
    QDoubleSpinBox* m_number;
    double m_unit = 1; // value of 1 in the number field
    std::vector<double> m_stops; // stops of the slider
    std::optional<std::pair<double, double>> m_shown; // value and unit last shown in the number field
    bool m_showing = false; // true while the program sets the field
};

}
