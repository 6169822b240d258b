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

// Table of the panes: rows without grid and row numbers. The first column stays at the left while the others scroll
// below it, if there is enough space. Column widths fit the visible figures. The user selects columns with the header's
// context menu or the button at its end.
class TableView : public QTableView, public flat::PartlyCovered {
    Q_OBJECT
public:
    explicit TableView(const QString& accessibleName, QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    QRect visualRect(const QModelIndex& index) const override;
    QModelIndex indexAt(const QPoint& at) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

    int frozenWidth() const; // 0 if no column scrolls below the first one
    int coveredLeft() const override { return m_paintsFrozen ? 0 : frozenWidth(); }
    int coveredRight() const override { return 0; }

    // `worth`: the column has data. `offered`: the user can show or hide it; that choice takes precedence.
    void setColumnPriority(int column, bool worth);
    void setColumnOffered(int column, bool offered);
    void chooseColumn(int column, bool shown); // the user shows or hides the column
    // Keys: class of the model and name of the column, because a table may change its model.
    const std::map<QString, bool>& chosenColumns() const { return m_chosen; }
    void setChosenColumns(const std::map<QString, bool>& chosen); // restores the stored choices
    void setChoosable(bool choosable); // false if the columns are not kinds of figures
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
    int frozenColumn() const; // -1 if none
    void follow(); // updates the parts that cover the header, after scrolling and resizing
    void widenForFigures();
    int figureWidth(const QModelIndex& index, QStyleOptionViewItem& option) const; // 0 for longer text
    int figuresWidth(int column) const; // widest figure of the visible rows; 0 if there is none
    int headWidth(int column) const; // 0 if it needs no width
    bool isOfNumbers(int column) const; // the column may also become narrower
    void giveBack(const std::map<int, int>& spare);
    void showColumnMenu(const QPoint& at);
    void applyColumn(int column);
    void applyChosen();
    QString keyOf(int column) const;
    void stretchAgain();

    TableHeader* m_header;
    QToolButton* m_columnButton;
    QTimer m_widen; // widens the columns once after several changes
    std::map<int, bool> m_priority;
    std::map<QString, bool> m_chosen;
    std::set<int> m_notOffered;
    std::set<int> m_dragged; // columns with a width set by the user
    bool m_refits = false; // the data were replaced: columns may become narrower
    bool m_choosable = true;
    bool m_stretchOff = false; // the last section needs more than the remaining width
    bool m_paintsFrozen = false;
};

}
