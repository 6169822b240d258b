// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/comparison.h"

#include <QString>

namespace stagecraft {

bool isExactSearch(const PartitionerRow& row); // Stagecraft's own

QString nameOf(const PartitionerRow& row); // "Alpa, between operators"
QString sourceOf(const PartitionerRow& row); // "Zheng et al. 2022"; empty for our own
QString timesText(double factor); // "1.56 ×", of the peak of the exact search
QString verdictOf(const PartitionerRow& row); // that it fits or not, or why there is no answer
QString degreesOf(const PartitionerRow& row); // as of a plan: "PP4 TP2 DP1"
QString cutsOf(const PartitionerRow& row); // "0, 5, 10, 16"
QString toolTipOf(const PartitionerRow& row); // rich text

// Ours beside the best of the others, and the best of those that are data or tensor parallel as well, in a sentence.
QString summaryOf(const PartitionerComparison& comparison);

}
