// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/measurementspane.h"

#include "ui/app/workbench.h"
#include "ui/models/missinglast.h"
#include "ui/panes/profiles/pointmodel.h"
#include "ui/panes/profiles/signaturemodel.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"
#include "ui/words/problemname.h"

#include <QAction>
#include <QButtonGroup>
#include <QHeaderView>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stagecraft {

namespace {

QString coverageSentence(const ProfileData& data)
{
    const Coverage& coverage = *data.coverage;
    const auto all = static_cast<qint64>(coverage.rows.size() * coverage.places.size());
    double spread = 0;
    for (const SignatureCoverage& row : coverage.rows) {
        spread = std::max(spread, row.largest_spread);
    }
    const auto rows = static_cast<int>(coverage.rows.size());
    const QString layers = countText(static_cast<qint64>(data.model().layers.size()));
    const QString answered = countText(coverage.answered());
    QString text = data.hasTimes()
        ? MeasurementsPane::tr("%1 layers, %Ln distinct. %2 of %3 points measured; times vary by up to %4.", nullptr,
                               rows)
              .arg(layers, answered, countText(all), percentText(spread))
        : MeasurementsPane::tr(
              "%1 layers, %Ln distinct. %2 of %3 points from dry runs, which measure memory but not time.", nullptr,
              rows)
              .arg(layers, answered, countText(all));
    if (coverage.other_run_options > 0) {
        text += QLatin1Char(' ')
            + MeasurementsPane::tr("%1 points of sharded or recomputed layers.")
                  .arg(countText(coverage.other_run_options));
    }
    if (coverage.other_workloads > 0) {
        text += QLatin1Char(' ')
            + MeasurementsPane::tr("Measurements of other workloads: %1.").arg(countText(coverage.other_workloads));
    }
    return text;
}

QString measuredSubject(const ProfileData& data)
{
    return (data.hasTimes() ? MeasurementsPane::tr("%1 (measured on %2)") : MeasurementsPane::tr("%1 (dry run of %2)"))
        .arg(problemName(data.session->problem),
             QString::fromStdString(data.devices[static_cast<std::size_t>(data.device)].name));
}

// Note for problems with a framework, whose plans do not use profiles.
QString frameworkSentence(const ProfileData& data)
{
    const FrameworkChoice& framework = data.session->problem.constraints.framework;
    return framework.isLibtorch() ? QString()
                                  : QLatin1Char(' ')
            + MeasurementsPane::tr(
                  "Plans for %1 are estimated from its kernels and do not use profiles. Plans without a framework do.")
                  .arg(frameworkTitle(framework.name));
}

// Note if points come from several drivers or memory sizes of the same device.
QString variantsSentence(const ProfileData& data)
{
    const auto variants = variantsOf(data.measurements, data.devices[static_cast<std::size_t>(data.device)]);
    if (variants.size() < 2) {
        return {};
    }
    QStringList each;
    for (const MeasuredDevice& device : variants) {
        const QString memory = bytesText(device.memory);
        each << (device.driver.empty()
                     ? memory
                     : MeasurementsPane::tr("driver %1, %2").arg(QString::fromStdString(device.driver), memory));
    }
    return QLatin1Char(' ')
        + MeasurementsPane::tr("Measured with %1. If a point was measured more than once, the newest result is used.")
              .arg(each.join(QStringLiteral("; ")));
}

// Largest deviation of the stages that were measured as a whole.
QString additivitySentence(const ProfileData& data)
{
    std::optional<double> memory;
    double time = 0;
    for (const SignatureCoverage& row : data.coverage->rows) {
        if (row.additivity) {
            memory = std::max(memory.value_or(0), *row.additivity);
            time = std::max(time, row.time_additivity.value_or(0));
        }
    }
    return memory ? QLatin1Char(' ')
            + MeasurementsPane::tr("Additivity error: up to %1 of memory and %2 of time.")
                  .arg(percentText(*memory), percentText(time))
                  : QString();
}

QString comparisonSentence(const ProfileData& data)
{
    constexpr int longest = 28; // the field above shows the full name
    QString there = QString::fromStdString(data.devices[static_cast<std::size_t>(data.other)].name);
    there = there.size() > longest ? there.left(longest - 1).trimmed() + QStringLiteral("…") : there;
    const auto points = static_cast<qint64>(data.comparison.points.size());
    if (points == 0) {
        return MeasurementsPane::tr("%1 has no measurements of these points.").arg(there);
    }
    const auto ratio = data.comparison.timeRatio();
    if (!ratio) { // one of the devices is a dry run
        return MeasurementsPane::tr("%1: same memory at %2 of %3 points.")
            .arg(there, countText(data.comparison.equalBytes()), countText(points));
    }
    return MeasurementsPane::tr("%1 takes %2× the time (median); equal memory at %3 of %4 points.")
        .arg(there, numberText(*ratio), countText(data.comparison.equalBytes()), countText(points));
}

}

MeasurementsPane::MeasurementsPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("profile"), parent)
    , m_workbench(workbench)
    , m_signatureModel(new SignatureModel(this))
    , m_pointModel(new PointModel(this))
    , m_order(new MissingLast(this))
    , m_signatures(new TableView(tr("Distinct layers")))
    , m_points(new TableView(tr("Points of the selected layer")))
    , m_chart(new MeasuredChart)
    , m_profile(new QPushButton(tr("P&rofile…")))
    , m_continue(new QPushButton(tr("Co&ntinue")))
    , m_delete(new QPushButton(tr("&Delete…")))
{
    setObjectName(QStringLiteral("measurementsPane"));
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(makeTables());
    splitter->addWidget(makeChart());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({540, 300});
    splitter->setChildrenCollapsible(false);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(splitter, 1);
    layout->addWidget(makeFoot());
    setContent(content);
    connect(empty(), &EmptyState::clicked, this, [this] {
        if (!m_workbench.runDry()) {
            Q_EMIT profileRequested();
        }
    });
    setProfile(nullptr);
}

QWidget* MeasurementsPane::makeTables()
{
    m_signatures->setModel(m_signatureModel);
    QHeaderView* header = m_signatures->horizontalHeader();
    header->setStretchLastSection(false);
    header->setResizeContentsPrecision(50);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(SignatureModel::Kind, QHeaderView::Stretch);
    header->setMaximumSectionSize(260);
    m_order->setSourceModel(m_pointModel);
    m_points->setModel(m_order);
    m_points->setSortingEnabled(true);
    m_order->sort(-1); // in original order until a header is clicked
    m_points->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_points->horizontalHeader()->setSortIndicatorClearable(true);
    m_points->setSelectionMode(QAbstractItemView::ExtendedSelection);
    auto* remove = new QAction(tr("Delete…"), m_points);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_points->addAction(remove);
    connect(remove, &QAction::triggered, m_delete, &QPushButton::click);
    auto* tables = new QSplitter(Qt::Vertical);
    tables->addWidget(m_signatures);
    tables->addWidget(m_points);
    tables->setSizes({160, 200});
    tables->setChildrenCollapsible(false);
    connect(m_signatures->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_filling) {
            showSignature();
        }
    });
    connect(m_points->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_filling && current.isValid()) {
                    m_place = m_pointModel->place(rowAt(current));
                    showPoint();
                }
            });
    connect(m_points->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MeasurementsPane::updateButtons);
    return tables;
}

QWidget* MeasurementsPane::makeChart()
{
    m_time = makeChip(tr("Time"), tr("Times of the forward and the backward pass"));
    m_memory = makeChip(tr("Memory"), tr("Saved activations, and memory peaks of the forward and the backward pass"));
    auto* group = new QButtonGroup(this);
    group->addButton(m_time);
    group->addButton(m_memory);
    m_time->setChecked(true);
    connect(m_memory, &QToolButton::toggled, this,
            [this](bool on) { m_chart->setQuantity(on ? PlottedQuantity::Memory : PlottedQuantity::Time); });
    connect(m_chart, &MeasuredChart::chosen, this, [this](qint64 micro_batch) {
        m_place.micro_batch = micro_batch;
        if (!choosePlace()) {
            m_chart->setCurrent(micro_batch);
        }
    });
    auto* chips = new QHBoxLayout;
    chips->setContentsMargins(12, 2, 10, 4);
    chips->setSpacing(6);
    chips->addWidget(m_time);
    chips->addWidget(m_memory);
    chips->addStretch(1);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(chips);
    layout->addWidget(m_chart, 1);
    return content;
}

QWidget* MeasurementsPane::makeFoot()
{
    auto* foot = new QWidget;
    auto* layout = new QHBoxLayout(foot);
    layout->setContentsMargins(12, 6, 10, 8);
    layout->setSpacing(8);
    layout->addStretch(1);
    for (QPushButton* button : {m_profile, m_continue, m_delete}) {
        layout->addWidget(button, 0, Qt::AlignBottom);
    }
    connect(m_profile, &QPushButton::clicked, this, &MeasurementsPane::profileRequested);
    connect(m_continue, &QPushButton::clicked, this, &MeasurementsPane::continueRequested);
    connect(m_delete, &QPushButton::clicked, this, [this] {
        if (const Measurements chosen = selected(); !chosen.empty()) {
            Q_EMIT deleteRequested(chosen);
        }
    });
    return foot;
}

void MeasurementsPane::setProfile(std::shared_ptr<const ProfileData> data)
{
    const bool sameModel = data && m_data && data->model().name == m_data->model().name && data->coverage
        && m_data->coverage && data->coverage->rows.size() == m_data->coverage->rows.size();
    const int before = sameModel ? m_signatures->currentIndex().row() : -1;
    m_data = std::move(data);
    m_filling = true;
    m_signatureModel->setCoverage(m_data ? m_data->coverage : std::nullopt);
    m_filling = false;
    m_signatures->setColumnOffered(SignatureModel::Additivity, m_signatureModel->hasAdditivity());
    if (!m_data || !m_data->isMeasured()) {
        m_pointModel->setRow(nullptr, -1);
        m_chart->setRow(nullptr, -1, 0);
        sayNothingMeasured();
        updateButtons();
        return;
    }
    const auto& rows = m_data->coverage->rows;
    const auto longest =
        std::max_element(rows.begin(), rows.end(), [](const SignatureCoverage& a, const SignatureCoverage& b) {
            return a.layers.size() < b.layers.size();
        });
    if (!sameModel) {
        m_place = {m_data->session->problem.workload.sequence, 0};
    }
    m_filling = true;
    m_signatures->selectRow(before >= 0 ? before : static_cast<int>(longest - rows.begin()));
    m_filling = false;
    showSignature();
    setSummary(coverageSentence(*m_data) + additivitySentence(*m_data) + variantsSentence(*m_data)
               + frameworkSentence(*m_data)
               + (m_data->other >= 0 ? QLatin1Char(' ') + comparisonSentence(*m_data) : QString()));
    showContent();
}

void MeasurementsPane::setContinuation(const QString& words)
{
    m_continuation = words;
    updateButtons();
}

void MeasurementsPane::sayNothingMeasured()
{
    if (!m_data) {
        showEmpty(tr("No model yet"),
                  tr("Choose a model in the Problem pane. The measurements of its layers appear here."));
        return;
    }
    const QString model = QString::fromStdString(m_data->model().name);
    if (hasGivenCosts(m_data->model())) {
        showEmpty(tr("%1 already contains costs").arg(model),
                  tr("A layer table lists the costs of its layers, so there is nothing to measure."));
        return;
    }
    if (m_data->error) {
        showEmpty(tr("%1 cannot be measured for this workload").arg(model), errorText(*m_data->error));
        return;
    }
    const QString why = m_workbench.whyNoProfile();
    QString words = tr("A profile measures each distinct layer once: %Ln of %1 layers.", nullptr,
                       static_cast<int>(m_data->coverage->rows.size()))
                        .arg(countText(static_cast<qint64>(m_data->model().layers.size())));
    words += frameworkSentence(*m_data);
    if (m_data->coverage->other_workloads > 0) {
        words += QLatin1Char(' ')
            + tr("Measurements of other workloads: %1.").arg(countText(m_data->coverage->other_workloads));
    }
    showEmpty(tr("%1 has not been measured for this workload").arg(model),
              why.isEmpty() ? words : words + QLatin1Char('\n') + why,
              !why.isEmpty()                    ? QString()
                  : m_workbench.prefersDryRun() ? tr("Dry run now")
                                                : tr("Profile now…"));
}

// Hides times for a dry run, which has none.
void MeasurementsPane::offerTimes()
{
    const bool times = m_data->hasTimes();
    m_signatures->setColumnOffered(SignatureModel::Spread, times);
    for (const auto column :
         {PointModel::Forward, PointModel::ForwardPredicted, PointModel::ForwardResidual, PointModel::Backward,
          PointModel::BackwardPredicted, PointModel::BackwardResidual, PointModel::Spread}) {
        m_points->setColumnOffered(column, times);
    }
    for (const auto column : {PointModel::ForwardRatio, PointModel::BackwardRatio}) {
        m_points->setColumnOffered(column, times && m_pointModel->isComparing());
    }
    m_points->setColumnOffered(PointModel::OtherBytes, m_pointModel->isComparing());
    m_time->setVisible(times);
    if (!times) {
        m_memory->setChecked(true);
    }
}

// Shows the points of the current layer, and keeps the selected point if the layer has it.
void MeasurementsPane::showSignature()
{
    m_filling = true;
    m_pointModel->setRow(m_data, m_signatures->currentIndex().row());
    offerTimes();
    m_points->setColumnPriority(PointModel::Sequence, m_pointModel->hasSeveralSequences());
    m_points->horizontalHeader()->setResizeContentsPrecision(50);
    m_points->resizeColumnsToContents();
    choosePlace();
    m_filling = false;
    showPoint();
    updateButtons();
}

// The chart shows the sequence length of the selected point, otherwise of the workload, otherwise the first measured
// one.
void MeasurementsPane::showPoint()
{
    const bool chosen = m_pointModel->rowOf(m_place) >= 0;
    std::int64_t sequence = m_place.sequence;
    if (!chosen && m_data && m_data->coverage && !m_data->coverage->places.empty()) {
        const auto& places = m_data->coverage->places;
        const std::int64_t wanted = m_data->session->problem.workload.sequence;
        const bool there = std::any_of(places.begin(), places.end(),
                                       [&](const PointPlace& place) { return place.sequence == wanted; });
        sequence = there ? wanted : places.front().sequence;
        m_place.sequence = sequence;
    }
    m_chart->setRow(m_data, m_signatures->currentIndex().row(), sequence);
    m_chart->setSubject(measuredSubject(*m_data));
    m_chart->setCurrent(chosen ? m_place.micro_batch : 0);
}

int MeasurementsPane::rowAt(const QModelIndex& shown) const
{
    return m_order->mapToSource(shown).row();
}

bool MeasurementsPane::choosePlace()
{
    const int row = m_pointModel->rowOf(m_place);
    if (row < 0) {
        return false;
    }
    const QModelIndex shown = m_order->mapFromSource(m_pointModel->index(row, 0));
    m_points->selectRow(shown.row());
    m_points->scrollTo(shown);
    return true;
}

Measurements MeasurementsPane::selected() const
{
    Measurements chosen;
    for (const QModelIndex& index : m_points->selectionModel()->selectedRows()) {
        if (const Measurement* measurement = m_pointModel->measurement(rowAt(index))) {
            chosen.push_back(*measurement);
        }
    }
    return chosen;
}

void MeasurementsPane::updateButtons()
{
    const QString whyNot = m_workbench.whyNoProfile();
    m_profile->setEnabled(whyNot.isEmpty());
    m_profile->setToolTip(plainToolTip(whyNot.isEmpty() ? tr("Measure the model's layers on this machine") : whyNot));
    m_continue->setEnabled(whyNot.isEmpty() && !m_continuation.isEmpty());
    m_continue->setToolTip(plainToolTip(!whyNot.isEmpty()              ? whyNot
                                            : m_continuation.isEmpty() ? tr("All points are measured")
                                                                       : m_continuation));
    const bool readOnly = m_workbench.document().isReadOnly();
    m_delete->setEnabled(!readOnly && !selected().empty());
    m_delete->setToolTip(plainToolTip(readOnly ? tr("This workspace is read-only.")
                                               : tr("Delete the selected points (Ctrl+A in the table selects all)")));
}

}
