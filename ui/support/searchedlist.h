// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QListView>
#include <QPersistentModelIndex>

class QLabel;

namespace stagecraft {

// The list of a box with many entries, found by any part of their names: typing goes to the first entry that begins
// with the text, or else contains it, or whose data (Qt::UserRole, such as a path) begin with it. While the list is
// open it shows only these entries, and the text below them; where there are none, there is nothing to choose. Set it
// with QComboBox::setView().
class SearchedList : public QListView {
    Q_OBJECT
public:
    explicit SearchedList(QWidget* parent = nullptr);

    void keyboardSearch(const QString& typed) override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void search(const QString& text);
    void showHint(bool found);
    void placeHint();

    QString m_text;
    QPersistentModelIndex m_chosen; // when the list opened
    QElapsedTimer m_sinceTyped;
    QLabel* m_hint;
};

}
