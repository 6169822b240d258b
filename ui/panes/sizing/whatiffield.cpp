// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/whatiffield.h"

#include "ui/widgets/forms.h"
#include "ui/words/numbers.h"
#include "ui/words/sizingwords.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QSlider>

#include <algorithm>

namespace stagecraft {

namespace {

// Spin box without trailing zeros: "300", "79.135".
class ShortNumber : public QDoubleSpinBox {
public:
    QString textFromValue(double value) const override
    {
        return locale().toString(value, 'f', QLocale::FloatingPointShortest);
    }
};

}

WhatIfField::WhatIfField(WhatIfParameter parameter, QWidget* parent)
    : QWidget(parent), m_parameter(parameter), m_slider(new QSlider(Qt::Horizontal)), m_number(new ShortNumber)
{
    m_slider->setPageStep(1);
    m_slider->setMinimumWidth(64);
    m_number->setKeyboardTracking(false);
    m_number->setGroupSeparatorShown(true);
    m_number->setAccelerated(true);
    m_number->setDecimals(isWhole(parameter) ? 0 : 3);
    m_number->setRange(isWhole(parameter) ? 1 : 0, 1 << 24);
    // All fields have the same width: the longest usual text plus the arrows.
    m_number->setFixedWidth(m_number->fontMetrics().horizontalAdvance(QStringLiteral("9999.999 GB/s")) + 44);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_slider, 1);
    layout->addWidget(m_number);
    setFocusProxy(m_number);
    connect(m_slider, &QSlider::valueChanged, this, [this](int stop) {
        if (!m_showing) {
            Q_EMIT changed(m_stops[static_cast<std::size_t>(stop)]);
        }
    });
    connect(m_number, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        if (!m_showing) {
            m_shown.reset(); // rejected text is replaced when the what-if changes
            const double asked = value * m_unit;
            Q_EMIT changed(m_parameter == WhatIfParameter::Memory ? wholeMebibytes(asked) : asked);
        }
    });
}

void WhatIfField::setLabel(const QString& label, const QString& toolTip)
{
    const QString name = QStringLiteral("lever%1").arg(static_cast<int>(m_parameter));
    describe(m_number, name, label, toolTip);
    describe(m_slider, name + QStringLiteral("Slider"), tr("%1 (slider)").arg(label), toolTip);
}

void WhatIfField::setUnit(double own)
{
    QString before;
    QString behind;
    m_unit = 1;
    if (m_parameter == WhatIfParameter::Memory) {
        const ByteUnit unit = byteUnitFor(Bytes(static_cast<qint64>(own)));
        m_unit = unit.size;
        behind = QLatin1Char(' ') + unit.name;
    } else if (m_parameter == WhatIfParameter::NodeLink || m_parameter == WhatIfParameter::Network) {
        m_unit = 1e9;
        behind = tr(" GB/s");
    } else if (m_parameter == WhatIfParameter::Price) {
        const QString dollars = tr("$%1/h"); // some languages put the sign after the number
        before = dollars.section(QStringLiteral("%1"), 0, 0);
        behind = dollars.section(QStringLiteral("%1"), 1);
    }
    if (before == m_number->prefix() && behind == m_number->suffix()) {
        return; // setting the same text would overwrite a number being typed
    }
    m_number->setPrefix(before);
    m_number->setSuffix(behind);
    if (m_parameter == WhatIfParameter::Price) {
        m_number->setSpecialValueText(tr("Unknown"));
    }
}

void WhatIfField::setValue(double own, double value, std::vector<double> stops)
{
    m_showing = true;
    setUnit(own);
    m_stops = std::move(stops);
    if (std::find(m_stops.begin(), m_stops.end(), value) == m_stops.end()) {
        m_stops.insert(std::lower_bound(m_stops.begin(), m_stops.end(), value), value);
    }
    const auto at = std::find(m_stops.begin(), m_stops.end(), value) - m_stops.begin();
    m_slider->setRange(0, static_cast<int>(m_stops.size()) - 1);
    m_slider->setValue(static_cast<int>(at));
    if (const std::pair shown(value, m_unit); m_shown != shown) { // keep partially typed text
        m_shown = shown;
        m_number->setValue(value / m_unit);
    }
    m_showing = false;
}

void WhatIfField::setNothing()
{
    m_showing = true;
    m_stops.clear();
    m_slider->setRange(0, 0);
    m_shown.reset(); // so that the same number is shown again
    m_number->setSuffix({});
    m_number->clear();
    m_showing = false;
}

}
