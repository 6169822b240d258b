// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/validation/validationresults.h"

#include "ui/panes/pane.h"
#include "ui/panes/validation/rungroupmodel.h"
#include "ui/panes/validation/validatedrunmodel.h"
#include "ui/style/icons.h"
#include "ui/widgets/delegates.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/tablepage.h"
#include "ui/words/causetext.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QAction>
#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace stagecraft {

namespace {

QString frameworkTitles(const ValidationData& data)
{
    QStringList titles;
    for (const Framework framework : data.frameworks) {
        titles << frameworkTitle(framework);
    }
    return titles.join(QStringLiteral(", "));
}

QString figuresSentence(const ValidationView& view)
{
    const ErrorFigures& figures = view.figures;
    QString text =
        ValidationResults::tr("%Ln runs with %1: mean error %2, median %3, 90 % below %4, bias %5", nullptr,
                              figures.count)
            .arg(frameworkTitles(*view.data), percentText(figures.mean_error), percentText(figures.median_error),
                 percentText(figures.p90_error), signedPercentText(figures.bias));
    if (figures.rank_correlation) {
        text += ValidationResults::tr(", rank correlation %1").arg(numberText(*figures.rank_correlation));
    }
    if (view.coverage) {
        text += ValidationResults::tr("; %1 within the predicted bounds").arg(percentText(*view.coverage));
    }
    text += QLatin1Char('.');
    const int in_sample = view.inSample();
    return in_sample == 0 ? text
                          : text + QLatin1Char(' ')
            + ValidationResults::tr("%Ln runs are in-sample: their device type was calibrated on them.", nullptr,
                                    in_sample);
}

std::vector<SkippedRuns> leftOut(const ValidationView& view)
{
    std::vector<Message> reasons;
    for (const ValidatedRun& row : view.data->validation.rows) {
        reasons.push_back(view.quantity == ComparedQuantity::Memory ? row.memory_skipped : row.time_skipped);
    }
    return countReasons(reasons);
}

// "no measured memory (30)".
QStringList reasonWords(const std::vector<SkippedRuns>& counted)
{
    QStringList words;
    for (const SkippedRuns& entry : counted) {
        words << QStringLiteral("%1 (%2)").arg(messageText(entry.reason), countText(entry.count));
    }
    return words;
}

QString leftOutSentence(const ValidationView& view)
{
    const auto counted = leftOut(view);
    if (counted.empty()) {
        return {};
    }
    constexpr std::size_t reported = 2; // the tooltip lists all reasons
    qint64 left = 0;
    qint64 others = 0;
    for (std::size_t i = 0; i < counted.size(); ++i) {
        left += counted[i].count;
        others += i < reported ? 0 : counted[i].count;
    }
    QStringList words = reasonWords(counted).mid(0, reported);
    if (others > 0) { // includes runs, so that the counts add up
        words << ValidationResults::tr("other reasons (%1)").arg(countText(others));
    }
    return QLatin1Char(' ')
        + ValidationResults::tr("%1 runs skipped: %2.").arg(countText(left), words.join(QStringLiteral(", ")));
}

}

QSize ValidationResults::exportSize() const
{
    const QSize chart = m_chart->exportSize();
    return {chart.width(), chart.height() + m_histogram->exportSize().height()};
}

void ValidationResults::exportTo(QPainter& painter) const
{
    m_chart->exportTo(painter);
    painter.save();
    painter.translate(0, m_chart->exportSize().height());
    m_histogram->exportTo(painter);
    painter.restore();
}

ValidationResults::ValidationResults(QWidget* parent)
    : QWidget(parent)
    , m_chart(new AgreementChart)
    , m_histogram(new ErrorHistogramChart)
    , m_runModel(new ValidatedRunModel(this))
    , m_filter(new ValidatedRunFilter(this))
    , m_groupModel(new RunGroupModel(this))
    , m_runs(new TableView(tr("Runs, predicted and measured")))
    , m_groups(new TableView(tr("Groups of runs with their errors")))
    , m_copy(new QAction(lineIcon(QStringLiteral("copy")), tr("Copy runs as &CSV"), this))
{
    setAccessibleName(tr("Predicted against measured"));
    setUpRuns();
    setUpGroups();
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(makeCharts());
    splitter->addWidget(makeTables());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({300, 200});
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeTools());
    layout->addWidget(splitter, 1);
    connect(m_chart, &AgreementChart::chosen, this, &ValidationResults::select);
    connect(m_copy, &QAction::triggered, this, [this] { copyTable(*m_runs); });
}

QWidget* ValidationResults::makeTools()
{
    m_quantityChips = {makeChip(tr("Memory"), tr("Peak memory of the measured rank")),
                       makeChip(tr("Step time"), tr("Time of one optimizer step")),
                       makeChip(tr("Tokens/s"), tr("Tokens per second over all devices"))};
    auto* group = new QButtonGroup(this);
    auto* tools = new QWidget;
    auto* layout = new QHBoxLayout(tools);
    layout->setContentsMargins(12, 2, 10, 0);
    layout->setSpacing(6);
    for (int i = 0; i < m_quantityChips.size(); ++i) {
        group->addButton(m_quantityChips[i]);
        layout->addWidget(m_quantityChips[i]);
        connect(m_quantityChips[i], &QToolButton::toggled, this, [this, i](bool on) {
            if (on) {
                m_quantity = static_cast<ComparedQuantity>(i);
                rebuild();
            }
        });
    }
    m_quantityChips.first()->setChecked(true);
    m_grouping = new QComboBox;
    m_grouping->setAccessibleName(tr("Group by"));
    for (const auto& [grouping, name] : enumNames<RunGrouping>) {
        m_grouping->addItem(groupingName(grouping));
    }
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &ValidationResults::rebuild);
    auto* label = new MutedLabel(tr("&Group by"));
    label->setBuddy(m_grouping);
    layout->addStretch(1);
    layout->addWidget(label);
    layout->addWidget(m_grouping);
    return tools;
}

QWidget* ValidationResults::makeCharts()
{
    auto* charts = new QSplitter(Qt::Horizontal);
    charts->addWidget(m_chart);
    charts->addWidget(m_histogram);
    charts->setStretchFactor(0, 3);
    charts->setStretchFactor(1, 2);
    charts->setSizes({530, 280});
    charts->setChildrenCollapsible(false);
    // legend and titles alone are not a useful chart; the pane scrolls
    charts->setMinimumHeight(18 * fontMetrics().height());
    return charts;
}

QWidget* ValidationResults::makeTables()
{
    auto* runs = makeChip(tr("Runs"), tr("All runs, largest error first"));
    auto* groups = makeChip(tr("Groups"), tr("Errors by group"));
    auto* chips = new QButtonGroup(this);
    chips->addButton(runs);
    chips->addButton(groups);
    runs->setChecked(true);
    connect(groups, &QToolButton::toggled, this, &ValidationResults::showGroups);
    m_text = new QLineEdit;
    m_text->setPlaceholderText(tr("Filter"));
    m_text->setAccessibleName(tr("Filter runs"));
    m_text->setClearButtonEnabled(true);
    m_text->setMaximumWidth(220);
    connect(m_text, &QLineEdit::textChanged, this, [this](const QString& text) {
        const int point = current();
        m_filling = true; // the table changes its current row if the filter hides that row
        m_filter->setText(text);
        m_filling = false;
        select(point);
    });
    auto* copy = new QToolButton;
    copy->setDefaultAction(m_copy);
    copy->setAutoRaise(true);
    copy->setToolTip(tr("Copy the runs shown as CSV"));
    copy->setAccessibleName(tr("Copy runs as CSV"));
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(12, 4, 10, 2);
    tools->setSpacing(6);
    tools->addWidget(runs);
    tools->addWidget(groups);
    tools->addStretch(1);
    tools->addWidget(m_text, 2);
    tools->addWidget(copy);
    m_tables = new QStackedWidget;
    m_tables->addWidget(m_runs);
    m_tables->addWidget(m_groups);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(tools);
    layout->addWidget(m_tables, 1);
    return content;
}

void ValidationResults::setUpRuns()
{
    m_filter->setSourceModel(m_runModel);
    m_runs->setModel(m_filter);
    m_runs->setItemDelegateForColumn(ValidatedRunModel::Model,
                                     new GroupMarkDelegate(ValidatedRunModel::MarkRole, this));
    m_runs->setSortingEnabled(true);
    m_runs->sortByColumn(ValidatedRunModel::Error, Qt::DescendingOrder);
    QHeaderView* header = m_runs->horizontalHeader();
    header->setSectionsMovable(true);
    header->setStretchLastSection(false);
    const QFontMetrics metrics = m_runs->fontMetrics();
    const auto room = [&](const char* text) { return metrics.horizontalAdvance(QLatin1String(text)) + 22; };
    const auto title = [&](int column) { // titles are longer in other languages
        return metrics.horizontalAdvance(header->model()->headerData(column, Qt::Horizontal).toString()) + 22;
    };
    for (const auto& [column, width] : {
             std::pair {ValidatedRunModel::Model, room("nanotron Llama-1.34B") + 20},
             std::pair {ValidatedRunModel::Degrees, room("PP16 TP32 DP64")},
             std::pair {ValidatedRunModel::Device, room("Device")},
             std::pair {ValidatedRunModel::MicroBatch, room("Micro-batch")},
             std::pair {ValidatedRunModel::Measured, room("99.9 GiB")},
             std::pair {ValidatedRunModel::Predicted, room("Predicted")},
             std::pair {ValidatedRunModel::Error, room("+12.3 %") + 8},
             std::pair {ValidatedRunModel::Cause, room("Its device type was calibrated on runs of this file.") + 40},
             std::pair {ValidatedRunModel::DeviceType, room("H100-80GB-calibrated")},
             std::pair {ValidatedRunModel::Framework, room("Megatron-Core")},
             std::pair {ValidatedRunModel::Source, room("megatron_golden_20.csv:100")},
         }) {
        m_runs->setColumnWidth(column, std::max(width, title(column)));
    }
    m_leastCause = m_cause = header->sectionSize(ValidatedRunModel::Cause);
    m_runs->viewport()->installEventFilter(this);
    connect(m_runs->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_filling && current.isValid()) {
                    select(m_filter->mapToSource(current).row());
                }
            });
}

bool ValidationResults::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_runs->viewport()) {
        fitCause();
    }
    return QWidget::eventFilter(watched, event);
}

// Gives the remaining width to the causes, which are the longest texts, unless the user has set a width.
void ValidationResults::fitCause()
{
    QHeaderView* header = m_runs->horizontalHeader();
    if (header->sectionSize(ValidatedRunModel::Cause) != m_cause) {
        return;
    }
    m_cause = std::max(m_leastCause, m_runs->viewport()->width() - (header->length() - m_cause));
    header->resizeSection(ValidatedRunModel::Cause, m_cause);
}

void ValidationResults::setUpGroups()
{
    m_groups->setModel(m_groupModel);
    m_groups->setItemDelegateForColumn(RunGroupModel::Name, new GroupMarkDelegate(RunGroupModel::MarkRole, this));
    QHeaderView* header = m_groups->horizontalHeader();
    header->setStretchLastSection(false);
    header->setResizeContentsPrecision(50);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(RunGroupModel::Name, QHeaderView::Stretch);
}

void ValidationResults::setData(std::shared_ptr<const ValidationData> data)
{
    m_data = std::move(data);
    if (m_data) {
        // Quantities without data are not offered.
        const bool memory = m_data->validation.memory.figures.count > 0;
        const bool time = m_data->validation.time.figures.count > 0;
        m_quantityChips[0]->setEnabled(memory || !time);
        m_quantityChips[1]->setEnabled(time);
        m_quantityChips[2]->setEnabled(time);
        if (!m_quantityChips[static_cast<int>(m_quantity)]->isEnabled()) {
            m_quantityChips[memory || !time ? 0 : 1]->setChecked(true); // rebuilds the view
            return;
        }
    }
    rebuild();
}

namespace {

// Lists a few names, or the number of names.
QString namesOrCount(const ValidationView& view, RunGrouping grouping, const char* count)
{
    constexpr int most = 3;
    QStringList names;
    for (const RunGroup& group : groupRuns(view.data->validation, view.points, grouping)) {
        names << QString::fromStdString(group.name);
    }
    names.removeAll(QString());
    return names.size() <= most ? names.join(QStringLiteral(", "))
                                : ValidationResults::tr(count, nullptr, static_cast<int>(names.size()));
}

QString subjectOf(const ValidationView& view)
{
    const QString models =
        namesOrCount(view, RunGrouping::Model, QT_TRANSLATE_N_NOOP("stagecraft::ValidationResults", "%Ln models"));
    const QString devices = namesOrCount(view, RunGrouping::Device,
                                         QT_TRANSLATE_N_NOOP("stagecraft::ValidationResults", "%Ln device types"));
    return models.isEmpty() || devices.isEmpty() ? models + devices
                                                 : ValidationResults::tr("%1 on %2").arg(models, devices);
}

}

void ValidationResults::rebuild()
{
    if (!m_grouping || !m_tables) {
        return; // not yet constructed
    }
    m_view = m_data ? makeView(m_data, m_quantity, static_cast<RunGrouping>(m_grouping->currentIndex())) : nullptr;
    m_filling = true;
    m_runModel->setView(m_view);
    m_groupModel->setView(m_view);
    m_filling = false;
    m_chart->setView(m_view);
    m_histogram->setView(m_view);
    const QString subject = m_view ? subjectOf(*m_view) : QString();
    for (ExportableChart* chart : std::initializer_list<ExportableChart*> {m_chart, m_histogram, this}) {
        chart->setSubject(subject);
    }
    const bool any = m_view && !m_view->points.empty();
    m_copy->setEnabled(any);
    m_runs->setColumnPriority(ValidatedRunModel::Framework, m_data && m_data->frameworks.size() > 1);
    m_runs->setColumnPriority(ValidatedRunModel::DeviceType, m_data && m_data->other_types);
    fitCause();
    setAccessibleDescription(summary());
    Q_EMIT summaryChanged();
}

QString ValidationResults::summary() const
{
    if (!m_view) {
        return {};
    }
    return (m_view->points.empty() ? tr("None of these runs can be compared.") : figuresSentence(*m_view))
        + leftOutSentence(*m_view);
}

QString ValidationResults::leftOutReasons() const
{
    return m_view ? reasonWords(leftOut(*m_view)).join(QLatin1Char('\n')) : QString();
}

void ValidationResults::select(int point)
{
    m_chart->setCurrent(point);
    m_histogram->setCurrent(point);
    const QModelIndex index = point < 0 ? QModelIndex() : m_filter->mapFromSource(m_runModel->index(point, 0));
    m_filling = true;
    if (!index.isValid()) {
        m_runs->selectionModel()->clear();
    } else if (!m_runs->selectionModel()->isRowSelected(index.row())) {
        m_runs->selectRow(index.row());
        m_runs->scrollTo(index);
    }
    m_filling = false;
}

void ValidationResults::showGroups(bool groups)
{
    m_tables->setCurrentIndex(groups ? 1 : 0);
    m_text->setEnabled(!groups);
    m_copy->setEnabled(!groups && m_view && !m_view->points.empty());
}

}
