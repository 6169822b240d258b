// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/pane.h"

#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/staleoverlay.h"
#include "ui/words/plaintext.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int fewestLetters = 30; // minimum per line of a summary; narrower text is hard to read

}

Pane::Pane(const QString& icon, QWidget* parent)
    : QWidget(parent)
    , m_above(new QVBoxLayout)
    , m_header(new QHBoxLayout)
    , m_summary(new PlainLabel)
    , m_tableButton(new QToolButton)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState(icon))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_summary->setWordWrap(true);
    m_summary->setMinimumWidth(120); // so that long words do not widen the window
    m_summary->hide();
    m_tableButton->setCheckable(true);
    m_tableButton->setIcon(lineIcon(QStringLiteral("table")));
    m_tableButton->setToolTip(tr("Show as a table"));
    m_tableButton->setAccessibleName(tr("Show as a table"));
    m_tableButton->hide();
    connect(m_tableButton, &QToolButton::toggled, this, [this] {
        if (!isEmptyShown()) {
            showContent();
        }
    });
    m_above->setContentsMargins({});
    m_header->setContentsMargins(12, 6, 8, 2);
    m_header->setSpacing(6);
    m_header->addWidget(m_summary, 1);
    m_header->addWidget(m_tableButton, 0, Qt::AlignTop);
    m_stack->addWidget(m_empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_above);
    layout->addLayout(m_header);
    layout->addWidget(m_stack, 1);
}

void Pane::setContent(QWidget* content)
{
    m_content = content;
    m_stack->addWidget(content);
}

void Pane::setTableView(QTableView* table)
{
    m_tableView = table;
    m_stack->addWidget(table);
}

void Pane::setSummary(const QString& text, const QString& toolTip)
{
    const QString shown = withShortWords(text); // otherwise one long name would widen the whole window
    m_summary->setToolTip(plainToolTip(toolTip.isEmpty() && shown != text ? text : toolTip));
    m_summary->setText(shown);
    m_summary->setVisible(!text.isEmpty());
    StaleOverlay::setOld(*m_summary, isOld() && !isEmptyShown()); // grayed with the content that it describes
    arrangeHeader(); // at once, not when the layout is activated
}

void Pane::setNotice(const QString& text)
{
    setSummary(text);
    StaleOverlay::setOld(*m_summary, false);
}

bool Pane::event(QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        arrangeHeader();
        noteLines();
    }
    return QWidget::event(event);
}

QSize Pane::minimumSizeHint() const
{
    return QWidget::minimumSizeHint() + QSize(0, m_lines);
}

// Updates the height of the summary: a layout requests only one line for wrapped labels, and the width is unknown while
// the pane is behind another tab.
void Pane::noteLines()
{
    if (visibleRegion().isEmpty()) {
        return;
    }
    const int all = m_summary->isHidden() ? 0 : m_summary->heightForWidth(m_summary->width());
    const int lines = std::max(0, all - m_summary->minimumSizeHint().height());
    if (lines != m_lines) {
        m_lines = lines;
        updateGeometry();
    }
}

void Pane::arrangeHeader()
{
    const QMargins margins = m_header->contentsMargins();
    int tools = 0;
    for (int i = 1; i < m_header->count(); ++i) {
        const QLayoutItem* item = m_header->itemAt(i);
        tools += item->isEmpty() ? 0 : item->sizeHint().width() + m_header->spacing();
    }
    const int room = width() - margins.left() - margins.right() - tools;
    const bool beside =
        !m_summary->isHidden() && (tools == 0 || room >= fewestLetters * fontMetrics().averageCharWidth());
    const bool above = !beside && !m_summary->isHidden();
    m_above->setContentsMargins(above ? QMargins(12, 6, 12, 0) : QMargins()); // margins count even without a widget
    if (beside == m_beside) {
        return;
    }
    m_beside = beside;
    if (beside) {
        m_above->removeWidget(m_summary);
        delete m_header->takeAt(0);
        m_header->insertWidget(0, m_summary, 1);
    } else {
        m_header->removeWidget(m_summary);
        m_header->insertStretch(0, 1);
        m_above->addWidget(m_summary);
    }
}

void Pane::showEmpty(const QString& title, const QString& words, const QString& action)
{
    m_empty->say(title, words, action);
    m_emptyAges = false;
    setSummary({});
    m_tableButton->hide();
    m_stack->setCurrentWidget(m_empty);
    showAgeOfContent();
}

void Pane::setEmptyAges()
{
    m_emptyAges = true;
    showAgeOfContent();
}

void Pane::showContent()
{
    m_tableButton->setVisible(m_tableView != nullptr);
    m_stack->setCurrentWidget(m_tableView && m_tableButton->isChecked() ? m_tableView : m_content);
    showAgeOfContent();
}

void Pane::setPlansOld(bool old)
{
    m_plansOld = old;
    showAgeOfContent();
}

void Pane::setResultsOld(bool old)
{
    m_resultsOld = old;
    showAgeOfContent();
}

// Most empty panes show a next step, which does not become outdated.
void Pane::showAgeOfContent()
{
    const bool old = isOld() && (!isEmptyShown() || m_emptyAges);
    if (old != StaleOverlay::isOld(*m_stack)) {
        StaleOverlay::setOld(*m_stack, old);
        StaleOverlay::setOld(*m_summary, old);
    }
}

bool Pane::isEmptyShown() const
{
    return m_stack->currentWidget() == m_empty;
}

void Pane::setTableShown(bool table)
{
    m_tableButton->setChecked(table);
}

QToolButton* makeChip(const QString& text, const QString& toolTip)
{
    auto* chip = new QToolButton;
    chip->setText(text);
    chip->setToolTip(plainToolTip(toolTip));
    chip->setAccessibleDescription(toolTip);
    chip->setCheckable(true);
    chip->setProperty("chip", true);
    chip->setFocusPolicy(Qt::StrongFocus);
    return chip;
}

}
