// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/compare/comparepane.h"

#include "ui/app/workbench.h"
#include "ui/charts/compareddevices.h"
#include "ui/charts/memorybars.h"
#include "ui/panes/compare/comparedelegate.h"
#include "ui/panes/compare/comparemodel.h"
#include "ui/panes/compare/comparewords.h"
#include "ui/panes/compare/comparing.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/words/language.h"
#include "ui/words/plaintext.h"
#include "ui/words/problemname.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int coalesce = 60; // ms; changes within this time share one estimate
constexpr int narrowestColumn = 110; // pixels; narrower panes scroll
constexpr int widestColumn = 420;
constexpr int besidesHead = 20; // pixels around a column heading
constexpr int lowestWithBars = 330; // pixels; lower panes show the table only

}

ComparePane::ComparePane(Workbench& workbench, Comparing& comparing, QWidget* parent)
    : Pane(QStringLiteral("columns"), parent)
    , m_workbench(workbench)
    , m_comparing(comparing)
    , m_model(new CompareModel(this))
    , m_devices(new ComparedDevices(this))
    , m_table(new TableView(tr("Compared plans")))
    , m_deviceTable(new TableView(tr("Memory per device of the compared plans, as a table")))
    , m_bars(new MemoryBars)
    , m_message(new InlineMessage)
{
    setObjectName(QStringLiteral("comparePane"));
    m_soon.setSingleShot(true);
    m_soon.setInterval(coalesce);
    connect(&m_soon, &QTimer::timeout, this, &ComparePane::ask);
    m_bars->setAccessibleName(tr("Memory per device of the compared plans"));
    m_deviceTable->setModel(m_devices);
    setContent(makeContent());
    setTableView(m_deviceTable);
    connect(&m_workbench, &Workbench::sessionChanged, this, &ComparePane::onSession);
    connect(&m_workbench.document(), &Document::measurementsChanged, this, &ComparePane::onSession);
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &ComparePane::showTitles);
    connect(empty(), &EmptyState::clicked, this, [this] {
        if (const Candidate* candidate = m_workbench.plans().current()) {
            m_comparing.add(Candidate(*candidate));
        }
    });
    connect(&m_comparing, &Comparing::reported, this, [this](const QString& words) {
        m_refusal = words;
        show(m_model->plans());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentColumnChanged, this,
            [this](const QModelIndex& current) {
                if (current.column() > 0) {
                    m_selected = current.column() - 1;
                }
                updateActions();
            });
    onSession();
}

ComparePane::~ComparePane()
{
    m_stop.request_stop();
}

QWidget* ComparePane::makeContent()
{
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CompareDelegate(this));
    m_table->setSelectionBehavior(QAbstractItemView::SelectColumns);
    m_table->setChoosable(false); // its columns are plans
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->viewport()->installEventFilter(this);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* halves = new QSplitter(Qt::Vertical);
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_table);
    halves->addWidget(m_bars);
    halves->setSizes({600, 300});
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeTools());
    auto* message = new QHBoxLayout;
    message->setContentsMargins(12, 0, 10, 0);
    message->addWidget(m_message);
    layout->addLayout(message);
    layout->addWidget(halves, 1);
    return content;
}

QWidget* ComparePane::makeTools()
{
    m_differences = makeChip(tr("Only differences"), tr("Hide rows that are the same for all plans"));
    connect(m_differences, &QToolButton::toggled, this, [this](bool only) {
        m_model->setOnlyDifferences(only);
        fitColumns();
        selectColumn(m_selected);
    });
    m_baseline = makeColumnAction(QStringLiteral("compareBaseline"), tr("Set as &baseline"),
                                  QKeySequence(Qt::CTRL | Qt::Key_B), &ComparePane::makeBaseline);
    m_left = makeColumnAction(QStringLiteral("compareLeft"), tr("Move &left"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Left), &ComparePane::moveLeft);
    m_right = makeColumnAction(QStringLiteral("compareRight"), tr("Move &right"),
                               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Right), &ComparePane::moveRight);
    m_remove = makeColumnAction(QStringLiteral("compareRemove"), tr("Remove &column"), QKeySequence::Delete,
                                &ComparePane::remove);
    auto* tools = new QWidget;
    auto* layout = new QHBoxLayout(tools);
    layout->setContentsMargins(12, 2, 10, 0);
    layout->setSpacing(6);
    layout->addWidget(m_differences);
    layout->addStretch(1);
    for (const auto& [action, text] : {std::pair {m_baseline, tr("Baseline")}, std::pair {m_left, QStringLiteral("◀")},
                                       std::pair {m_right, QStringLiteral("▶")}, std::pair {m_remove, tr("Remove")}}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setText(text);
        button->setAccessibleName(action->text().remove(u'&'));
        button->setFocusPolicy(Qt::StrongFocus);
        // Qt resets the text of the button when the action changes.
        connect(action, &QAction::changed, button, [button, text = text] { button->setText(text); });
        layout->addWidget(button);
    }
    return tools;
}

QAction* ComparePane::makeColumnAction(const QString& name, const QString& text, const QKeySequence& keys,
                                       void (ComparePane::*does)())
{
    auto* action = new QAction(text, m_table);
    action->setObjectName(name);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, does);
    m_table->addAction(action);
    return action;
}

QString ComparePane::message() const
{
    return m_message->text();
}

int ComparePane::currentColumn() const
{
    return m_selected;
}

void ComparePane::selectColumn(int column)
{
    m_selected = std::clamp(column, 0, std::max(0, m_model->columnCount() - 2));
    if (m_model->columnCount() > 1) {
        const int row = std::max(0, m_table->currentIndex().row());
        m_table->selectionModel()->setCurrentIndex(m_model->index(row, m_selected + 1),
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Columns);
    }
    updateActions();
}

void ComparePane::setShown(bool shown)
{
    m_shown = shown;
    if (m_shown && m_stale) {
        onSession();
    }
}

// Remaining columns keep their previous estimates until the new ones arrive.
void ComparePane::onSession()
{
    m_stop.request_stop();
    m_refusal.clear();
    m_stale = !m_shown;
    m_soon.stop();
    const Comparison comparison = m_comparing.comparison();
    const auto session = m_workbench.document().session();
    std::vector<ComparedPlan> plans;
    for (const Compared& column : comparison.columns) {
        ComparedPlan plan;
        plan.plan = column.plan;
        plan.problem = column.problem.value_or(session->problem);
        plan.problem.billing = session->problem.billing;
        for (const ComparedPlan& before : m_model->plans()) {
            if (before.plan == plan.plan && before.problem == plan.problem) {
                plan = before;
            }
        }
        plans.push_back(std::move(plan));
    }
    show(std::move(plans));
    if (m_shown && !comparison.columns.empty()) {
        m_soon.start();
    }
    setResultsOld(m_soon.isActive());
}

void ComparePane::ask()
{
    const auto session = m_workbench.document().session();
    if (!session) {
        return;
    }
    const Document& document = m_workbench.document();
    const SizingInput input {session->problem, document.measurements(), document.probes()};
    m_stop = std::stop_source();
    ++m_open;
    m_background.run([comparison = session->comparison, input,
                      stop = m_stop.get_token()] { return estimateCompared(comparison, input, stop); },
                     [this, stop = m_stop.get_token()](const std::vector<ComparedPlan>& plans) {
                         --m_open;
                         if (!stop.stop_requested()) {
                             show(plans);
                             setResultsOld(!isUpToDate());
                         }
                     });
}

namespace {

// Names each problem of the compared plans once.
QString subjectOf(const std::vector<ComparedPlan>& plans)
{
    QStringList subjects;
    for (const ComparedPlan& plan : plans) {
        subjects << problemSubject(plan.problem);
    }
    subjects.removeDuplicates();
    return subjects.join(QStringLiteral(" | "));
}

}

void ComparePane::show(std::vector<ComparedPlan> plans)
{
    const Comparison comparison = m_comparing.comparison();
    if (plans.empty() || plans.size() != comparison.columns.size()) {
        m_model->setPlans({}, 0);
        m_devices->setBars({});
        m_bars->setRows({});
        m_message->setText(m_refusal);
        const bool possible = m_workbench.plans().current() != nullptr && !m_comparing.isReadOnly();
        showEmpty(tr("Nothing to compare"),
                  tr("Add two to four plans: press Ctrl+D on a selected plan, Ctrl-click a point in Trade-off, or "
                     "click Compare in the Scenarios tab of Sizing."),
                  possible ? tr("Add the selected plan") : QString());
        Q_EMIT refreshed();
        return;
    }
    for (std::size_t i = 0; i < plans.size(); ++i) {
        plans[i].title = m_comparing.titleOf(comparison.columns[i]);
        const language::English english;
        plans[i].copied_title = m_comparing.titleOf(comparison.columns[i]);
    }
    const int row = m_table->currentIndex().row();
    m_model->setPlans(plans, comparison.baseline);
    const std::vector<ComparedBar> bars = comparedBars(plans);
    std::vector<MemoryRow> rows;
    for (const ComparedBar& bar : bars) {
        rows.push_back(bar.row);
    }
    const QString sentence = comparisonSentence(plans, comparison.baseline);
    m_bars->setVisible(!rows.empty() && height() >= lowestWithBars);
    m_bars->setRows(std::move(rows));
    m_bars->setAccessibleDescription(sentence);
    m_bars->setSubject(subjectOf(plans));
    m_table->setAccessibleDescription(sentence);
    m_devices->setBars(bars);
    m_deviceTable->horizontalHeader()->setResizeContentsPrecision(20);
    m_deviceTable->resizeColumnsToContents();
    const QString obstacles = obstaclesText(plans);
    m_message->setText(m_refusal.isEmpty() ? obstacles : m_refusal);
    setSummary(shortComparisonSentence(plans, comparison.baseline), sentence);
    fitColumns();
    if (row >= 0 && row < m_model->rowCount()) {
        m_table->setCurrentIndex(m_model->index(row, 1));
    }
    selectColumn(m_selected);
    showContent();
    Q_EMIT refreshed();
}

// A new search may label the same plans differently.
void ComparePane::showTitles()
{
    if (!m_shown) {
        m_stale = true;
    } else {
        show(m_model->plans());
    }
}

void ComparePane::fitColumns()
{
    m_table->clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->isHeading(row) && m_model->columnCount() > 1) {
            m_table->setSpan(row, 0, 1, m_model->columnCount());
        }
    }
    shareRoom();
}

// All plan columns have the same width; longer text is elided.
void ComparePane::shareRoom()
{
    const int plans = m_model->columnCount() - 1;
    if (plans < 1) {
        return;
    }
    m_table->resizeColumnToContents(0);
    const QFontMetrics metrics = m_table->horizontalHeader()->fontMetrics();
    int narrowest = narrowestColumn;
    for (int column = 1; column <= plans; ++column) { // the last line, the parallelism, is never elided
        const QString heading = m_model->headerData(column, Qt::Horizontal).toString();
        narrowest = std::max(narrowest, metrics.horizontalAdvance(heading.section(u'\n', -1)) + besidesHead);
    }
    const int room = (m_table->viewport()->width() - m_table->columnWidth(0)) / plans;
    int widest = std::max(narrowest, widestColumn);
    for (int column = 1; column <= plans && room > widest; ++column) { // widen only for text that needs it
        widest = std::max(widest, static_cast<const QAbstractItemView*>(m_table)->sizeHintForColumn(column));
    }
    const int width = std::clamp(room, narrowest, widest);
    for (int column = 1; column <= plans; ++column) {
        m_table->setColumnWidth(column, width);
    }
    m_model->setBrief([metrics, room = width - besidesHead](const QString& title) {
        return metrics.elidedText(title, Qt::ElideRight, room);
    });
}

void ComparePane::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    m_bars->setVisible(m_devices->rowCount() > 0 && height() >= lowestWithBars);
}

bool ComparePane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize) {
        shareRoom();
    }
    return Pane::eventFilter(watched, event);
}

void ComparePane::updateActions()
{
    const int columns = static_cast<int>(m_model->plans().size());
    const bool editable = columns > 0 && !m_comparing.isReadOnly();
    m_baseline->setEnabled(editable && m_selected != m_model->baseline());
    m_left->setEnabled(editable && m_selected > 0);
    m_right->setEnabled(editable && m_selected + 1 < columns);
    m_remove->setEnabled(editable);
    const QString why = m_comparing.isReadOnly() ? tr("This workspace is read-only.") : QString();
    for (QAction* action : {m_baseline, m_left, m_right, m_remove}) {
        action->setToolTip(plainToolTip(why.isEmpty() ? action->text().remove(u'&') : why));
    }
}

void ComparePane::makeBaseline()
{
    m_comparing.setBaseline(m_selected);
}

void ComparePane::moveLeft()
{
    move(-1);
}

void ComparePane::moveRight()
{
    move(1);
}

void ComparePane::move(int by)
{
    const int column = m_selected;
    m_comparing.move(column, column + by);
    selectColumn(column + by);
}

void ComparePane::remove()
{
    m_comparing.remove(m_selected);
}

}
