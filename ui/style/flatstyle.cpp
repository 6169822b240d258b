// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/flatstyle.h"

#include "ui/style/flatpainting.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QMainWindow>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOption>
#include <QTabBar>

namespace stagecraft {

namespace {

int fieldHeight(const QStyleOption* option)
{
    return std::max(28, (option ? option->fontMetrics.height() : 14) + 14);
}

}

FlatStyle::FlatStyle() : QProxyStyle(QStringLiteral("Fusion"))
{
    setObjectName(QStringLiteral("calm"));
}

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const
{
    switch (element) {
    case PE_PanelLineEdit: {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        if (frame && frame->lineWidth > 0) {
            flat::drawField(*painter, option->rect, *option);
        }
        return;
    }
    case PE_FrameLineEdit:
        flat::drawField(*painter, option->rect, *option);
        return;
    case PE_PanelButtonCommand:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            flat::drawButton(*painter, *button);
            return;
        }
        break;
    case PE_PanelButtonTool:
        flat::drawToolButton(*painter, *option, widget && widget->property("chip").toBool());
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        flat::drawCheckBox(*painter, *option);
        return;
    case PE_IndicatorArrowDown:
        flat::drawChevron(*painter, option->rect, flat::Direction::Down, theme::mutedText(option->palette));
        return;
    case PE_IndicatorArrowRight:
        flat::drawChevron(*painter, option->rect, flat::Direction::Right, theme::mutedText(option->palette));
        return;
    case PE_IndicatorHeaderArrow: {
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        const bool up = header && header->sortIndicator == QStyleOptionHeader::SortUp;
        flat::drawChevron(*painter, option->rect, up ? flat::Direction::Down : flat::Direction::Up,
                          theme::accent(option->palette));
        return;
    }
    case PE_FrameFocusRect:
        flat::drawFocus(*painter, option->rect, option->palette);
        return;
    case PE_FrameStatusBarItem:
    case PE_FrameDockWidget:
    case PE_FrameDefaultButton:
    case PE_IndicatorToolBarHandle:
        return;
    case PE_FrameTabBarBase:
    case PE_IndicatorDockWidgetResizeHandle:
        return;
    case PE_PanelScrollAreaCorner:
        painter->fillRect(option->rect, option->palette.color(QPalette::Base));
        return;
    case PE_Frame:
        painter->save();
        painter->setPen(theme::line(option->palette));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const
{
    switch (element) {
    case CE_Header: {
        flat::drawHeader(*painter, *option);
        const QStyleOptionHeader beside =
            flat::besideTools(*qstyleoption_cast<const QStyleOptionHeader*>(option), widget);
        QProxyStyle::drawControl(element, &beside, painter, widget);
        return;
    }
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        flat::drawHeader(*painter, *option);
        return;
    case CE_DockWidgetTitle:
        flat::drawDockTitle(*painter, *qstyleoption_cast<const QStyleOptionDockWidget*>(option), widget);
        return;
    case CE_TabBarTabShape:
        flat::drawTab(*painter, *qstyleoption_cast<const QStyleOptionTab*>(option));
        return;
    case CE_ToolBar:
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        return;
    case CE_MenuBarItem:
        flat::drawMenuBarItem(*painter, *qstyleoption_cast<const QStyleOptionMenuItem*>(option));
        return;
    case CE_Splitter:
        return;
    case CE_ProgressBarGroove:
        flat::drawTrack(*painter, option->rect, option->palette);
        return;
    case CE_ProgressBarContents:
        flat::drawProgress(*painter, *qstyleoption_cast<const QStyleOptionProgressBar*>(option));
        return;
    case CE_HeaderLabel: {
        QStyleOptionHeader quiet = flat::flatHeader(*qstyleoption_cast<const QStyleOptionHeader*>(option));
        QProxyStyle::drawControl(element, &quiet, painter, widget);
        return;
    }
    case CE_ItemViewItem: {
        QStyleOptionViewItem item = flat::flatItem(*qstyleoption_cast<const QStyleOptionViewItem*>(option));
        const int margins = 2 * (pixelMetric(PM_FocusFrameHMargin, &item, widget) + 1);
        const int room = subElementRect(SE_ItemViewItemText, &item, widget).width() - margins;
        const bool name = item.textElideMode == Qt::ElideMiddle; // may begin with a digit, too
        const bool wrapped = item.features & QStyleOptionViewItem::WrapText || item.text.contains(QChar::LineSeparator);
        if (!name && flat::isFigure(item.text)) {
            item.text = flat::fittedIn(item.rect, widget, item.text, item.fontMetrics, room);
        } else if (item.textElideMode == Qt::ElideRight && !wrapped) {
            item.text = flat::fitted(item.text, item.fontMetrics, room);
        }
        QProxyStyle::drawControl(element, &item, painter, widget);
        return;
    }
    case CE_ComboBoxLabel: {
        QStyleOptionComboBox box = *qstyleoption_cast<const QStyleOptionComboBox*>(option);
        const int room = subControlRect(CC_ComboBox, &box, SC_ComboBoxEditField, widget).width() - 4;
        box.currentText = box.fontMetrics.elidedText(box.currentText, Qt::ElideRight, room);
        QProxyStyle::drawControl(element, &box, painter, widget);
        return;
    }
    case CE_PushButtonLabel: {
        QStyleOptionButton button = flat::buttonWords(*qstyleoption_cast<const QStyleOptionButton*>(option));
        QProxyStyle::drawControl(element, &button, painter, widget);
        return;
    }
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                   const QWidget* widget) const
{
    const QColor ink = option->state & State_Enabled ? theme::mutedText(option->palette)
                                                     : option->palette.color(QPalette::Disabled, QPalette::Text);
    if (control == CC_ComboBox) {
        flat::drawField(*painter, option->rect, *option);
        flat::drawChevron(*painter, subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget),
                          flat::Direction::Down, ink);
        return;
    }
    if (control == CC_SpinBox) {
        flat::drawField(*painter, option->rect, *option);
        flat::drawChevron(*painter, subControlRect(CC_SpinBox, option, SC_SpinBoxUp, widget), flat::Direction::Up, ink);
        flat::drawChevron(*painter, subControlRect(CC_SpinBox, option, SC_SpinBoxDown, widget), flat::Direction::Down,
                          ink);
        return;
    }
    if (const auto* bar = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider*>(option) : nullptr) {
        flat::drawScrollBar(*painter, *bar, flat::scrollHandle(*bar));
        return;
    }
    const auto* button = control == CC_ToolButton ? qstyleoption_cast<const QStyleOptionToolButton*>(option) : nullptr;
    if (button && widget && widget->property("field").toBool()) {
        flat::drawField(*painter, option->rect, *option);
        flat::drawMenuField(*painter, *button, ink);
        return;
    }
    if (button && flat::opensMenu(*button)) {
        // The menu arrow is beside the text, not in the corner.
        QStyleOptionToolButton plain = *button;
        plain.features &= ~QStyleOptionToolButton::HasMenu;
        const QRect mark(option->rect.right() - 14, option->rect.top(), 12, option->rect.height());
        if (option->state & (State_MouseOver | State_Sunken | State_HasFocus)) {
            flat::drawToolButton(*painter, *option, false);
        }
        plain.state &= ~(State_MouseOver | State_Sunken | State_Raised | State_HasFocus);
        plain.rect.setRight(mark.left());
        QProxyStyle::drawComplexControl(control, &plain, painter, widget);
        flat::drawChevron(*painter, mark, flat::Direction::Down, ink);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect FlatStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                const QWidget* widget) const
{
    if (const auto* bar = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider*>(option) : nullptr) {
        const QRect handle = flat::scrollHandle(*bar);
        const QRect all = bar->rect;
        const bool horizontal = bar->orientation == Qt::Horizontal;
        switch (part) {
        case SC_ScrollBarGroove:
            return all;
        case SC_ScrollBarSlider:
            return handle;
        case SC_ScrollBarSubPage:
            return horizontal ? QRect(all.topLeft(), QPoint(handle.left() - 1, all.bottom()))
                              : QRect(all.topLeft(), QPoint(all.right(), handle.top() - 1));
        case SC_ScrollBarAddPage:
            return horizontal ? QRect(QPoint(handle.right() + 1, all.top()), all.bottomRight())
                              : QRect(QPoint(all.left(), handle.bottom() + 1), all.bottomRight());
        default:
            return {};
        }
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect FlatStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    if (element == SE_LineEditContents) {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        const QRect area = QProxyStyle::subElementRect(element, option, widget);
        return frame && frame->lineWidth > 0 ? area.adjusted(3, 0, -3, 0) : area;
    }
    if (element == SE_ItemViewItemText) {
        return flat::inSight(QProxyStyle::subElementRect(element, option, widget), widget);
    }
    if (element == SE_DockWidgetCloseButton || element == SE_DockWidgetFloatButton) {
        const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(option);
        constexpr int size = 20;
        const int place = element == SE_DockWidgetCloseButton || !dock || !dock->closable ? 1 : 2;
        const QRect area(option->rect.right() - place * (size + 2),
                         option->rect.top() + (option->rect.height() - size) / 2, size, size);
        return visualRect(option->direction, option->rect, area);
    }
    return QProxyStyle::subElementRect(element, option, widget);
}

int FlatStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return 12;
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
        return 6;
    case PM_DockWidgetTitleMargin:
        return 6;
    case PM_DockWidgetTitleBarButtonMargin:
        return 2;
    case PM_ToolBarItemSpacing:
        return 2;
    case PM_ToolBarFrameWidth:
        return 0;
    case PM_ToolBarItemMargin:
        return 3;
    case PM_HeaderMargin:
        return 6;
    case PM_FocusFrameHMargin:
        return 5; // aligns the text of cells with that of their header
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_TabBarTabHSpace:
        return 20;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int FlatStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                         QStyleHintReturn* data) const
{
    switch (hint) {
    case SH_ComboBox_Popup:
        return 0;
    case SH_Table_GridLineColor:
        return static_cast<int>(theme::line(option ? option->palette : QPalette()).rgb());
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_EtchDisabledText:
        return 0;
    case SH_ScrollBar_Transient:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize FlatStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                  const QWidget* widget) const
{
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    switch (type) {
    case CT_PushButton:
        return {size.width() + 8, std::max(size.height() + 4, 28)};
    case CT_LineEdit:
    case CT_ComboBox:
        return {size.width(), std::max(size.height() + 2, fieldHeight(option))};
    case CT_SpinBox:
        return {size.width(), fieldHeight(option)}; // Fusion's are higher than its other fields
    case CT_ToolButton:
        if (widget && widget->property("field").toBool()) {
            return {size.width() + 8, fieldHeight(option)};
        }
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
            button && flat::opensMenu(*button)) {
            return {size.width() + 8, size.height()};
        }
        if (widget && widget->property("chip").toBool()) {
            return {size.width() + 12, std::max(size.height(), 24)};
        }
        return size;
    case CT_MenuItem:
        return {size.width() + 8, size.height() + 2};
    default:
        return size;
    }
}

QIcon FlatStyle::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const
{
    switch (which) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
        return lineIcon(QStringLiteral("close"));
    case SP_TitleBarNormalButton:
        return lineIcon(QStringLiteral("float"));
    case SP_LineEditClearButton:
        return lineIcon(QStringLiteral("close"));
    default:
        return QProxyStyle::standardIcon(which, option, widget);
    }
}

void FlatStyle::polish(QWidget* widget)
{
    // These widgets need hover events to react to the pointer.
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget)
        || qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QScrollBar*>(widget)) {
        widget->setAttribute(Qt::WA_Hover);
    }
    // Tab bar of docks: scrolls if it is too short, because elided names of two letters are not readable.
    if (auto* tabs = qobject_cast<QTabBar*>(widget); tabs && qobject_cast<QMainWindow*>(tabs->parentWidget())) {
        tabs->setElideMode(Qt::ElideNone);
        tabs->setUsesScrollButtons(true);
    }
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) {
        // Painting depends on the edges of the view (flat::inSight()), so scrolled pixels cannot be reused.
        connect(view->horizontalScrollBar(), &QScrollBar::valueChanged, view->viewport(), qOverload<>(&QWidget::update),
                Qt::UniqueConnection);
        // a header also follows the scroll bar of its table
        if (auto* scrolled = qobject_cast<QAbstractItemView*>(view->parentWidget())) {
            connect(scrolled->horizontalScrollBar(), &QScrollBar::valueChanged, view->viewport(),
                    qOverload<>(&QWidget::update), Qt::UniqueConnection);
        }
    }
    QProxyStyle::polish(widget);
}

}
