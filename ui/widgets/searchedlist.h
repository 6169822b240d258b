// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QListView>
#include <QPersistentModelIndex>

class QLabel;

namespace stagecraft {

// Searchable list of a combo box: typing selects the first entry that begins with the text, else the first that
// contains it or whose data (Qt::UserRole, such as a path) begin with it. An open list shows only the matching entries,
// with the typed text below them. Set it with QComboBox::setView().
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
    QPersistentModelIndex m_chosen; // current entry when the list opened
    QElapsedTimer m_sinceTyped;
    QLabel* m_hint;
};

}
