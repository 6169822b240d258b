// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/start/startpage.h"

#include "ui/app/bundle.h"
#include "ui/app/settings.h"
#include "ui/panes/start/startcard.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/plaintext.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

namespace stagecraft {

namespace {

constexpr int widestAlone = 560; // pixels, without recent workspaces beside the cards
constexpr int betweenColumns = 36;
constexpr int leastMargin = 32; // on both sides

// Draws a workspace's name with its folder in muted text below.
class RecentDelegate : public QStyledItemDelegate {
public:
    static constexpr int FolderRole = Qt::UserRole + 1;
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem background = option;
        background.text.clear();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);
        const QRect area = option.rect.adjusted(10, 6, -10, -6);
        const int line = option.fontMetrics.height();
        painter->save();
        painter->setPen(option.palette.color(QPalette::Active, QPalette::Text));
        painter->drawText(QRect(area.left(), area.top(), area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                          option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, area.width()));
        painter->setPen(theme::mutedText(option.palette));
        painter->drawText(
            QRect(area.left(), area.top() + line + 2, area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
            option.fontMetrics.elidedText(index.data(FolderRole).toString(), Qt::ElideMiddle, area.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {100, 2 * option.fontMetrics.height() + 2 + 12};
    }
};

}

StartPage::StartPage(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_recent(new QListWidget)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* picture = new PlainLabel;
    picture->setPixmap(applicationIcon().pixmap(QSize(56, 56), devicePixelRatioF()));
    picture->setAccessibleName(tr("Stagecraft"));
    auto* title = new PlainLabel(tr("Stagecraft"));
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 2);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    auto* words = new MutedLabel(tr("Which plan trains your model on the devices you have?"));
    words->setWordWrap(true);

    auto* names = new QVBoxLayout;
    names->setSpacing(2);
    names->addWidget(title);
    names->addWidget(words);
    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(picture);
    head->addLayout(names, 1);

    auto* columns = new QHBoxLayout;
    columns->setSpacing(betweenColumns);
    m_begin = makeBegin();
    columns->addWidget(m_begin, 1, Qt::AlignTop);
    m_recentBox = makeRecent();
    columns->addWidget(m_recentBox, 1, Qt::AlignTop);

    m_page = new QWidget;
    auto* page = new QVBoxLayout(m_page);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(28);
    page->addStretch(2);
    page->addLayout(head);
    page->addLayout(columns);
    page->addStretch(3);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(leastMargin, 24, leastMargin, 24);
    layout->addStretch(1);
    layout->addWidget(m_page, 1);
    layout->addStretch(1);
    refresh();
}

QWidget* StartPage::makeBegin()
{
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    auto* model = new StartCard(QStringLiteral("new"), tr("New from a model"), tr("Choose or drop a config.json"));
    auto* zoo = new StartCard(QStringLiteral("model"), tr("New from the model zoo"),
                              tr("GPT, ResNet and other models, by name"));
    auto* open = new StartCard(QStringLiteral("open"), tr("Open a workspace"), tr("Choose or drop a .stagecraft file"));
    auto* example = bundle::hasExampleWorkspace()
        ? new StartCard(QStringLiteral("chart"), tr("Explore the example"), tr("GPT-2 small, measured"))
        : new StartCard(QStringLiteral("model"), tr("Start with GPT-2 small"), tr("Profile it on this machine"));
    for (StartCard* card : {model, zoo, open, example}) {
        layout->addWidget(card);
    }
    connect(model, &StartCard::clicked, this, &StartPage::modelRequested);
    connect(zoo, &StartCard::clicked, this, &StartPage::zooRequested);
    connect(open, &StartCard::clicked, this, &StartPage::openRequested);
    connect(example, &StartCard::clicked, this, &StartPage::exampleRequested);
    return box;
}

QWidget* StartPage::makeRecent()
{
    auto* box = new QWidget;
    auto* title = new PlainLabel(tr("Recent workspaces"));
    title->setFont(theme::strongFont(title->font()));
    m_recent->setItemDelegate(new RecentDelegate(this));
    m_recent->setMouseTracking(true);
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setAccessibleName(tr("Recent workspaces"));
    m_recent->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setMinimumHeight(208);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addWidget(m_recent, 1);
    connect(m_recent, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem* item) { Q_EMIT workspaceChosen(item->data(Qt::UserRole).toString()); });
    connect(m_recent, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem* item) { Q_EMIT workspaceChosen(item->data(Qt::UserRole).toString()); });
    return box;
}

void StartPage::refresh()
{
    m_recent->clear();
    for (const QString& path : m_settings.value(Setting::RecentWorkspaces).toStringList()) {
        const QFileInfo file(path);
        auto* item = new QListWidgetItem(m_settings.recentName(path), m_recent);
        item->setData(RecentDelegate::FolderRole, file.path());
        item->setData(Qt::UserRole, path);
        item->setToolTip(plainToolTip(path));
        item->setData(Qt::AccessibleTextRole, QStringLiteral("%1, %2").arg(item->text(), path));
    }
    const bool any = m_recent->count() > 0;
    m_recentBox->setVisible(any);
    m_page->setMaximumWidth(any ? QWIDGETSIZE_MAX : widestAlone);
    fitMargins();
}

// Sets margins of up to an eighth of the width on both sides, unless the cards would elide text.
void StartPage::fitMargins()
{
    const int columns = m_recentBox->isHidden() ? 1 : 2;
    const int wanted = columns * m_begin->sizeHint().width() + (columns - 1) * betweenColumns;
    const int room = std::max(1, width() - 2 * leastMargin);
    const int margin = std::clamp((room - wanted) / 2, 0, room / 8);
    auto* line = static_cast<QBoxLayout*>(layout());
    line->setStretch(0, margin);
    line->setStretch(1, room - 2 * margin);
    line->setStretch(2, margin);
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitMargins();
}

}
