// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tableview.h"

#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/tableheader.h"

#include <QAbstractProxyModel>
#include <QEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMetaEnum>
#include <QPaintEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

constexpr double mostFrozen = 0.6; // maximum share of the width: the other columns need space, too
constexpr int fewestToChoose = 3; // columns

// Returns the name in the model's enumeration "Column"; columns between two names are called "FirstPart+3".
QString columnName(const QAbstractItemModel& model, int column)
{
    const QMetaObject& meta = *model.metaObject();
    const QMetaEnum names = meta.enumerator(meta.indexOfEnumerator("Column"));
    int nearest = -1;
    for (int i = 0; i < names.keyCount(); ++i) {
        if (names.value(i) <= column) {
            nearest = std::max(nearest, names.value(i));
        }
    }
    if (nearest < 0) {
        return QString::number(column); // the columns are not kinds of figures
    }
    const QString name = QLatin1String(names.valueToKey(nearest));
    return nearest == column ? name : QStringLiteral("%1+%2").arg(name).arg(column - nearest);
}

}

TableView::TableView(const QString& accessibleName, QWidget* parent)
    : QTableView(parent), m_header(new TableHeader(this)), m_columnButton(new QToolButton(this))
{
    setHorizontalHeader(m_header);
    setAccessibleName(accessibleName);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false); // Tab leaves the table
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 13);
    m_header->setStretchLastSection(true);
    m_header->setMinimumSectionSize(48);
    m_header->setMaximumSectionSize(640); // limits columns with long names
    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    m_columnButton->setIcon(lineIcon(QStringLiteral("columns")));
    m_columnButton->setAutoRaise(true);
    m_columnButton->setAutoFillBackground(true);
    m_columnButton->setBackgroundRole(QPalette::Base);
    m_columnButton->setFocusPolicy(Qt::StrongFocus);
    m_columnButton->setToolTip(tr("Choose columns"));
    m_columnButton->setAccessibleName(tr("Choose columns"));
    m_columnButton->hide();
    m_widen.setSingleShot(true);
    connect(&m_widen, &QTimer::timeout, this, &TableView::widenForFigures);
    m_widen.setInterval(0);
    const auto widenSoon = [this] { m_widen.start(0); };
    connect(m_header, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { showColumnMenu(m_header->mapToGlobal(at)); });
    connect(m_header, &QHeaderView::sectionResized, this, [this, widenSoon](int column) {
        if (QGuiApplication::mouseButtons() & Qt::LeftButton && m_header->viewport()->underMouse()) {
            m_dragged.insert(column);
        }
        follow();
        widenSoon();
    });
    connect(m_header, &QHeaderView::sectionMoved, this, &TableView::follow);
    connect(m_header, &QHeaderView::sortIndicatorChanged, this, widenSoon);
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &TableView::follow);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, widenSoon);
    connect(m_columnButton, &QToolButton::clicked, this,
            [this] { showColumnMenu(m_columnButton->mapToGlobal(QPoint(0, m_columnButton->height()))); });
}

void TableView::setModel(QAbstractItemModel* next)
{
    if (model()) {
        disconnect(model(), nullptr, &m_widen, nullptr);
    }
    QTableView::setModel(next);
    m_dragged.clear();
    if (!next) {
        return;
    }
    const auto refit = [this] {
        m_refits = true;
        m_widen.start();
    };
    connect(next, &QAbstractItemModel::modelReset, &m_widen, refit);
    connect(next, &QAbstractItemModel::layoutChanged, &m_widen, refit);
    connect(next, &QAbstractItemModel::dataChanged, &m_widen, refit);
    connect(next, &QAbstractItemModel::rowsInserted, &m_widen, refit);
    connect(next, &QAbstractItemModel::headerDataChanged, &m_widen, refit);
    applyChosen();
    m_widen.start();
}

int TableView::frozenColumn() const
{
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        if (!isColumnHidden(column)) {
            return column;
        }
    }
    return -1;
}

int TableView::frozenWidth() const
{
    const int column = frozenColumn();
    if (column < 0 || horizontalScrollBar()->value() == 0 || isRightToLeft()) {
        return 0;
    }
    const int width = columnWidth(column);
    return width <= mostFrozen * viewport()->width() ? width : 0;
}

// Scrolling moves pixels; the frozen column and the text at the table's edge must be repainted.
void TableView::follow()
{
    m_header->setFrozen(frozenColumn(), frozenWidth());
    viewport()->update();
}

QRect TableView::visualRect(const QModelIndex& index) const
{
    QRect area = QTableView::visualRect(index);
    if (area.isValid() && frozenWidth() > 0 && index.column() == frozenColumn()) {
        area.moveLeft(0);
    }
    return area;
}

QModelIndex TableView::indexAt(const QPoint& at) const
{
    if (at.x() < 0 || at.x() >= frozenWidth()) {
        return QTableView::indexAt(at);
    }
    const int row = rowAt(at.y());
    return row < 0 ? QModelIndex() : model()->index(row, frozenColumn(), rootIndex());
}

void TableView::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    const int before = horizontalScrollBar()->value();
    QTableView::scrollTo(index, hint);
    if (!index.isValid()) {
        return;
    }
    if (index.column() == frozenColumn()) {
        if (before * m_header->length() > 0 && columnWidth(index.column()) <= mostFrozen * viewport()->width()) {
            horizontalScrollBar()->setValue(before); // the frozen column is visible anyway
        }
        return;
    }
    const int hidden = frozenWidth() - columnViewportPosition(index.column());
    if (hidden > 0) {
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - hidden);
    }
}

QModelIndex TableView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    if (action == MoveHome) {
        horizontalScrollBar()->setValue(0); // the first column is always visible; shows the next columns
    }
    return QTableView::moveCursor(action, modifiers);
}

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const int width = frozenWidth();
    if (width == 0 || event->rect().left() >= width || !model()) {
        return;
    }
    QPainter painter(viewport());
    painter.fillRect(QRect(0, 0, width, viewport()->height()), palette().color(QPalette::Base));
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const int column = frozenColumn();
    const int last = rowAt(event->rect().bottom());
    m_paintsFrozen = true;
    for (int row = std::max(rowAt(event->rect().top()), 0); row <= (last < 0 ? model()->rowCount() - 1 : last); ++row) {
        const QModelIndex index = model()->index(row, column, rootIndex());
        if (isRowHidden(row) || !index.isValid()) {
            continue;
        }
        QStyleOptionViewItem cell = option;
        const bool alone = columnSpan(row, column) > 1; // a group heading
        cell.rect = QRect(0, rowViewportPosition(row), alone ? viewport()->width() : width, rowHeight(row));
        cell.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
        cell.state.setFlag(QStyle::State_HasFocus, hasFocus() && index == currentIndex());
        style()->drawPrimitive(QStyle::PE_PanelItemViewRow, &cell, &painter, this);
        itemDelegateForIndex(index)->paint(&painter, cell, index);
    }
    m_paintsFrozen = false;
    painter.fillRect(QRect(width - 1, 0, 1, viewport()->height()), theme::line(palette()));
}

void TableView::updateGeometries()
{
    QTableView::updateGeometries();
    stretchAgain();
    const bool many = m_choosable && m_header->count() >= fewestToChoose && !m_header->isHidden();
    m_columnButton->setVisible(many);
    const int side = std::min(m_header->height() - 1, m_columnButton->sizeHint().width());
    m_columnButton->setGeometry(m_header->geometry().right() - side + 1, m_header->y(), side, m_header->height() - 1);
    m_header->setToolRoom(many ? side : 0);
    m_columnButton->raise();
    follow();
    m_widen.start(0);
}

void TableView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_widen.start(0);
    }
}

// Keeps the current row visible when widgets around the table reduce its size.
void TableView::resizeEvent(QResizeEvent* event)
{
    const QRect row = visualRect(currentIndex());
    const bool in_sight = row.isValid() && row.top() >= 0 && row.bottom() < event->oldSize().height();
    QTableView::resizeEvent(event);
    const int hidden = row.bottom() - viewport()->height() + 1;
    if (in_sight && hidden > 0) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + hidden);
    }
}

// Fits columns to data that arrived while the table was hidden.
void TableView::showEvent(QShowEvent* event)
{
    QTableView::showEvent(event);
    m_widen.start(0);
}

// Width of figures and short text.
int TableView::figureWidth(const QModelIndex& index, QStyleOptionViewItem& option) const
{
    const QVariant alignment = index.data(Qt::TextAlignmentRole);
    const bool right = alignment.isValid() && (alignment.toInt() & Qt::AlignRight);
    // Columns with a delegate determine their width themselves, except for figures.
    const bool own = itemDelegateForColumn(index.column()) != nullptr;
    // Maximum letters of a few words, which would lose their meaning if elided. A first column of that width could not
    // be frozen.
    const int brief = index.column() == frozenColumn() ? 24 : 48;
    const QString text = index.data().toString();
    if (!right && (own || !(flat::isFigure(text) || text.size() <= brief))) {
        return 0;
    }
    constexpr int beside = 14; // margins of the text
    return own ? itemDelegateForIndex(index)->sizeHint(option, index).width()
               : fontMetrics().horizontalAdvance(text) + beside;
}

// Width of the header's longest line, plus the button for the last column.
int TableView::headWidth(int column) const
{
    constexpr int beside = 16;
    if (isColumnHidden(column) || m_header->isHidden()) {
        return 0;
    }
    int widest = 0;
    for (const QString& line : model()->headerData(column, Qt::Horizontal).toString().split(u'\n')) {
        widest = std::max(widest, m_header->fontMetrics().horizontalAdvance(line));
    }
    const int button = column == m_header->lastShown() ? m_header->coveredRight() : 0;
    const bool sorted = m_header->isSortIndicatorShown() && column == m_header->sortIndicatorSection();
    const int mark = sorted ? style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, m_header)
            + style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, m_header)
                            : 0;
    return widest == 0 ? 0 : widest + beside + button + mark;
}

bool TableView::isOfNumbers(int column) const
{
    const QVariant alignment = model()->index(0, column, rootIndex()).data(Qt::TextAlignmentRole);
    return column != frozenColumn() && !isColumnHidden(column) && (alignment.toInt() & Qt::AlignRight);
}

int TableView::figuresWidth(int column) const
{
    const int first = std::max(rowAt(0), 0);
    const int last = rowAt(viewport()->height() - 1);
    const int end = last < 0 ? model()->rowCount(rootIndex()) : last + 1;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    int widest = 0;
    for (int row = first; row < end && !isColumnHidden(column); ++row) {
        widest = std::max(widest, figureWidth(model()->index(row, column, rootIndex()), option));
    }
    return widest;
}

void TableView::widenForFigures()
{
    if (!model() || !isVisible() || !m_choosable) { // columns of plans share the width equally
        return;
    }
    std::map<int, int> spare; // pixels that columns of numbers do not need
    for (int column = 0; column < m_header->count(); ++column) {
        if (m_header->sectionResizeMode(column) != QHeaderView::Interactive) {
            continue; // the header would take the width back, in an endless loop
        }
        const int needed = std::max(figuresWidth(column), headWidth(column));
        if (needed > columnWidth(column)) {
            if (m_header->stretchLastSection() && column == m_header->lastShown()) {
                m_stretchOff = true;
                m_header->setStretchLastSection(false); // it would get only the remaining width
            }
            setColumnWidth(column, std::min(needed, m_header->maximumSectionSize()));
        } else if (isOfNumbers(column) && !m_dragged.contains(column)) {
            spare[column] = columnWidth(column) - std::max(needed, m_header->minimumSectionSize());
        }
    }
    if (std::exchange(m_refits, false)) {
        giveBack(spare);
    }
}

// Shrinks columns that earlier data widened so far that other columns are out of view.
void TableView::giveBack(const std::map<int, int>& spare)
{
    int excess = m_header->length() - viewport()->width();
    for (const auto& [column, pixels] : spare) {
        const int less = std::clamp(pixels, 0, std::max(excess, 0));
        if (less > 0) {
            setColumnWidth(column, columnWidth(column) - less);
            excess -= less;
        }
    }
    stretchAgain();
}

void TableView::setColumnPriority(int column, bool worth)
{
    m_priority[column] = worth;
    applyColumn(column);
}

void TableView::setColumnOffered(int column, bool offered)
{
    if (offered) {
        m_notOffered.erase(column);
    } else {
        m_notOffered.insert(column);
    }
    applyColumn(column);
}

void TableView::chooseColumn(int column, bool shown)
{
    m_chosen[keyOf(column)] = shown;
    applyColumn(column);
    Q_EMIT columnChosen();
}

void TableView::setChosenColumns(const std::map<QString, bool>& chosen)
{
    m_chosen = chosen;
    applyChosen();
}

void TableView::applyChosen()
{
    for (int column = 0; model() && column < model()->columnCount(rootIndex()); ++column) {
        if (m_chosen.contains(keyOf(column))) {
            applyColumn(column);
        }
    }
}

// Returns "stagecraft::DeviceModel/Capacity": names stay valid when columns are added or removed.
QString TableView::keyOf(int column) const
{
    const QAbstractItemModel* source = model();
    while (const auto* proxy = qobject_cast<const QAbstractProxyModel*>(source)) {
        source = proxy->sourceModel();
    }
    return QStringLiteral("%1/%2").arg(QLatin1String(source->metaObject()->className()), columnName(*source, column));
}

void TableView::setChoosable(bool choosable)
{
    m_choosable = choosable;
    m_header->setContextMenuPolicy(choosable ? Qt::CustomContextMenu : Qt::NoContextMenu);
    updateGeometries();
}

void TableView::stretchAgain()
{
    if (m_stretchOff && m_header->length() <= viewport()->width()) {
        m_stretchOff = false;
        m_header->setStretchLastSection(true);
    }
}

void TableView::applyColumn(int column)
{
    const auto chosen = model() ? m_chosen.find(keyOf(column)) : m_chosen.end();
    const auto worth = m_priority.find(column);
    const bool shown = chosen != m_chosen.end() ? chosen->second : worth == m_priority.end() || worth->second;
    setColumnHidden(column, !shown || m_notOffered.contains(column));
    m_widen.start(0);
}

// The first column cannot be hidden, because it identifies the row.
void TableView::showColumnMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int visual = 1; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        if (m_notOffered.contains(column)) {
            continue;
        }
        const QString title = model()->headerData(column, Qt::Horizontal).toString().simplified();
        QAction* action = menu->addAction(QString(title).replace(u'&', QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) { chooseColumn(column, shown); });
    }
    menu->popup(at);
}

}
