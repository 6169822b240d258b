// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exports/exports.h"

#include "ui/app/settings.h"
#include "ui/app/workbench.h"
#include "ui/charts/exportablechart.h"
#include "ui/dialogs/dialogs.h"
#include "ui/exports/chartpage.h"
#include "ui/panes/pane.h"
#include "ui/panes/panefocus.h"
#include "ui/style/icons.h"
#include "ui/widgets/tablepage.h"
#include "ui/words/plaintext.h"
#include "ui/words/problemname.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QMimeData>
#include <QPrinter>
#include <QRegularExpression>
#include <QTableView>

#include <utility>

namespace stagecraft {

namespace {

bool isChart(const QWidget& widget)
{
    return dynamic_cast<const ExportableChart*>(&widget) != nullptr;
}

// Empty panes show a next step instead of content.
bool hasContent(const QWidget& item)
{
    for (const QWidget* above = &item; above; above = above->parentWidget()) {
        if (const auto* pane = qobject_cast<const Pane*>(above); pane && pane->isEmptyShown()) {
            return false;
        }
    }
    const auto* table = qobject_cast<const QTableView*>(&item);
    return !table || (table->model() && table->model()->rowCount() > 0);
}

// Returns "memory-per-device" for "Memory per device".
QString fileNameOf(const QString& words)
{
    static const QRegularExpression other(QStringLiteral("[^\\p{L}\\p{N}]+"));
    QString name = words.toLower().replace(other, QStringLiteral("-"));
    return name.endsWith(u'-') ? name.chopped(1) : name;
}

}

Exports::Exports(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget& window)
    : QObject(&window)
    , m_workbench(workbench)
    , m_dialogs(dialogs)
    , m_settings(settings)
    , m_window(window)
    , m_copy(new QAction(lineIcon(QStringLiteral("copy")), tr("&Copy chart or table"), &window))
    , m_save(new QAction(lineIcon(QStringLiteral("save")), tr("&Save chart or table as…"), &window))
    , m_print(new QAction(lineIcon(QStringLiteral("print")), tr("&Print chart or table…"), &window))
{
    m_copy->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    m_save->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    m_print->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
    const auto connectTo = [this](QAction* action, const auto& does) {
        connect(action, &QAction::triggered, this, [this, does] {
            if (QWidget* item = current()) {
                does(*item);
            }
        });
    };
    connectTo(m_copy, [this](QWidget& item) { copy(item); });
    connectTo(m_save, [this](QWidget& item) { save(item); });
    connectTo(m_print, [this](QWidget& item) { print(item); });
    connect(&m_workbench, &Workbench::sessionChanged, this, [this] { m_awaited.reset(); });
    refresh();
}

void Exports::addPane(QWidget& pane)
{
    m_panes << &pane;
    for (QWidget* widget : pane.findChildren<QWidget*>()) {
        if (isChart(*widget) || qobject_cast<QTableView*>(widget)) {
            addItem(*widget);
        }
    }
    if (isChart(pane)) {
        addItem(pane);
    }
}

QAction* Exports::makeOwn(QWidget& item, const QString& icon, const QString& text)
{
    auto* action = new QAction(lineIcon(icon), text, &item);
    action->setShortcutContext(Qt::WidgetShortcut);
    return action;
}

void Exports::addItem(QWidget& item)
{
    m_items << &item;
    QAction* copied = makeOwn(item, QStringLiteral("copy"), isChart(item) ? tr("&Copy chart") : tr("&Copy table"));
    copied->setShortcut(QKeySequence::Copy);
    QAction* saved =
        makeOwn(item, QStringLiteral("save"), isChart(item) ? tr("&Save chart as…") : tr("&Save table as…"));
    QAction* printed =
        makeOwn(item, QStringLiteral("print"), isChart(item) ? tr("&Print chart…") : tr("&Print table…"));
    connect(copied, &QAction::triggered, this, [this, &item] { copy(item); });
    connect(saved, &QAction::triggered, this, [this, &item] { save(item); });
    connect(printed, &QAction::triggered, this, [this, &item] { print(item); });
    if (!item.actions().isEmpty()) {
        auto* line = new QAction(&item);
        line->setSeparator(true);
        item.addAction(line);
    }
    item.addActions({copied, saved, printed});
    item.setContextMenuPolicy(Qt::ActionsContextMenu);
    m_own.append({&item, {copied, saved, printed}});
}

void Exports::follow(QWidget* focus)
{
    for (QWidget* above = focus; above; above = above->parentWidget()) {
        if (m_items.contains(above) || m_panes.contains(above)) {
            m_focused = above;
            refresh();
            return;
        }
    }
}

// The focused chart or table, otherwise the first one of the focused pane, otherwise the first visible one.
QWidget* Exports::current() const
{
    QWidget* first = nullptr;
    for (QWidget* item : m_items) {
        if (!item->isVisible() || !hasContent(*item)) {
            continue;
        }
        if (item == m_focused) {
            return item;
        }
        if (!first || (m_focused && m_focused->isAncestorOf(item) && !m_focused->isAncestorOf(first))) {
            first = item;
        }
    }
    return first;
}

void Exports::saveOnceReady(QWidget& chart, std::function<Readiness()> readiness)
{
    m_awaited = Awaited {&chart, std::move(readiness)};
    for (QWidget* above = &chart; above; above = above->parentWidget()) {
        if (auto* dock = qobject_cast<QDockWidget*>(above)) {
            panefocus::raise(*dock);
        }
    }
    // Queued, so that work that the pane starts when it becomes visible has begun.
    QMetaObject::invokeMethod(this, &Exports::saveAwaited, Qt::QueuedConnection);
}

void Exports::saveAwaited()
{
    const Readiness readiness = m_awaited ? m_awaited->readiness() : Readiness::Coming;
    if (readiness == Readiness::Coming) {
        return;
    }
    QWidget& chart = *std::exchange(m_awaited, std::nullopt)->chart;
    if (readiness == Readiness::Ready) {
        save(chart);
        return;
    }
    m_dialogs.showMessage(&m_window, tr("Nothing to save"),
                          tr("'%1' is empty. See the pane for the reason.").arg(chart.accessibleName()));
}

void Exports::refresh()
{
    saveAwaited();
    const QWidget* item = current();
    const QString name = item ? item->accessibleName() : QString();
    for (QAction* action : {m_copy, m_save, m_print}) {
        action->setEnabled(item != nullptr);
        action->setToolTip(plainToolTip(name));
    }
    for (const Own& own : m_own) {
        for (QAction* action : own.actions) {
            action->setEnabled(hasContent(*own.item));
        }
    }
}

QString Exports::subject() const
{
    const auto session = m_workbench.plans().session();
    return session ? problemSubject(session->problem) : QString();
}

void Exports::copy(QWidget& item) const
{
    if (const auto* table = qobject_cast<const QTableView*>(&item)) {
        copyTable(*table);
    } else {
        QApplication::clipboard()->setMimeData(ChartPage(item, subject()).clip());
    }
}

void Exports::save(QWidget& item)
{
    const bool chart = isChart(item);
    Dialogs::File file;
    file.title = chart ? tr("Save chart") : tr("Save table");
    file.folder = m_settings.value(Setting::LastFolder).toString();
    file.suggestion = fileNameOf(item.accessibleName()) + (chart ? QStringLiteral(".png") : QStringLiteral(".csv"));
    file.filters = chart ? QStringList {tr("PNG image (*.png)"), tr("SVG image (*.svg)"), tr("PDF document (*.pdf)")}
                         : QStringList {tr("CSV table (*.csv)")};
    m_dialogs.askSaveFile(&m_window, file, [this, item = QPointer(&item)](const QString& path) {
        m_settings.setValue(Setting::LastFolder, QFileInfo(path).absolutePath());
        if (item) {
            write(*item, path);
        }
    });
}

void Exports::write(QWidget& item, const QString& path)
{
    if (const auto* table = qobject_cast<const QTableView*>(&item)) {
        m_workbench.writeFile(path, tableCsv(*table).toUtf8());
        return;
    }
    const auto format = chartFormatOf(path);
    if (!format) {
        m_dialogs.showMessage(
            &m_window, tr("Cannot save the chart"),
            tr("'%1' has no supported extension. Choose a name that ends in .png, .svg or .pdf.").arg(path));
        return;
    }
    m_workbench.writeFile(path, ChartPage(item, subject()).file(*format));
}

void Exports::print(QWidget& item)
{
    m_dialogs.askPrinter(&m_window, item.accessibleName(), [this, item = QPointer(&item)](QPrinter& printer) {
        if (!item) {
            return;
        }
        const auto* table = qobject_cast<const QTableView*>(item.get());
        if (!(table ? printTable(*table, printer) : ChartPage(*item, subject()).print(printer))) {
            const QString file = printer.outputFileName();
            m_dialogs.showMessage(
                &m_window, tr("Cannot print '%1'").arg(item->accessibleName()),
                file.isEmpty() ? tr("The printer '%1' did not accept the job. Check the printer or choose another one.")
                                     .arg(printer.printerName())
                               : tr("The file '%1' cannot be written. Choose another name or folder.").arg(file));
        }
    });
}

}
