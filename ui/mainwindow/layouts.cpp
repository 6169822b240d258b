// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/layouts.h"

#include "ui/mainwindow/frontroom.h"
#include "ui/support/plaintext.h"
#include "ui/support/settings.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QFont>
#include <QMainWindow>

namespace stagecraft {

namespace {

// Of the saved layouts; a new number makes old ones be forgotten.
constexpr int layoutVersion = 8;

constexpr double largeType = 1.4; // times the usual size, to be read from the other end of a room

QString keyOf(LayoutKind kind)
{
    return QString::fromUtf8(nameOf(kind).data());
}

}

Layouts::Layouts(QMainWindow& window, QList<QDockWidget*> docks, FrontRoom& room, Settings& settings)
    : QObject(&window), m_window(window), m_docks(std::move(docks)), m_room(room), m_settings(settings)
{
    addAction(LayoutKind::Explore, tr("&Explore"), tr("All panes: problem, plans and what they do"), 1);
    addAction(LayoutKind::Profile, tr("&Profile"), tr("Measurements, and how far predictions are from runs"), 2);
    addAction(LayoutKind::Sizing, tr("&Sizing"), tr("What other hardware, batches and models would do"), 3);
    addAction(LayoutKind::Compare, tr("&Compare"), tr("Plans and scenarios in columns"), 4);
    addAction(LayoutKind::Presentation, tr("P&resentation"), tr("Few panes, in large type"), 5);
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

// An earlier program's state, or one that is damaged, is not taken: then the layout is as it was made.
void Layouts::show(LayoutKind kind)
{
    m_current = kind;
    m_actions[static_cast<int>(kind)]->setChecked(true);
    setType(kind);
    arrange(kind);
    m_window.restoreState(m_settings.value(Setting::WindowLayouts).toMap().value(keyOf(kind)).toByteArray(),
                          layoutVersion);
    m_settings.setValue(Setting::CurrentLayout, keyOf(kind));
    Q_EMIT changed();
}

void Layouts::restoreDefault()
{
    arrange(m_current);
    Q_EMIT changed();
}

void Layouts::remember()
{
    m_room.giveBack(); // the layout is remembered without it
    QVariantMap all = m_settings.value(Setting::WindowLayouts).toMap();
    all[keyOf(m_current)] = m_window.saveState(layoutVersion);
    m_settings.setValue(Setting::WindowLayouts, all);
}

void Layouts::setType(LayoutKind kind)
{
    QFont font; // the application's
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
    m_room.giveBack();
    for (QDockWidget* dock : std::as_const(m_docks)) {
        dock->setFloating(false);
        m_window.removeDockWidget(dock);
    }
}

// Those without a place appear behind the anchor's tab when they are shown.
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
    dock(anchor)->raise();
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
    dock("timeline")->raise();
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

// Plans to choose from at the left, the chosen ones beside each other at the right.
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
