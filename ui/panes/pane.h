// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/emptystate.h"
#include "ui/widgets/tableview.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;
class QVBoxLayout;

namespace stagecraft {

// Base of all docks: a summary and tools on top, and below the content, its table view, or an empty state with the next
// step.
class Pane : public QWidget {
    Q_OBJECT
public:
    // `icon` for the empty state.
    explicit Pane(const QString& icon, QWidget* parent = nullptr);

    EmptyState* empty() const { return m_empty; }
    void showEmpty(const QString& title, const QString& words, const QString& action = {});
    // The empty state just shown describes the problem, as an error does, and is grayed with the plans.
    void setEmptyAges();
    void showContent();
    bool isEmptyShown() const;

    // Greys what is shown while a newer answer is on its way: the plans of all panes, and what this pane alone
    // computes.
    void setPlansOld(bool old);
    void setResultsOld(bool old);
    bool isOld() const { return m_plansOld || m_resultsOld; }

    QSize minimumSizeHint() const override; // with all lines of the summary

    // The content as a table instead of a picture. Only for panes with a twin.
    void setTableShown(bool table);
    QToolButton* tableButton() const { return m_tableButton; }

protected:
    void setContent(QWidget* content);
    void setTableView(QTableView* table); // adds the button that switches
    QHBoxLayout* header() const { return m_header; }
    // The summary describes the content and is grayed with it; a notice describes the current state.
    void setSummary(const QString& text, const QString& toolTip = {});
    void setNotice(const QString& text);
    bool event(QEvent* event) override;

private:
    void arrangeHeader();
    void noteLines();
    void showAgeOfContent();

    QVBoxLayout* m_above; // holds the summary if it does not fit next to the tools
    QHBoxLayout* m_header; // begins with the summary, or with free room
    bool m_beside = true; // the summary is next to the tools
    QLabel* m_summary;
    QToolButton* m_tableButton;
    int m_lines = 0; // height of the summary's lines but the first
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QWidget* m_content = nullptr;
    QTableView* m_tableView = nullptr;
    bool m_emptyAges = false;
    bool m_plansOld = false;
    bool m_resultsOld = false;
};

// A pill that is on or off.
QToolButton* makeChip(const QString& text, const QString& toolTip);

}
