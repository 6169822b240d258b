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

// Base class of all panes: a summary and tools at the top; below them the content, its table view, or an empty state
// with the next step.
class Pane : public QWidget {
    Q_OBJECT
public:
    // `icon`: shown in the empty state.
    explicit Pane(const QString& icon, QWidget* parent = nullptr);

    EmptyState* empty() const { return m_empty; }
    void showEmpty(const QString& title, const QString& words, const QString& action = {});
    // Marks the empty state as depending on the problem, like an error: it is grayed with outdated plans.
    void setEmptyAges();
    void showContent();
    bool isEmptyShown() const;

    // Greys outdated content while a new result is computed: the plans in all panes, or only the results of this pane.
    void setPlansOld(bool old);
    void setResultsOld(bool old);
    bool isOld() const { return m_plansOld || m_resultsOld; }

    QSize minimumSizeHint() const override; // includes all lines of the summary

    // Shows the table view instead of the chart. Only for panes with a table view.
    void setTableShown(bool table);
    QToolButton* tableButton() const { return m_tableButton; }

protected:
    void setContent(QWidget* content);
    void setTableView(QTableView* table); // adds the button that switches between chart and table
    QHBoxLayout* header() const { return m_header; }
    // The summary describes the content and is grayed with it; a notice describes the current state.
    void setSummary(const QString& text, const QString& toolTip = {});
    void setNotice(const QString& text);
    bool event(QEvent* event) override;

private:
    void arrangeHeader();
    void noteLines();
    void showAgeOfContent();

    QVBoxLayout* m_above; // contains the summary if it does not fit next to the tools
    QHBoxLayout* m_header; // starts with the summary or a spacer
    bool m_beside = true; // the summary is next to the tools
    QLabel* m_summary;
    QToolButton* m_tableButton;
    int m_lines = 0; // height of the summary without its first line
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QWidget* m_content = nullptr;
    QTableView* m_tableView = nullptr;
    bool m_emptyAges = false;
    bool m_plansOld = false;
    bool m_resultsOld = false;
};

// Makes a toggle button in the shape of a pill.
QToolButton* makeChip(const QString& text, const QString& toolTip);

}
