// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/timeline/timelinepane.h"

#include "core/base/files.h"
#include "core/exchange/chrometrace.h"
#include "core/exchange/memorycsv.h"
#include "ui/app/settings.h"
#include "ui/app/workbench.h"
#include "ui/dialogs/dialogs.h"
#include "ui/models/timelinework.h"
#include "ui/panes/timeline/timelineminimap.h"
#include "ui/panes/timeline/timelinemodel.h"
#include "ui/panes/timeline/timelinewords.h"
#include "ui/style/icons.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"
#include "ui/words/problemname.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int lowestWithHint = 250; // pixels; a lower pane shows only the chart

}

TimelinePane::TimelinePane(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget* parent)
    : Pane(QStringLiteral("timeline"), parent)
    , m_workbench(workbench)
    , m_dialogs(dialogs)
    , m_settings(settings)
    , m_model(new TimelineModel(this))
    , m_chart(new TimelineChart)
    , m_minimap(new TimelineMinimap)
    , m_table(new TableView(tr("Timeline, as a table")))
    , m_line(new PlainLabel)
    , m_waited(new QToolButton)
    , m_criticalChip(makeChip(tr("Critical path"), tr("Show only the operations that determine the step time")))
    , m_menu(new QToolButton)
    , m_trace(new QAction(lineIcon(QStringLiteral("export")), tr("Export &Chrome trace…"), this))
    , m_memory(new QAction(tr("Export &memory over time…"), this))
    , m_newest(std::make_shared<std::atomic<int>>(0))
{
    setObjectName(QStringLiteral("timelinePane"));
    makeTools();
    setUpTable();
    setContent(makeContent());
    setTableView(m_table);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &TimelinePane::request);
    connect(m_chart, &TimelineChart::currentChanged, this, &TimelinePane::updateDescription);
    connect(m_chart, &TimelineChart::rulerChanged, this, &TimelinePane::updateDescription);
    connect(m_chart, &TimelineChart::axisChanged, this, [this](const TimeAxis& axis) {
        m_minimap->setAxis(axis);
        showMinimap();
    });
    connect(m_minimap, &TimelineMinimap::moved, m_chart, &TimelineChart::showAround);
    m_patience.setSingleShot(true);
    m_patience.setInterval(300);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (isEmptyShown()) {
            showEmpty(tr("Simulating…"), tr("The timeline of the selected plan appears in a moment."));
        } else {
            setNotice(tr("Simulating… The timeline shown is that of the previous plan."));
        }
    });
    request();
}

TimelinePane::~TimelinePane()
{
    ++*m_newest; // cancels pending requests
}

QWidget* TimelinePane::makeContent()
{
    m_line->setWordWrap(true);
    m_line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_line->setAccessibleName(tr("Selected operation"));
    m_waited->setText(tr("Go to dependency"));
    m_waited->setToolTip(tr("Select the operation that this one waited for (Return)"));
    m_waited->setAccessibleName(tr("Go to the operation that this one waited for"));
    m_waited->setFocusPolicy(Qt::StrongFocus);
    connect(m_waited, &QToolButton::clicked, this, [this] {
        if (m_chart->current() >= 0) {
            m_chart->setCurrent(m_chart->layout().data->span(m_chart->current()).waited_for);
        }
    });
    auto* below = new QHBoxLayout;
    below->setContentsMargins(12, 2, 8, 6);
    below->addWidget(m_line, 1);
    below->addWidget(m_waited, 0, Qt::AlignTop);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_chart, 1);
    layout->addWidget(m_minimap);
    layout->addLayout(below);
    return content;
}

void TimelinePane::makeTools()
{
    auto* menu = new QMenu(this);
    menu->addActions({m_trace, m_memory});
    m_menu->setMenu(menu);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setIcon(lineIcon(QStringLiteral("export")));
    m_menu->setToolTip(tr("Export the timeline"));
    m_menu->setAccessibleName(tr("Export the timeline"));
    m_menu->setFocusPolicy(Qt::StrongFocus);
    header()->insertWidget(1, m_criticalChip, 0, Qt::AlignTop);
    header()->addWidget(m_menu, 0, Qt::AlignTop);
    setTabOrder(tableButton(), m_criticalChip); // from left to right, before the chart
    setTabOrder(m_criticalChip, tableButton());
    setTabOrder(tableButton(), m_menu);
    m_chart->addActions({m_trace, m_memory});
    m_chart->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_criticalChip, &QToolButton::toggled, this, [this](bool on) {
        m_chart->setCriticalShown(on);
        updateDescription();
    });
    connect(m_trace, &QAction::triggered, this, [this] {
        exportAs(tr("Export Chrome trace"), QStringLiteral("timeline.json"), tr("Chrome trace (*.json)"),
                 [](const TimelineData& data) { return chromeTrace(data.plan, data.simulated); });
    });
    connect(m_memory, &QAction::triggered, this, [this] {
        exportAs(tr("Export memory over time"), QStringLiteral("memory-over-time.csv"), tr("Table (*.csv)"),
                 [](const TimelineData& data) { return memoryCsv(data.simulated.memory); });
    });
}

void TimelinePane::setUpTable()
{
    m_table->setModel(m_model);
    // Measures only the first rows; measuring many operations would be slow.
    m_table->horizontalHeader()->setResizeContentsPrecision(20);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid()) {
                    m_chart->setCurrent(m_model->spanOf(current.row()));
                }
            });
}

void TimelinePane::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    if (m_stale) {
        request();
    }
}

void TimelinePane::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    updateDescription();
}

void TimelinePane::request()
{
    const Candidate* candidate = m_workbench.plans().current();
    const auto session = m_workbench.plans().session();
    const int number = ++*m_newest;
    m_stale = candidate && !isVisible();
    if (!candidate || !session || m_stale) {
        m_answered = number;
        m_patience.stop();
        if (!candidate || !session) {
            showTimeline(nullptr);
            showEmpty(tr("No plan selected"),
                      tr("The operations of each device during a step appear here with the first plan."));
        }
        return;
    }
    if (timelineSpans(candidate->plan) > mostTimelineSpans) {
        m_answered = number;
        m_patience.stop();
        showTimeline(nullptr);
        showEmpty(
            tr("Timeline too large to draw"),
            tr("A step of this plan has about %1 operations; the limit is %2. Reduce the number of micro-batches.")
                .arg(shortCountText(static_cast<qint64>(timelineSpans(candidate->plan))),
                     shortCountText(static_cast<qint64>(mostTimelineSpans))));
        return;
    }
    TimelineInput input = timelineInput(session, m_workbench.document(), *candidate);
    m_patience.start();
    setResultsOld(true);
    m_background.run(
        [input = std::move(input), newest = m_newest, number]() -> Answer {
            return *newest == number ? simulatedTimeline(input) : failure(ErrorCode::Cancelled);
        },
        [this, number](const Answer& result) {
            if (number == *m_newest) {
                answer(result);
            }
        });
}

void TimelinePane::answer(const Answer& answer)
{
    m_answered = *m_newest;
    m_patience.stop();
    if (answer) {
        showTimeline(*answer);
        return;
    }
    showTimeline(nullptr);
    showEmpty(tr("Could not simulate this plan"), errorText(answer.error()));
}

void TimelinePane::showTimeline(std::shared_ptr<const TimelineData> data)
{
    const bool any = data != nullptr;
    setResultsOld(false);
    m_model->setData(data);
    m_minimap->setData(data);
    m_chart->setData(data);
    for (QWidget* tool : {static_cast<QWidget*>(m_criticalChip), static_cast<QWidget*>(m_menu)}) {
        tool->setVisible(any);
    }
    m_trace->setEnabled(any);
    m_memory->setEnabled(any);
    if (any) {
        m_table->resizeColumnsToContents();
        const Candidate* candidate = m_workbench.plans().current();
        const auto session = m_workbench.plans().session();
        m_chart->setSubject(candidate && session
                                ? std::optional(planSubject(session->problem, candidate->plan, planName(*candidate)))
                                : std::nullopt);
        setSummary(candidate ? QStringLiteral("%1 · %2. %3")
                                   .arg(planName(*candidate), degreesText(candidate->plan), m_chart->summary())
                             : m_chart->summary());
        showContent();
    }
    updateDescription();
    Q_EMIT refreshed();
}

void TimelinePane::updateDescription()
{
    const auto data = m_chart->layout().data;
    const std::int32_t current = m_chart->current();
    m_waited->setVisible(data && current >= 0 && data->span(current).waited_for >= 0);
    if (data && m_chart->ruler()) {
        m_line->setText(rulerText(*m_chart->ruler()));
    } else if (data && current >= 0) {
        m_line->setText(spanSentence(*data, current));
    } else if (data && m_chart->isCriticalShown()) {
        m_line->setText(criticalText(*data));
    } else {
        m_line->setText(tr("Select an operation to see which operation it waited for. Shift-drag to measure time."));
    }
    const bool informative = data && (current >= 0 || m_chart->isCriticalShown() || m_chart->ruler());
    showMinimap();
    m_line->setVisible(informative || height() >= lowestWithHint);
    const int row = m_model->rowOf(current);
    if (row >= 0 && row != m_table->currentIndex().row()) {
        m_table->selectRow(row);
    }
}

void TimelinePane::showMinimap()
{
    m_minimap->setVisible(!m_minimap->isWhole() && height() >= lowestWithHint);
}

void TimelinePane::exportAs(const QString& title, const QString& name, const QString& filter,
                            std::function<std::string(const TimelineData&)> content)
{
    Dialogs::File file;
    file.title = title;
    file.folder = m_settings.value(Setting::LastFolder).toString();
    file.suggestion = name;
    file.filters = QStringList {filter};
    m_dialogs.askSaveFile(
        this, file, [this, data = m_chart->layout().data, content = std::move(content)](const QString& path) {
            m_settings.setValue(Setting::LastFolder, QFileInfo(path).absolutePath());
            if (!m_workbench.mayReplace(path)) {
                return;
            }
            m_background.run([path, data, content] { return writeFile(path.toStdString(), content(*data)); },
                             [this, path](const Result<void>& done) {
                                 if (done) {
                                     Q_EMIT written(path);
                                 } else {
                                     Q_EMIT failed(done.error());
                                 }
                             });
        });
}

}
