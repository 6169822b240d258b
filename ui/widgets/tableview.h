// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/flatpainting.h"

#include <QTableView>
#include <QTimer>

#include <map>
#include <set>

class QToolButton;

namespace stagecraft {

class TableHeader;

// A table as all panes show them: rows, no grid, no row numbers. Its first column stays at the left while the others
// scroll below it, as long as it leaves them room. Columns are as wide as the figures on show. The user chooses columns
// by the header's context menu or the button at its end.
class TableView : public QTableView, public flat::PartlyCovered {
    Q_OBJECT
public:
    explicit TableView(const QString& accessibleName, QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    QRect visualRect(const QModelIndex& index) const override;
    QModelIndex indexAt(const QPoint& at) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

    int frozenWidth() const; // 0 while nothing scrolls below the first column
    int coveredLeft() const override { return m_paintsFrozen ? 0 : frozenWidth(); }
    int coveredRight() const override { return 0; }

    // `worth`: the column has data. `offered`: the user can show or hide it; that choice takes precedence.
    void setColumnPriority(int column, bool worth);
    void setColumnOffered(int column, bool offered);
    void chooseColumn(int column, bool shown); // by the user
    // Keys: class of the model and name of the column, because a table may change its model.
    const std::map<QString, bool>& chosenColumns() const { return m_chosen; }
    void setChosenColumns(const std::map<QString, bool>& chosen); // as remembered
    void setChoosable(bool choosable); // false where columns are no kinds of figures
    bool isChoosable() const { return m_choosable; }
    QToolButton* columnButton() const { return m_columnButton; }

Q_SIGNALS:
    void columnChosen();

protected:
    void paintEvent(QPaintEvent* event) override;
    void updateGeometries() override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;

private:
    int frozenColumn() const; // -1: none
    void follow(); // what covers the header, after scrolling and sizing
    void widenForFigures();
    int figureWidth(const QModelIndex& index, QStyleOptionViewItem& option) const; // 0: longer words
    int figuresWidth(int column) const; // of the rows on show; 0: none has a figure
    int headWidth(int column) const; // 0: it needs none
    bool isOfNumbers(int column) const; // and may become narrower
    void giveBack(const std::map<int, int>& spare);
    void showColumnMenu(const QPoint& at);
    void applyColumn(int column);
    void applyChosen();
    QString keyOf(int column) const;
    void stretchAgain();

    TableHeader* m_header;
    QToolButton* m_columnButton;
    QTimer m_widen; // once, after what changed
    std::map<int, bool> m_priority;
    std::map<QString, bool> m_chosen;
    std::set<int> m_notOffered;
    std::set<int> m_dragged; // columns that keep the width which the user gave them
    bool m_refits = false; // the data are other ones: columns may become narrower
    bool m_choosable = true;
    bool m_stretchOff = false; // the last section needs more than what the others leave
    bool m_paintsFrozen = false;
};

}
