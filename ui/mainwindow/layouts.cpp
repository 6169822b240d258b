// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/layouts.h"

#include "ui/app/settings.h"
#include "ui/mainwindow/frontdockheight.h"
#include "ui/mainwindow/panezoom.h"
#include "ui/words/plaintext.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QEvent>
#include <QFont>
#include <QMainWindow>

#include <algorithm>

namespace stagecraft {

namespace {

// Version of the saved layouts; a new number discards older ones.
constexpr int layoutVersion = 9;

// In smaller windows, panes side by side are too small to read and become tabs.
constexpr QSize roomyWindow {1360, 760};
constexpr int lowWindow = 600; // minimum window height in pixels for two rows of panes

constexpr double largeType = 1.4; // font size factor for a presentation

QString keyOf(LayoutKind kind)
{
    return QString::fromUtf8(nameOf(kind).data());
}

}

Layouts::Layouts(QMainWindow& window, QList<QDockWidget*> docks, FrontDockHeight& room, PaneZoom& zoom,
                 Settings& settings)
    : QObject(&window)
    , m_window(window)
    , m_docks(std::move(docks))
    , m_room(room)
    , m_zoom(zoom)
    , m_settings(settings)
    , m_leastRows(lowWindow)
{
    addAction(LayoutKind::Explore, tr("&Explore"), tr("The problem, its plans and the details of the selected plan"),
              1);
    addAction(LayoutKind::Profile, tr("&Profile"), tr("Layer measurements, and predictions against measured runs"), 2);
    addAction(LayoutKind::Sizing, tr("&Sizing"), tr("Estimates for other hardware, batch sizes and models"), 3);
    addAction(LayoutKind::Compare, tr("&Compare"), tr("Plans and scenarios side by side"), 4);
    addAction(LayoutKind::Presentation, tr("P&resentation"), tr("Fewer panes in a larger font"), 5);
    m_resized.setSingleShot(true);
    m_resized.setInterval(50);
    connect(&m_resized, &QTimer::timeout, this, &Layouts::fit);
    window.installEventFilter(this);
    m_noted.setSingleShot(true);
    m_noted.setInterval(50);
    connect(&m_noted, &QTimer::timeout, this, &Layouts::noteRoomy);
    for (const QDockWidget* dock : std::as_const(m_docks)) {
        connect(dock, &QDockWidget::visibilityChanged, &m_noted, qOverload<>(&QTimer::start));
        connect(dock, &QDockWidget::dockLocationChanged, &m_noted, qOverload<>(&QTimer::start));
    }
    connect(&m_zoom, &PaneZoom::changed, &m_resized, qOverload<>(&QTimer::start));
    auto* group = new QActionGroup(this);
    for (QAction* action : std::as_const(m_actions)) {
        group->addAction(action);
    }
}

void Layouts::addAction(LayoutKind kind, const QString& text, const QString& tip, int digit)
{
    auto* action = new QAction(text, &m_window);
    action->setObjectName(QStringLiteral("layout-") + keyOf(kind));
    action->setToolTip(plainToolTip(tip));
    action->setCheckable(true);
    action->setChecked(kind == m_current);
    action->setEnabled(false); // until there are panes
    action->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + digit)));
    connect(action, &QAction::triggered, this, [this, kind] { choose(kind); });
    m_actions << action;
}

void Layouts::begin()
{
    for (QAction* action : std::as_const(m_actions)) {
        action->setEnabled(true);
    }
    m_begun = true;
    const std::string name = m_settings.value(Setting::CurrentLayout).toString().toStdString();
    show(fromName<LayoutKind>(name).value_or(LayoutKind::Explore));
}

void Layouts::choose(LayoutKind kind)
{
    if (kind != m_current) {
        remember();
        show(kind);
    }
}

// Keeps the default arrangement if the stored state is damaged or from an earlier version.
void Layouts::show(LayoutKind kind)
{
    m_current = kind;
    m_tight = m_low = false;
    m_leastRows = lowWindow;
    m_roomy = stored();
    m_leading.clear();
    m_actions[static_cast<int>(kind)]->setChecked(true);
    setType(kind);
    arrange(kind);
    m_window.restoreState(m_roomy, layoutVersion);
    m_settings.setValue(Setting::CurrentLayout, keyOf(kind));
    fit();
    Q_EMIT changed();
}

// Resets the arrangements for small and for large windows, whichever is shown.
void Layouts::restoreDefault()
{
    QVariantMap all = m_settings.value(Setting::WindowLayouts).toMap();
    for (const QString& key : storedKeys()) {
        all.remove(key);
    }
    m_settings.setValue(Setting::WindowLayouts, all);
    m_roomy.clear();
    if (m_tight) {
        arrangeTight(m_current);
    } else {
        arrange(m_current);
        fit();
    }
    Q_EMIT changed();
}

QString Layouts::storedKey(bool tight) const
{
    return storedKeys()[tight ? m_low ? 2 : 1 : 0];
}

QStringList Layouts::storedKeys() const
{
    const QString key = keyOf(m_current);
    return {key, key + QStringLiteral("-tabs"), key + QStringLiteral("-low")};
}

QByteArray Layouts::stored() const
{
    return m_settings.value(Setting::WindowLayouts).toMap().value(storedKey(m_tight)).toByteArray();
}

QSize Layouts::needed() const
{
    const QSize least = m_window.minimumSizeHint();
    return m_current == LayoutKind::Explore ? least.expandedTo(roomyWindow) : least;
}

bool Layouts::hasRoomFor(const QSize& needed) const
{
    return m_window.width() >= needed.width() && m_window.height() >= needed.height();
}

// Keeps the user's changes of the arrangement that is replaced.
void Layouts::fit()
{
    if (!m_begun || m_zoom.isZoomed()) {
        return;
    }
    const QList<QDockWidget*> chosen = chosenFronts();
    if (m_tight && hasRoomFor(m_needed)) {
        remember();
        m_tight = false;
        arrange(m_current);
        m_window.restoreState(m_roomy, layoutVersion);
        raiseAll(chosen);
    } else if (m_tight) {
        noteRows();
        if (isLow() != m_low) {
            remember();
            fitTight();
            raiseAll(chosen);
        }
    } else {
        m_needed = needed();
        if (hasRoomFor(m_needed)) {
            noteRoomy();
            return;
        }
        m_room.giveBack();
        m_tight = true;
        fitTight();
        raiseAll(chosen);
    }
}

// Two rows of tabbed panes if they fit, otherwise one.
void Layouts::fitTight()
{
    m_low = isLow();
    arrangeTight(m_current);
    m_window.restoreState(stored(), layoutVersion);
    noteRows();
    if (isLow() != m_low) {
        fitTight();
    }
}

bool Layouts::isLow() const
{
    return m_current == LayoutKind::Explore && m_window.height() < m_leastRows;
}

// Updates the height that two rows need: more if text wraps to more lines, or in a larger font.
void Layouts::noteRows()
{
    if (!m_low) {
        m_leastRows = std::max(m_leastRows, m_window.minimumSizeHint().height());
    }
}

// Panes that the user raised: in front of other tabs, but not in front by default in any arrangement.
QList<QDockWidget*> Layouts::chosenFronts() const
{
    QList<QDockWidget*> chosen;
    for (QDockWidget* pane : m_docks) {
        const bool shares = !m_window.tabifiedDockWidgets(pane).isEmpty();
        if (shares && !m_leading.contains(pane) && !pane->visibleRegion().isEmpty()) {
            chosen.append(pane);
        }
    }
    return chosen;
}

void Layouts::raiseAll(const QList<QDockWidget*>& panes)
{
    for (QDockWidget* pane : panes) {
        pane->raise();
    }
}

// Stores the sizes only while there is enough space: a small window has already squeezed its panes.
void Layouts::noteRoomy()
{
    if (m_begun && !m_tight && !m_zoom.isZoomed() && hasRoomFor(needed())) {
        m_roomy = m_window.saveState(layoutVersion);
    }
}

bool Layouts::eventFilter(QObject* watched, QEvent* event)
{
    // Text that wraps to more lines can require another arrangement of a small window too.
    const bool grown = event->type() == QEvent::LayoutRequest && m_tight && !m_low;
    if ((event->type() == QEvent::Resize || grown) && watched == &m_window) {
        m_resized.start();
    }
    return QObject::eventFilter(watched, event);
}

void Layouts::remember()
{
    m_zoom.giveBack(); // the layout is stored without the enlargement
    m_room.giveBack();
    QVariantMap all = m_settings.value(Setting::WindowLayouts).toMap();
    all[storedKey(m_tight)] = m_window.saveState(layoutVersion);
    if (m_tight && !m_roomy.isEmpty()) {
        all[storedKey(false)] = m_roomy;
    }
    m_settings.setValue(Setting::WindowLayouts, all);
}

void Layouts::setType(LayoutKind kind)
{
    QFont font; // the application's font
    if (kind == LayoutKind::Presentation) {
        font.setPointSizeF(font.pointSizeF() * largeType);
    }
    m_window.setFont(font);
}

QDockWidget* Layouts::dock(const char* name) const
{
    const QString wanted = QLatin1String(name) + QStringLiteral("Dock");
    for (QDockWidget* dock : m_docks) {
        if (dock->objectName() == wanted) {
            return dock;
        }
    }
    return nullptr;
}

void Layouts::arrange(LayoutKind kind)
{
    takeAll();
    switch (kind) {
    case LayoutKind::Explore:
        arrangeExplore();
        return;
    case LayoutKind::Profile:
        arrangeProfile();
        return;
    case LayoutKind::Sizing:
        arrangeSizing();
        return;
    case LayoutKind::Compare:
        arrangeCompare();
        return;
    case LayoutKind::Presentation:
        arrangePresentation();
        return;
    }
}

void Layouts::takeAll()
{
    m_zoom.giveBack();
    m_room.giveBack();
    for (QDockWidget* dock : std::as_const(m_docks)) {
        dock->setFloating(false);
        m_window.removeDockWidget(dock);
    }
}

// Panes that the layout does not place appear as tabs behind the anchor when they are shown.
void Layouts::showPlaced(const char* anchor)
{
    for (QDockWidget* pane : std::as_const(m_docks)) {
        if (m_window.dockWidgetArea(pane) == Qt::NoDockWidgetArea) {
            m_window.tabifyDockWidget(dock(anchor), pane);
            pane->hide();
        } else {
            pane->show();
        }
    }
    lead(anchor);
}

// Raises the pane above the tabs that share its dock area.
void Layouts::lead(const char* pane)
{
    dock(pane)->raise();
    m_leading.insert(dock(pane));
}

void Layouts::first(const char* pane)
{
    m_window.addDockWidget(Qt::LeftDockWidgetArea, dock(pane));
}

void Layouts::besides(const char* left, const char* right)
{
    m_window.splitDockWidget(dock(left), dock(right), Qt::Horizontal);
}

void Layouts::below(const char* upper, const char* lower)
{
    m_window.splitDockWidget(dock(upper), dock(lower), Qt::Vertical);
}

void Layouts::behind(const QList<const char*>& tabs)
{
    for (qsizetype i = 1; i < tabs.size(); ++i) {
        m_window.tabifyDockWidget(dock(tabs[i - 1]), dock(tabs[i]));
    }
}

// Tabs keep their full names; the tab bar scrolls if there are too many.
void Layouts::shareTabs(const QList<const char*>& tabs)
{
    first(tabs.front());
    behind(tabs);
    showPlaced(tabs.front());
}

// Upper row: panes of all plans; lower row: panes of the selected plan. In a low window, and in the other layouts, all
// panes except Problem are tabs of one area.
void Layouts::arrangeTight(LayoutKind kind)
{
    takeAll();
    if (kind == LayoutKind::Compare) {
        return shareTabs({"candidates", "compare", "tradeoff"});
    }
    if (kind == LayoutKind::Presentation) {
        return shareTabs({"tradeoff", "memory", "plan"});
    }
    first("problem");
    QList<const char*> tabs {"profiles", "validation", "jobs"};
    if (kind == LayoutKind::Sizing) {
        tabs = {"sizing", "compare", "memory", "plan"};
    } else if (kind == LayoutKind::Explore) {
        tabs = {"candidates", "tradeoff", "profiles", "validation", "sizing", "partitioners", "compare"};
    }
    const QList<const char*> ofPlan {"memory", "timeline", "stages", "plan", "jobs"};
    const bool rows = kind == LayoutKind::Explore && !m_low;
    besides("problem", tabs.front());
    if (rows) {
        below(tabs.front(), ofPlan.front());
        behind(ofPlan);
    } else if (kind == LayoutKind::Explore) {
        tabs = tabs.mid(0, 1) + ofPlan + tabs.mid(1);
    }
    behind(tabs);
    showPlaced(tabs.front());
    m_window.resizeDocks({dock("problem"), dock(tabs.front())}, {284, m_window.width() - 284}, Qt::Horizontal);
    if (rows) {
        lead(ofPlan.front());
        m_window.resizeDocks({dock(tabs.front()), dock(ofPlan.front())}, {340, 250}, Qt::Vertical);
    }
}

void Layouts::arrangeExplore()
{
    first("problem");
    besides("problem", "candidates");
    below("candidates", "memory");
    besides("candidates", "tradeoff");
    besides("memory", "timeline");
    besides("timeline", "jobs");
    behind({"candidates", "profiles", "validation", "sizing", "partitioners", "compare"});
    behind({"timeline", "stages", "plan"});
    showPlaced("candidates");
    lead("timeline");
    m_window.resizeDocks({dock("problem"), dock("candidates"), dock("tradeoff")}, {284, 826, 330}, Qt::Horizontal);
    m_window.resizeDocks({dock("memory"), dock("timeline"), dock("jobs")}, {400, 520, 236}, Qt::Horizontal);
    m_window.resizeDocks({dock("candidates"), dock("memory")}, {500, 330}, Qt::Vertical);
}

void Layouts::arrangeProfile()
{
    first("problem");
    besides("problem", "profiles");
    below("profiles", "jobs");
    behind({"profiles", "validation"});
    showPlaced("profiles");
    m_window.resizeDocks({dock("problem"), dock("profiles")}, {284, 1156}, Qt::Horizontal);
    m_window.resizeDocks({dock("profiles"), dock("jobs")}, {660, 170}, Qt::Vertical);
}

void Layouts::arrangeSizing()
{
    first("problem");
    besides("problem", "sizing");
    below("sizing", "memory");
    besides("memory", "plan");
    behind({"sizing", "compare"});
    showPlaced("sizing");
    m_window.resizeDocks({dock("problem"), dock("sizing")}, {284, 1156}, Qt::Horizontal);
    m_window.resizeDocks({dock("memory"), dock("plan")}, {760, 396}, Qt::Horizontal);
    m_window.resizeDocks({dock("sizing"), dock("memory")}, {560, 270}, Qt::Vertical);
}

// Candidates and trade-off at the left, the comparison at the right.
void Layouts::arrangeCompare()
{
    first("candidates");
    besides("candidates", "compare");
    below("candidates", "tradeoff");
    showPlaced("candidates");
    m_window.resizeDocks({dock("candidates"), dock("compare")}, {560, 880}, Qt::Horizontal);
    m_window.resizeDocks({dock("candidates"), dock("tradeoff")}, {420, 420}, Qt::Vertical);
}

void Layouts::arrangePresentation()
{
    first("tradeoff");
    besides("tradeoff", "plan");
    below("tradeoff", "memory");
    showPlaced("tradeoff");
    m_window.resizeDocks({dock("tradeoff"), dock("plan")}, {960, 480}, Qt::Horizontal);
    m_window.resizeDocks({dock("tradeoff"), dock("memory")}, {480, 360}, Qt::Vertical);
}

}
