// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/partitioners/partitionerwords.h"

#include "core/exchange/comparisoncsv.h"
#include "core/search/baselines/baseline.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace stagecraft {

namespace {

struct Partitioners {
    Q_DECLARE_TR_FUNCTIONS(Partitioners)
};

// Other partitioner with the lowest peak, among all or among hybrid ones; null if none has a plan. Requires rows sorted
// by peak.
const PartitionerRow* bestOther(const PartitionerComparison& comparison, bool hybrid)
{
    const auto found =
        std::find_if(comparison.rows.begin(), comparison.rows.end(), [hybrid](const PartitionerRow& row) {
            const Baseline* baseline = findBaseline(row.partitioner);
            return row.hasAnswer() && baseline && (baseline->hybrid || !hybrid);
        });
    return found == comparison.rows.end() ? nullptr : &*found;
}

}

bool isExactSearch(const PartitionerRow& row)
{
    return findBaseline(row.partitioner) == nullptr;
}

QString nameOf(const PartitionerRow& row)
{
    return isExactSearch(row) ? QStringLiteral("Stagecraft") : messageText(row.title);
}

QString sourceOf(const PartitionerRow& row)
{
    return QString::fromStdString(row.source);
}

QString timesText(double factor)
{
    return Partitioners::tr("%1 ×").arg(QLocale().toString(factor, 'f', 2));
}

QString verdictText(const PartitionerRow& row)
{
    if (!row.hasAnswer()) {
        return Partitioners::tr("No plan: %1").arg(messageText(row.reason));
    }
    return row.fits ? Partitioners::tr("fits") : Partitioners::tr("does not fit");
}

QString degreesOf(const PartitionerRow& row)
{
    Plan plan;
    plan.stages = row.stages;
    return degreesText(plan);
}

QString splitPointsOf(const PartitionerRow& row)
{
    QStringList split_points;
    for (const std::string& split_point : row.hasAnswer() ? splitPointsOfStages(row) : std::vector<std::string>()) {
        split_points << QString::fromStdString(split_point);
    }
    return split_points.join(QStringLiteral(", "));
}

QString toolTipOf(const PartitionerRow& row)
{
    QStringList lines {QStringLiteral("<b>%1</b>").arg(nameOf(row).toHtmlEscaped())};
    if (const QString source = sourceOf(row); !source.isEmpty()) {
        lines << source.toHtmlEscaped();
    }
    if (row.hasAnswer()) {
        lines << Partitioners::tr("Peak memory: %1").arg(exactBytesText(row.peak))
              << (row.step_is_bound ? Partitioners::tr("Step time: at least %1") : Partitioners::tr("Step time: %1"))
                     .arg(exactSecondsText(row.step))
              << Partitioners::tr("%1 on %Ln devices, split points %2", nullptr, row.devices)
                     .arg(degreesOf(row), splitPointsOf(row));
    }
    lines << verdictText(row).toHtmlEscaped();
    if (!row.note.empty()) {
        lines << QStringLiteral("<i>%1</i>").arg(messageText(row.note).toHtmlEscaped());
    }
    return lines.join(QStringLiteral("<br>"));
}

QString summaryOf(const PartitionerComparison& comparison)
{
    if (comparison.rows.empty() || !comparison.rows.front().hasAnswer()) {
        return Partitioners::tr("No comparison.");
    }
    const auto times = [](const PartitionerRow& row) { return timesText(row.peak_ratio.value_or(1)); };
    QString text = Partitioners::tr("Stagecraft: peak %1.").arg(bytesText(comparison.rows.front().peak));
    if (const PartitionerRow* best = bestOther(comparison, false)) {
        text += QLatin1Char(' ')
            + Partitioners::tr("Best other partitioner: %1 (%2 that peak).").arg(nameOf(*best), times(*best));
    }
    if (const PartitionerRow* hybrid = bestOther(comparison, true)) {
        text += QLatin1Char(' ')
            + Partitioners::tr("Best with data or tensor parallelism: %1 (%2).").arg(nameOf(*hybrid), times(*hybrid));
    }
    return text;
}

}
