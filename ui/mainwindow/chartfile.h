// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace stagecraft {

class ExportableChart;

// A chart as the content of a file: a picture at twice the size of the screen, or a drawing.
QByteArray chartAsPng(const ExportableChart& chart);
QByteArray chartAsSvg(const ExportableChart& chart, const QString& title);

}
