// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/emptystate.h"

#include "ui/style/icons.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/plainlabel.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

// Draws the icon at any scale in the current palette.
class Picture : public QWidget {
public:
    explicit Picture(const QString& icon) : m_icon(lineIcon(icon)) { setFixedSize(44, 44); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setOpacity(0.45);
        m_icon.paint(&painter, rect());
    }

private:
    QIcon m_icon;
};

}

EmptyState::EmptyState(const QString& icon, QWidget* parent)
    : QWidget(parent), m_title(new PlainLabel), m_words(new MutedLabel), m_button(new QPushButton)
{
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    for (QLabel* label : {m_title, m_words}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
        label->setMaximumWidth(460);
        label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    }
    m_button->setDefault(true);
    m_button->hide();
    auto* picture = new Picture(icon);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addStretch(2);
    layout->addWidget(picture, 0, Qt::AlignHCenter);
    for (QLabel* label : {m_title, m_words}) {
        auto* line = new QHBoxLayout;
        line->addStretch(1);
        line->addWidget(label, 100);
        line->addStretch(1);
        layout->addLayout(line);
    }
    layout->addSpacing(4);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_button, &QPushButton::clicked, this, &EmptyState::clicked);
}

void EmptyState::say(const QString& title, const QString& words, const QString& action)
{
    m_title->setText(title);
    m_words->setText(words);
    m_words->setVisible(!words.isEmpty());
    m_button->setText(action);
    m_button->setVisible(!action.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(words);
}

QString EmptyState::title() const
{
    return m_title->text();
}

}
