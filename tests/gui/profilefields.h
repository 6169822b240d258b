// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/dialogs/profiledialog.h"
#include "ui/widgets/inlinemessage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>

// Fields of the profile dialog, driven by mouse and keyboard.
namespace stagecraft::test {

template <typename Field>
Field* fieldOf(const ProfileDialog* dialog, const char* name)
{
    return dialog->findChild<Field*>(QLatin1String(name));
}

inline QPushButton* startButton(const ProfileDialog* dialog)
{
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        if (button->isDefault()) {
            return button;
        }
    }
    return nullptr;
}

// Returns the text of all visible messages.
inline QString saidIn(const ProfileDialog* dialog)
{
    QStringList words;
    for (const InlineMessage* message : dialog->findChildren<InlineMessage*>()) {
        if (message->isVisible()) {
            words << message->text();
        }
    }
    return words.join(u'\n');
}

inline QString countedIn(const ProfileDialog* dialog)
{
    for (const QLabel* label : dialog->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (label->isVisible() && label->text().contains(QStringLiteral("measurements"))) {
            return label->text();
        }
    }
    return {};
}

inline void type(QWidget* field, const QString& text)
{
    QTest::mouseClick(field, Qt::LeftButton);
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, text);
}

// Selects an entry with the keyboard.
inline void choose(QComboBox* field, const QString& words)
{
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Home);
    for (int i = 0; i < field->count() && field->currentText() != words; ++i) {
        QTest::keyClick(field, Qt::Key_Down);
    }
    QCOMPARE(field->currentText(), words);
}

inline void check(QCheckBox* field)
{
    QTest::mouseClick(field, Qt::LeftButton, {}, QPoint(10, field->height() / 2));
    QVERIFY(field->isChecked());
}

}
