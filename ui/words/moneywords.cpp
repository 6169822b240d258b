// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/moneywords.h"

#include "ui/words/formulas.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

struct Money {
    Q_DECLARE_TR_FUNCTIONS(Money)
};

constexpr auto mostAmount = static_cast<std::int64_t>(mostTrained);
constexpr double hour = 3600;
constexpr double day = 24 * hour;
constexpr double year = 365.25 * day;

struct Multiple {
    double size;
    char letter;
};
constexpr std::array multiples {Multiple {1e12, 'T'}, Multiple {1e9, 'B'}, Multiple {1e6, 'M'}, Multiple {1e3, 'k'}};

QString rangeOf(const Dollars& amount)
{
    return amount.low == amount.high
        ? dollarsText(amount.middle.value)
        : Money::tr("%1 (bounds %2 to %3)")
              .arg(dollarsText(amount.middle.value), dollarsText(amount.low.value), dollarsText(amount.high.value));
}

QString dayText(const std::string& date)
{
    const QDate parsed = QDate::fromString(QString::fromStdString(date), Qt::ISODate);
    return parsed.isValid() ? QLocale().toString(parsed, QLocale::ShortFormat) : QString();
}

QString sourceText(const Offer& offer, const QDate& today)
{
    QStringList parts;
    if (!offer.source().empty()) {
        parts << messageText(offer.source());
    }
    const QString date = dayText(offer.date());
    parts << (date.isEmpty() ? ageText(offer, today) : QStringLiteral("%1 (%2)").arg(date, ageText(offer, today)));
    return parts.join(QStringLiteral(", "));
}

bool hasOffersPrice(const ClusterGroup& group)
{
    return group.offer && group.price_per_node && hourlyPrice(*group.offer) == *group.price_per_node;
}

void addTimes(PlanDetailGroup& group, const TrainingCost& training_cost, const Problem& problem)
{
    const bool tokens = problem.model.sample == SampleKind::Tokens;
    group.details.push_back({Money::tr("Run length"),
                             (tokens ? Money::tr("%1 tokens in %2 steps", nullptr, formFor(training_cost.steps))
                                     : Money::tr("%1 samples in %2 steps", nullptr, formFor(training_cost.steps)))
                                 .arg(countText(training_cost.amount), countText(training_cost.steps)),
                             {}});
    const QString time = training_cost.time_low == training_cost.time_high
        ? durationText(training_cost.time)
        : Money::tr("%1 (bounds %2 to %3)")
              .arg(durationText(training_cost.time), durationText(training_cost.time_low),
                   durationText(training_cost.time_high));
    group.details.push_back({Money::tr("Time to train"), time, formulaOf(Figure::TrainTime)});
    if (training_cost.preemption_time > Seconds(0)) {
        group.details.push_back({Money::tr("Interruptions"),
                                 Money::tr("%1, by interruptions").arg(durationText(training_cost.preemption_time)),
                                 {}});
    }
    const QString nodes = Money::tr("%Ln nodes", nullptr, formFor(training_cost.nodes));
    const QString billed = problem.billing.unit == BilledUnit::Nodes
        ? nodes
        : Money::tr("%1 devices in %2", nullptr, formFor(training_cost.devices))
              .arg(countText(training_cost.devices), nodes);
    group.details.push_back({Money::tr("Billed"),
                             training_cost.price
                                 ? Money::tr("%1, %2/h in total").arg(billed, dollarsText(training_cost.price->value))
                                 : billed,
                             {}});
}

void addAmounts(PlanDetailGroup& group, const TrainingCost& training_cost, const Problem& problem)
{
    for (const TrainingCostItem& line : training_cost.lines) {
        const QString source = messageText(line.source);
        group.details.push_back(
            {trainingCostPartName(line.part), rangeOf(line.amount),
             QStringLiteral("%1\n%2: %3").arg(source, basisName(line.basis), basisMeaning(line.basis))});
    }
    if (!training_cost.total) {
        return;
    }
    group.details.push_back({Money::tr("Total cost"), rangeOf(*training_cost.total), formulaOf(Figure::RunCost)});
    if (training_cost.per_million) {
        group.details.push_back({problem.model.sample == SampleKind::Tokens ? Money::tr("Cost per 10⁶ tokens")
                                                                            : Money::tr("Cost per 10⁶ samples"),
                                 rangeOf(*training_cost.per_million), formulaOf(Figure::CostPerMillion)});
    }
}

PlanDetailGroup sourcesOf(const TrainingCost& training_cost, const Problem& problem, const QDate& today)
{
    PlanDetailGroup group {Money::tr("Sources of prices"), {}};
    for (const ClusterGroup& nodes : problem.cluster.groups) {
        group.details.push_back({QString::fromStdString(nodes.device.name), priceFacts(nodes, today), {}});
    }
    for (const TrainingCostItem& line : training_cost.lines) {
        if (line.part != TrainingCostPart::Computing) {
            group.details.push_back({trainingCostPartName(line.part), messageText(line.source), {}});
        }
    }
    for (const Message& note : training_cost.notes) {
        group.details.push_back({Money::tr("Not included"), messageText(note), {}});
    }
    return group;
}

}

int formFor(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

QString offerKindName(OfferKind kind)
{
    switch (kind) {
    case OfferKind::OnDemand:
        return Money::tr("On-demand");
    case OfferKind::Spot:
        return Money::tr("Spot");
    case OfferKind::Owned:
        return Money::tr("Owned");
    }
    return {};
}

QString billedUnitName(BilledUnit unit)
{
    return unit == BilledUnit::Nodes ? Money::tr("Whole nodes") : Money::tr("Devices in use");
}

QString trainingCostPartName(TrainingCostPart part)
{
    switch (part) {
    case TrainingCostPart::Computing:
        return Money::tr("Compute");
    case TrainingCostPart::Preemption:
        return Money::tr("Interruptions");
    case TrainingCostPart::Energy:
        return Money::tr("Energy");
    }
    return {};
}

QString durationText(Seconds time)
{
    const double value = time.value;
    if (!std::isfinite(value)) {
        return Money::tr("never");
    }
    if (value < 2 * hour) {
        return secondsText(time);
    }
    if (value < 2 * day) {
        return Money::tr("%1 h").arg(numberText(value / hour));
    }
    return value < 2 * year ? Money::tr("%1 days").arg(numberText(value / day))
                            : Money::tr("%1 years").arg(numberText(value / year));
}

DurationUnit durationUnitFor(Seconds longest)
{
    const double value = longest.value;
    if (value < 120) {
        return {Seconds(1), Money::tr("s")};
    }
    if (value < 2 * hour) {
        return {Seconds(60), Money::tr("min")};
    }
    if (value < 2 * day) {
        return {Seconds(hour), Money::tr("h")};
    }
    return value < 2 * year ? DurationUnit {Seconds(day), Money::tr("days")}
                            : DurationUnit {Seconds(year), Money::tr("years")};
}

std::optional<std::int64_t> amountFrom(const QString& text)
{
    QString digits = text.simplified();
    digits.remove(u' ').remove(QLocale().groupSeparator());
    if (digits.isEmpty()) {
        return 0;
    }
    double size = 1;
    const QChar last = digits.back();
    for (const Multiple& multiple : multiples) {
        if (last.toLower() == QChar::fromLatin1(multiple.letter).toLower()
            || (multiple.letter == 'B' && last.toLower() == u'g')) {
            size = multiple.size;
            digits.chop(1);
            break;
        }
    }
    bool good = false;
    double value = QLocale::c().toDouble(digits, &good);
    if (!good) {
        value = QLocale().toDouble(digits, &good);
    }
    bool whole = false;
    if (const qlonglong exact = digits.toLongLong(&whole); whole && size == 1 && exact >= 1 && exact <= mostAmount) {
        return exact;
    }
    // Rounds up to a whole number, but ignores rounding errors of the product.
    const double product = value * size;
    const double nearest = std::round(product);
    const double amount = std::abs(product - nearest) <= nearest * 1e-12 ? nearest : std::ceil(product);
    if (!good || !(amount >= 1 && amount <= mostTrained)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(amount);
}

QString amountText(std::int64_t amount)
{
    if (amount <= 0) {
        return {};
    }
    for (const Multiple& multiple : multiples) {
        const auto size = static_cast<std::int64_t>(multiple.size);
        if (amount >= size && amount < size * 1000 && amount % (size / 1000) == 0) {
            return QStringLiteral("%1 %2").arg(QLocale().toString(static_cast<double>(amount) / multiple.size, 'g', 6),
                                               QString(QChar::fromLatin1(multiple.letter)));
        }
    }
    return QLocale().toString(static_cast<qint64>(amount));
}

QString ageText(const Offer& offer, const QDate& today)
{
    const auto age = ageInDays(offer, today.toString(Qt::ISODate).toStdString());
    if (!age) {
        return Money::tr("date unknown, check the price");
    }
    if (*age < 0) {
        return Money::tr("dated in the future");
    }
    const QString days = *age == 0 ? Money::tr("from today") : Money::tr("%Ln days old", nullptr, formFor(*age));
    return *age > staleAfterDays ? Money::tr("%1, check the price").arg(days) : days;
}

QString priceText(const ClusterGroup& group)
{
    if (!group.price_per_node) {
        return Money::tr("No price");
    }
    const QString price = Money::tr("%1/h").arg(dollarsText(group.price_per_node->value));
    return group.offer ? QStringLiteral("%1 · %2").arg(QString::fromStdString(group.offer->id()), price)
                       : Money::tr("Custom · %1").arg(price);
}

QString priceFacts(const ClusterGroup& group, const QDate& today)
{
    if (!group.price_per_node) {
        return Money::tr("Set a price to see costs.");
    }
    const QString price = Money::tr("%1 per node-hour").arg(dollarsText(group.price_per_node->value));
    if (!hasOffersPrice(group)) {
        return group.offer ? Money::tr("%1, set with the cluster; overrides the price of %2.")
                                 .arg(price, QString::fromStdString(group.offer->id()))
                           : Money::tr("%1, set with the cluster.").arg(price);
    }
    const Offer& offer = *group.offer;
    QString text = QStringLiteral("%1: %2, %3; ")
                       .arg(QString::fromStdString(offer.id()), offerKindName(offer.kind).toLower(), price);
    if (offer.purchase_price && offer.years_of_use) {
        text += Money::tr("purchase price %1, service life %2 years; ", nullptr, *offer.years_of_use == 1 ? 1 : 2)
                    .arg(dollarsText(offer.purchase_price->value.value), numberText(*offer.years_of_use));
    }
    return text + sourceText(offer, today) + u'.';
}

std::vector<PlanDetailGroup> trainingCostDetails(const TrainingCost& training_cost, const Problem& problem,
                                                 const QDate& today)
{
    PlanDetailGroup group {problem.billing.amount > 0 ? Money::tr("Training run") : Money::tr("One step"), {}};
    addTimes(group, training_cost, problem);
    addAmounts(group, training_cost, problem);
    return {group, sourcesOf(training_cost, problem, today)};
}

}
