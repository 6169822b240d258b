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

class FrontDockHeight;
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

// The window's named layouts: visible panes and their positions. Each keeps the user's changes.
class Layouts : public QObject {
    Q_OBJECT
public:
    // All must outlive this object, which the window owns; `room` and `zoom` are reset before the window's state is
    // read.
    Layouts(QMainWindow& window, QList<QDockWidget*> docks, FrontDockHeight& room, PaneZoom& zoom, Settings& settings);

    void begin(); // shows the last used layout
    void choose(LayoutKind kind); // stores the current layout first
    void restoreDefault(); // resets the current layout, for small and large windows
    void remember();

    LayoutKind current() const { return m_current; }
    // True while the window is too small for panes side by side; the panes are then tabs.
    bool isTight() const { return m_tight; }
    bool isNoted() const { return !m_noted.isActive(); } // the current state of the panes is stored
    QList<QAction*> actions() const { return m_actions; } // one per layout; the current one is checked

Q_SIGNALS:
    void changed(); // also emitted when toolbars may have been hidden or shown

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString storedKey(bool tight) const; // settings key of an arrangement of the current layout
    QStringList storedKeys() const; // keys of the three arrangements: side by side, two rows of tabs, one area
    QByteArray stored() const; // state of the current arrangement
    bool hasRoomFor(const QSize& needed) const;
    QSize needed() const; // size that the current arrangement needs
    void noteRoomy();
    void fit(); // switches between side by side and tabs; panes that the user raised stay in front
    void fitTight(); // selects and applies one of the two arrangements of a small window
    bool isLow() const;
    void noteRows();
    QList<QDockWidget*> chosenFronts() const;
    static void raiseAll(const QList<QDockWidget*>& panes);
    void shareTabs(const QList<const char*>& tabs); // puts the panes into one area as tabs
    void addAction(LayoutKind kind, const QString& text, const QString& tip, int digit);
    void show(LayoutKind kind);
    void arrange(LayoutKind kind);
    void takeAll();
    void showPlaced(const char* anchor);
    void lead(const char* pane);
    // Position of a pane in a window without docks.
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
    FrontDockHeight& m_room;
    PaneZoom& m_zoom;
    Settings& m_settings;
    QList<QAction*> m_actions;
    LayoutKind m_current = LayoutKind::Explore;
    bool m_begun = false; // panes exist
    bool m_tight = false;
    bool m_low = false; // the window is too low for two rows of panes
    int m_leastRows; // minimum height in pixels for two rows
    QByteArray m_roomy; // last window state in a large window; empty: default
    QSet<QDockWidget*> m_leading; // panes in front by default in any arrangement of the current layout
    QSize m_needed; // size that the current arrangement needs
    QTimer m_resized;
    QTimer m_noted;
};

}
