// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QSet>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QTimer>

class QAction;
class QDockWidget;
class QMainWindow;

namespace stagecraft {

class FrontRoom;
class PaneZoom;
class Settings;

enum class LayoutKind { Explore, Profile, Sizing, Compare, Presentation };

template <>
inline constexpr auto enumNames<LayoutKind> = std::array {
    std::pair {LayoutKind::Explore, std::string_view("explore")},
    std::pair {LayoutKind::Profile, std::string_view("profile")},
    std::pair {LayoutKind::Sizing, std::string_view("sizing")},
    std::pair {LayoutKind::Compare, std::string_view("compare")},
    std::pair {LayoutKind::Presentation, std::string_view("presentation")},
};

// The window's named layouts: which panes are on show, and where. Each is remembered as the user left it.
class Layouts : public QObject {
    Q_OBJECT
public:
    // All must outlive this, which is the window's; `room` and `zoom` give back before the window's state is read.
    Layouts(QMainWindow& window, QList<QDockWidget*> docks, FrontRoom& room, PaneZoom& zoom, Settings& settings);

    void begin(); // with the layout that was on show last
    void choose(LayoutKind kind); // keeps the present one as it is
    void restoreDefault(); // of the present layout, in a small window and in a large one
    void remember();

    LayoutKind current() const { return m_current; }
    // The window has too little room for the layout's panes beside each other: they share places as tabs, until it has.
    bool isTight() const { return m_tight; }
    bool isNoted() const { return !m_noted.isActive(); } // the panes are known as they are now
    QList<QAction*> actions() const { return m_actions; } // one a layout, of which one is checked

Q_SIGNALS:
    void changed(); // toolbars may have been hidden or shown too

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString storedKey(bool tight) const; // of an arrangement of the present layout
    QStringList storedKeys() const; // of all three: beside each other, as tabs in two rows, and in one place
    QByteArray stored() const; // the present arrangement, as it was left
    bool hasRoomFor(const QSize& needed) const;
    QSize needed() const; // by the present arrangement
    void noteRoomy();
    void fit(); // chooses between beside each other and tabs; panes that somebody brought to the front stay there
    void fitTight(); // chooses between the two arrangements of a small window, and makes it
    bool isLow() const;
    void noteRows();
    QList<QDockWidget*> chosenFronts() const;
    static void raiseAll(const QList<QDockWidget*>& panes);
    void shareTabs(const QList<const char*>& tabs); // in one place, with the problem beside it where it is among them
    void addAction(LayoutKind kind, const QString& text, const QString& tip, int digit);
    void show(LayoutKind kind);
    void arrange(LayoutKind kind);
    void takeAll();
    void showPlaced(const char* anchor);
    void lead(const char* pane);
    // Where a pane goes, of the window that has none.
    void first(const char* pane);
    void besides(const char* left, const char* right);
    void below(const char* upper, const char* lower);
    void behind(const QList<const char*>& tabs);
    void setType(LayoutKind kind);
    QDockWidget* dock(const char* name) const;
    void arrangeExplore();
    void arrangeTight(LayoutKind kind); // the same panes, as tabs
    void arrangeProfile();
    void arrangeSizing();
    void arrangeCompare();
    void arrangePresentation();

    QMainWindow& m_window;
    QList<QDockWidget*> m_docks;
    FrontRoom& m_room;
    PaneZoom& m_zoom;
    Settings& m_settings;
    QList<QAction*> m_actions;
    LayoutKind m_current = LayoutKind::Explore;
    bool m_begun = false; // there are panes
    bool m_tight = false;
    bool m_low = false; // of a tight window: too low for two rows of panes
    int m_leastRows; // pixels high, for two rows
    QByteArray m_roomy; // the window's state while there was room for it; empty: as it is made
    QSet<QDockWidget*> m_leading; // in either arrangement of the present layout, as it is made
    QSize m_needed; // by that
    QTimer m_resized;
    QTimer m_noted;
};

}
