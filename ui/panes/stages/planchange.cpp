// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/stages/planchange.h"

#include "core/base/format.h"
#include "core/search/comparablepeak.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>

namespace stagecraft {

namespace {

struct PlanChange {
    Q_DECLARE_TR_FUNCTIONS(PlanChange)
};

struct ChangeWords {
    QString more; // %1: the difference
    QString less;
    QString same;
};

QString changeText(double now, double before, const ChangeWords& words)
{
    const double change = before > 0 ? now / before - 1 : 0;
    if (!isDistinguishable(1 + change)) {
        return words.same;
    }
    return change < 0 ? words.less.arg(percentText(-change)) : words.more.arg(percentText(change));
}

}

QString peakChange(const Estimate& changed, const Estimate& before, PeakMeasure measure)
{
    const ChangeWords words = measure == PeakMeasure::Share
        ? ChangeWords {PlanChange::tr("%1 higher peak share of the fullest device"),
                       PlanChange::tr("%1 lower peak share of the fullest device"),
                       PlanChange::tr("about the same peak share of the fullest device")}
        : ChangeWords {PlanChange::tr("%1 more peak memory"), PlanChange::tr("%1 less peak memory"),
                       PlanChange::tr("about the same peak memory")};
    return changeText(comparablePeakOf(changed, measure).value(), comparablePeakOf(before, measure).value(), words);
}

QString stepChange(const Estimate& changed, const Estimate& before)
{
    return changeText(changed.step.value, before.step.value,
                      {PlanChange::tr("%1 longer step time"), PlanChange::tr("%1 shorter step time"),
                       PlanChange::tr("about the same step time")});
}

}
