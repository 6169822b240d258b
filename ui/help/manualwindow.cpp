// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/manualwindow.h"

#include "ui/words/plaintext.h"

#include <QAction>
#include <QDesktopServices>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

QUrl urlOf(const QString& page)
{
    return QUrl(QStringLiteral("qrc:/docs/manual/%1.md").arg(page));
}

// Page of a pane; empty if it has none.
QString ownPage(const QWidget& pane)
{
    static const QRegularExpression name(QStringLiteral("^(\\w+)Pane$"));
    const auto match = name.match(pane.objectName());
    return match.hasMatch() && ManualBrowser::has(urlOf(match.captured(1))) ? match.captured(1) : QString();
}

}

ManualBrowser::ManualBrowser(QWidget* parent) : QTextBrowser(parent)
{
    setOpenLinks(false);
    document()->setDocumentMargin(16);
    connect(this, &QTextBrowser::anchorClicked, this, &ManualBrowser::follow);
}

bool ManualBrowser::has(const QUrl& page)
{
    return page.scheme() == QStringLiteral("qrc") && QFile::exists(u':' + page.path());
}

// Removes the HTML comments of a page.
QVariant ManualBrowser::loadResource(int type, const QUrl& name)
{
    const QUrl url = source().isEmpty() ? name : source().resolved(name);
    QFile file(u':' + url.path());
    if (url.scheme() != QStringLiteral("qrc") || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    if (type == QTextDocument::ImageResource) {
        return file.readAll();
    }
    static const QRegularExpression comment(QStringLiteral("<!--.*?-->\\s*"),
                                            QRegularExpression::DotMatchesEverythingOption);
    return QString::fromUtf8(file.readAll()).remove(comment);
}

void ManualBrowser::follow(const QUrl& link)
{
    const QUrl url = source().resolved(link);
    if (has(url)) {
        setSource(url, QTextDocument::MarkdownResource);
    } else if (url.scheme().startsWith(QStringLiteral("http"))) {
        QDesktopServices::openUrl(url);
    }
}

ManualWindow::ManualWindow(QWidget* parent) : QDialog(parent), m_browser(new ManualBrowser), m_find(new QLineEdit)
{
    setObjectName(QStringLiteral("manualWindow"));
    m_browser->setAccessibleName(tr("Manual"));
    m_back = makeButton(Qt::LeftArrow, tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left));
    m_forward = makeButton(Qt::RightArrow, tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right));
    auto* contents = new QToolButton;
    contents->setText(tr("Contents"));
    contents->setAutoRaise(true);
    m_find->setPlaceholderText(tr("Find in the page"));
    m_find->setAccessibleName(tr("Find in the page"));
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(240);
    auto* tools = new QHBoxLayout;
    tools->addWidget(m_back);
    tools->addWidget(m_forward);
    tools->addWidget(contents);
    tools->addStretch(1);
    tools->addWidget(m_find, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(tools);
    layout->addWidget(m_browser, 1);
    resize(860, 760);
    connect(m_back, &QToolButton::clicked, m_browser, &QTextBrowser::backward);
    connect(m_forward, &QToolButton::clicked, m_browser, &QTextBrowser::forward);
    connect(contents, &QToolButton::clicked, this, [this] { showPage(QStringLiteral("index")); });
    connect(m_browser, &QTextBrowser::backwardAvailable, m_back, &QWidget::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, m_forward, &QWidget::setEnabled);
    connect(m_browser, &QTextBrowser::sourceChanged, this, &ManualWindow::showTitle);
    auto* find = new QAction(tr("Find in the page"), this);
    find->setShortcut(QKeySequence::Find);
    addAction(find);
    connect(find, &QAction::triggered, m_find, [this] {
        m_find->setFocus();
        m_find->selectAll();
    });
}

QToolButton* ManualWindow::makeButton(Qt::ArrowType arrow, const QString& name, const QKeySequence& keys)
{
    auto* button = new QToolButton;
    button->setArrowType(arrow);
    button->setAutoRaise(true);
    button->setToolTip(plainToolTip(QStringLiteral("%1 (%2)").arg(name, keys.toString(QKeySequence::NativeText))));
    button->setAccessibleName(name);
    button->setShortcut(keys);
    button->setEnabled(false);
    return button;
}

void ManualWindow::showPage(const QString& name)
{
    const QUrl url = urlOf(name);
    m_browser->setSource(ManualBrowser::has(url) ? url : urlOf(QStringLiteral("index")),
                         QTextDocument::MarkdownResource);
    m_browser->setFocus();
}

QString ManualWindow::page() const
{
    return QFileInfo(m_browser->source().path()).completeBaseName();
}

QString ManualWindow::pageOf(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget()) {
        if (const QString page = ownPage(*widget); !page.isEmpty()) {
            return page;
        }
        if (qobject_cast<const QDockWidget*>(widget)) { // among panes in tabs: the visible one
            for (const QWidget* part : widget->findChildren<QWidget*>()) {
                if (const QString page = ownPage(*part); part->isVisible() && !page.isEmpty()) {
                    return page;
                }
            }
        }
    }
    return QStringLiteral("index");
}

void ManualWindow::showTitle()
{
    const QString title = m_browser->document()->begin().text();
    setWindowTitle(title.isEmpty() ? tr("Manual") : tr("%1 – Manual").arg(title));
}

// Return in the search field finds the next match and does not close the window.
void ManualWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (m_find->hasFocus()) {
            find(event->modifiers().testFlag(Qt::ShiftModifier));
        }
        return;
    }
    QDialog::keyPressEvent(event);
}

// Wraps around at the end.
void ManualWindow::find(bool backwards)
{
    const auto flags = backwards ? QTextDocument::FindFlags(QTextDocument::FindBackward) : QTextDocument::FindFlags();
    if (m_find->text().isEmpty() || m_browser->find(m_find->text(), flags)) {
        return;
    }
    QTextCursor cursor = m_browser->textCursor();
    cursor.movePosition(backwards ? QTextCursor::End : QTextCursor::Start);
    m_browser->setTextCursor(cursor);
    m_browser->find(m_find->text(), flags);
}

}
