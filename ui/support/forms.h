// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QFormLayout;
class QLabel;
class QString;

namespace stagecraft {

// Above a group of fields.
QLabel* makeHeading(const QString& text, bool first = false);

// Puts each label of the forms beside the middle of its field, and makes all labels equally wide.
void alignLabels(const QList<QFormLayout*>& forms);

}
