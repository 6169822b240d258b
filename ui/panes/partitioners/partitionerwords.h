// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/comparison.h"

#include <QString>

namespace stagecraft {

bool isExactSearch(const PartitionerRow& row); // Stagecraft's exact search

QString nameOf(const PartitionerRow& row); // "Alpa, between operators"
QString sourceOf(const PartitionerRow& row); // "Zheng et al. 2022"; empty for Stagecraft
QString timesText(double factor); // "1.56 ×": factor over the peak of the exact search
QString verdictText(const PartitionerRow& row); // "fits", "does not fit", or the reason why there is no plan
QString degreesOf(const PartitionerRow& row); // "PP4 TP2 DP1"
QString splitPointsOf(const PartitionerRow& row); // "0, 5, 10, 16"
QString toolTipOf(const PartitionerRow& row); // rich text

// Sentence: peak of Stagecraft, of the best other partitioner, and of the best one with data or tensor parallelism.
QString summaryOf(const PartitionerComparison& comparison);

}
