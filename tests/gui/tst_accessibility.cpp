// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Accessibility without sight, pointer or color vision: names and a tab order for every control of every pane and
// dialog, charts as text and as tables, the main job with the keyboard, and contrast.
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "ui/charts/exportablechart.h"
#include "ui/dialogs/calibratedialog.h"
#include "ui/dialogs/scriptdialog.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/compare/comparing.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/partitioners/partitionerspane.h"
#include "ui/panes/profiles/profilespane.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/start/startpage.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/panes/validation/validationpane.h"
#include "ui/panes/validation/validationresults.h"
#include "ui/style/operationcolors.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QScrollBar>
#include <QTabWidget>
#include <QTableView>

using namespace stagecraft;

namespace {

// Parts of a named control, and areas that only scroll.
bool isPart(const QWidget& widget)
{
    const QWidget* parent = widget.parentWidget();
    const auto* area = qobject_cast<const QAbstractScrollArea*>(parent);
    return widget.objectName().startsWith(QStringLiteral("qt_")) || qobject_cast<const QScrollBar*>(&widget)
        || qobject_cast<const QLabel*>(&widget) || qobject_cast<const QAbstractSpinBox*>(parent)
        || qobject_cast<const QComboBox*>(parent) || (area && area->viewport() == &widget)
        || widget.inherits("stagecraft::ProblemPane");
}

QList<QWidget*> controlsOf(const QWidget& in)
{
    QList<QWidget*> all;
    for (QWidget* widget : in.findChildren<QWidget*>()) {
        if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() && !isPart(*widget)) {
            all << widget;
        }
    }
    return all;
}

QString whereabouts(const QWidget& widget)
{
    return QStringLiteral("%1 '%2' in %3")
        .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
             QString::fromLatin1(widget.parentWidget()->metaObject()->className()));
}

QStringList namelessOf(const QWidget& in)
{
    QStringList found;
    for (QWidget* control : controlsOf(in)) {
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(control);
        if (!interface || interface->text(QAccessible::Name).trimmed().isEmpty()) {
            found << whereabouts(*control);
        }
    }
    return found;
}

// Tab moves down, and within a row to the right: the next control is not above, unless it begins a column further
// right, and not further left in the same row.
QStringList disorderOf(QWidget& in)
{
    QStringList found;
    QList<QWidget*> order;
    for (QWidget* next = in.nextInFocusChain(); next != &in; next = next->nextInFocusChain()) {
        const bool tabbed = (next->focusPolicy() & Qt::TabFocus) && next->isVisible() && next->isEnabled();
        if (in.isAncestorOf(next) && tabbed && !isPart(*next)) {
            order << next;
        }
    }
    const auto areaOf = [](const QWidget* widget) { return QRect(widget->mapToGlobal(QPoint()), widget->size()); };
    for (qsizetype i = 1; i < order.size(); ++i) {
        if (qobject_cast<const QDialogButtonBox*>(order[i]->parentWidget())
            && order[i]->parentWidget() == order[i - 1]->parentWidget()) {
            continue; // the platform defines their order
        }
        const QRect before = areaOf(order[i - 1]);
        const QRect after = areaOf(order[i]);
        const bool above = after.bottom() <= before.top() && after.left() < before.right();
        const bool sameRow = after.top() < before.center().y() && before.top() < after.center().y();
        if (above || (sameRow && after.right() <= before.left())) {
            found << whereabouts(*order[i - 1]) + QStringLiteral(" before ") + whereabouts(*order[i]);
        }
    }
    return found;
}

QDialog* openDialog()
{
    for (QWidget* top : QApplication::topLevelWidgets()) {
        if (auto* dialog = qobject_cast<QDialog*>(top); dialog && dialog->isVisible()) {
            return dialog;
        }
    }
    return nullptr;
}

// A user without a pointer: key events go to the focused widget.
struct Keyboard {
    test::Explorer& explorer;

    QWidget* target() const
    {
        QWidget* popup = QApplication::activePopupWidget();
        QWidget* focus = QApplication::focusWidget();
        return popup ? popup : focus ? focus : &explorer.window;
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const { QTest::keyClick(target(), key, modifiers); }
    void type(const QString& text) const { QTest::keyClicks(target(), text); }
    bool tabTo(const std::function<bool(const QWidget&)>& wanted) const
    {
        for (int i = 0; i < 300; ++i) {
            if (const QWidget* focus = QApplication::focusWidget(); focus && wanted(*focus)) {
                return true;
            }
            press(Qt::Key_Tab);
        }
        return false;
    }
    // Opens the menu by its mnemonic and moves down to the entry.
    bool choose(Qt::Key letter, const QString& entry) const
    {
        press(letter, Qt::AltModifier);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        for (int i = 0; menu && i < 40; ++i) {
            if (menu->activeAction() && menu->activeAction()->text().remove(u'&') == entry) {
                press(Qt::Key_Return);
                return true;
            }
            press(Qt::Key_Down);
        }
        return false;
    }
};

constexpr qreal readable = 4.5; // contrast of text and background, WCAG 2.2, 1.4.3
constexpr qreal visible = 3; // contrast of marks and background, 1.4.11

}

class TestAccessibility : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPaneHasNamesAndAnOrder();
    void everyDialogHasNamesAndAnOrder();
    void chartsHaveWordsAndATable();
    void theMainJobGoesByKeys();
    void wordsStandOut_data();
    void wordsStandOut();
    void marksStandOut_data();
    void marksStandOut();
    void marksArePaintedWithTheirEdge();
};

void TestAccessibility::everyPaneHasNamesAndAnOrder()
{
    test::Explorer explorer;
    QCOMPARE(namelessOf(*explorer.window.startPage()), QStringList());
    QCOMPARE(disorderOf(*explorer.window.startPage()), QStringList());
    explorer.bench().openExample();
    QVERIFY(explorer.waitForPlans());
    int controls = 0;
    for (auto* dock : explorer.window.findChildren<QDockWidget*>()) {
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
        const auto tabs = dock->findChildren<QTabWidget*>();
        const int pages = tabs.isEmpty() ? 1 : tabs.front()->count();
        for (int page = 0; page < pages; ++page) {
            if (!tabs.isEmpty()) {
                tabs.front()->setCurrentIndex(page);
            }
            QCoreApplication::processEvents();
            const QStringList nameless = namelessOf(*dock->widget());
            QVERIFY2(nameless.isEmpty(), qPrintable(dock->windowTitle() + QStringLiteral(": ") + nameless.join(u'\n')));
            const QStringList disorder = disorderOf(*dock->widget());
            QVERIFY2(disorder.isEmpty(), qPrintable(dock->windowTitle() + QStringLiteral(": ") + disorder.join(u'\n')));
            controls += static_cast<int>(controlsOf(*dock->widget()).size());
        }
    }
    QVERIFY2(controls > 80, qPrintable(QString::number(controls)));
}

void TestAccessibility::everyDialogHasNamesAndAnOrder()
{
    test::Explorer explorer;
    explorer.bench().openExample();
    QVERIFY(explorer.waitForPlans());
    CalibrateDialog calibrate(QStringLiteral("torchtitan"), Framework::Torchtitan, {}, &explorer.window);
    ScriptDialog script(QStringLiteral("model.pt"), &explorer.window);
    const std::vector<std::pair<const char*, std::function<void()>>> openers {
        {"Profile", [&] { explorer.window.showProfileDialog(); }},
        {"How", [&] { explorer.action(QStringLiteral("How was this computed?"))->trigger(); }},
        {"Commands", [&] { explorer.action(QStringLiteral("Commands…"))->trigger(); }},
        {"Shortcuts", [&] { explorer.action(QStringLiteral("Keyboard shortcuts"))->trigger(); }},
        {"Manual", [&] { explorer.action(QStringLiteral("Manual"))->trigger(); }},
        {"Calibrate", [&] { calibrate.open(); }},
        {"Script", [&] { script.open(); }},
    };
    for (const auto& [name, open] : openers) {
        if (name == std::string_view("Profile") && !explorer.bench().canProfile()) {
            continue; // built without the profiler
        }
        open();
        QTRY_VERIFY2(openDialog(), name);
        QDialog* dialog = openDialog();
        QVERIFY2(!dialog->windowTitle().isEmpty() || !dialog->accessibleName().isEmpty(), name);
        QTRY_VERIFY2(!controlsOf(*dialog).isEmpty(), name);
        const QStringList wrong = namelessOf(*dialog) + disorderOf(*dialog);
        QVERIFY2(wrong.isEmpty(), qPrintable(QLatin1String(name) + QStringLiteral(": ") + wrong.join(u'\n')));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY2(!openDialog(), name);
    }
}

void TestAccessibility::chartsHaveWordsAndATable()
{
    static const QMap<QString, QString> tables {
        {QStringLiteral("TradeoffChart"), QStringLiteral("Throughput vs. peak memory, as a table")},
        {QStringLiteral("MemoryBars"), QStringLiteral("Memory per device, as a table")},
        {QStringLiteral("TimelineChart"), QStringLiteral("Timeline, as a table")},
        {QStringLiteral("StageStrip"), QStringLiteral("Table of stages")},
        {QStringLiteral("PartitionerBars"), QStringLiteral("Partitioners and their plans")},
        {QStringLiteral("SizingCurve"), QStringLiteral("Curve as a table")},
        {QStringLiteral("MeasuredChart"), QStringLiteral("Points of the selected layer")},
        {QStringLiteral("ChainChart"), QStringLiteral("Layers of the model, as a table")},
        {QStringLiteral("AgreementChart"), QStringLiteral("Runs, predicted and measured")},
        {QStringLiteral("ErrorHistogramChart"), QStringLiteral("Groups of runs with their errors")},
    };
    test::Explorer explorer;
    explorer.bench().openExample();
    QVERIFY(explorer.waitForPlans());
    for (auto* dock : explorer.window.findChildren<QDockWidget*>()) {
        dock->raise();
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY_WITH_TIMEOUT(explorer.window.timelinePane()->isUpToDate(), patient(20000));
    QTRY_VERIFY_WITH_TIMEOUT(explorer.window.sizingPane()->isUpToDate(), patient(60000));
    QTRY_VERIFY_WITH_TIMEOUT(explorer.window.partitionersPane()->isUpToDate(), patient(60000));
    QSet<QString> found;
    for (QWidget* widget : explorer.window.findChildren<QWidget*>()) {
        if (!dynamic_cast<ExportableChart*>(widget) || qobject_cast<ValidationResults*>(widget)) {
            continue; // consists of charts
        }
        const QString name = QString::fromLatin1(widget->metaObject()->className()).section(QStringLiteral("::"), -1);
        found << name;
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(name));
        const QString words = widget->accessibleDescription();
        QVERIFY2(words.endsWith(u'.') && words.size() > 15, qPrintable(name + QStringLiteral(": ") + words));
        QVERIFY2(tables.contains(name), qPrintable(name + QStringLiteral(" has no table")));
        QTableView* table_view = nullptr;
        for (QTableView* table : explorer.window.findChildren<QTableView*>()) {
            table_view = table->accessibleName() == tables[name] ? table : table_view;
        }
        QVERIFY2(table_view && table_view->model(), qPrintable(tables[name]));
        const bool filled = name != QStringLiteral("AgreementChart") && name != QStringLiteral("ErrorHistogramChart");
        QVERIFY2(!filled || table_view->model()->rowCount() > 0, qPrintable(tables[name]));
    }
    QCOMPARE(found.size(), tables.size());
}

// The main job works with the keyboard: open the example, set another model and cluster, inspect two plans, compare
// them, and export one.
void TestAccessibility::theMainJobGoesByKeys()
{
    test::Explorer explorer;
    explorer.activate();
    const Keyboard keys {explorer};
    QVERIFY(keys.tabTo([](const QWidget& widget) { return widget.accessibleName().contains(u"xample"); }));
    keys.press(Qt::Key_Space);
    QVERIFY(explorer.waitForPlans());
    const auto problem = [&] { return explorer.bench().document().session()->problem; };

    QVERIFY(keys.tabTo([](const QWidget& widget) { return widget.objectName() == QStringLiteral("model"); }));
    keys.type(QStringLiteral("gpt2-med"));
    QTRY_COMPARE_WITH_TIMEOUT(problem().model.name, std::string("gpt2-medium"), patient(10000));

    QVERIFY(keys.tabTo([](const QWidget& widget) { return widget.objectName() == QStringLiteral("cluster"); }));
    keys.press(Qt::Key_A, Qt::ControlModifier);
    keys.type(QStringLiteral("8xA100-80GB"));
    QCOMPARE(problem().cluster.name, std::string("8xA100-80GB"));
    QVERIFY(explorer.waitForPlans());

    keys.press(Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), explorer.window.candidatesPane()->filterField());
    QVERIFY(keys.tabTo([&](const QWidget& widget) { return &widget == explorer.window.candidatesPane()->table(); }));
    const PlanSelection& plans = explorer.bench().plans();
    const int first = plans.currentIndex();
    const QString memory = explorer.window.memoryPane()->bars()->accessibleDescription();
    keys.press(Qt::Key_Down);
    QVERIFY(plans.currentIndex() >= 0 && plans.currentIndex() != first);
    QVERIFY(explorer.window.memoryPane()->bars()->accessibleDescription() != memory);
    keys.press(Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(plans.currentIndex(), first);
    keys.press(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(explorer.window.comparing().comparison().columns.size(), std::size_t(2));

    // Compares both: the pane comes to the front, its table is read, one becomes the baseline and the table is
    // exported.
    ComparePane* compare = explorer.window.comparePane();
    QTRY_VERIFY(!compare->visibleRegion().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!compare->isEmptyShown() && compare->bars()->layout().rows.size() >= 2, patient(10000));
    QVERIFY(keys.tabTo([&](const QWidget& widget) { return &widget == compare->table(); }));
    keys.press(Qt::Key_Right);
    const int column = compare->currentColumn();
    keys.press(Qt::Key_B, Qt::ControlModifier);
    QTRY_COMPARE(explorer.window.comparing().comparison().baseline, column);
    explorer.dialogs.file = explorer.path("compared.csv");
    QVERIFY(keys.tabTo([&](const QWidget& widget) { return &widget == compare->table(); }));
    keys.press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(explorer.dialogs.file), patient(10000));

    keys.press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(keys.tabTo([&](const QWidget& widget) { return &widget == explorer.window.candidatesPane()->table(); }));
    keys.press(Qt::Key_Down);

    QVERIFY(keys.choose(Qt::Key_E, QStringLiteral("Copy plan as command line")));
    const QString command = QApplication::clipboard()->text();
    QVERIFY2(command.startsWith(QStringLiteral("stagecraft-cli estimate ")), qPrintable(command));
    QVERIFY2(command.contains(QStringLiteral("8xA100-80GB")), qPrintable(command));
    explorer.dialogs.file = explorer.path("plan.json");
    keys.press(Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(explorer.dialogs.file), patient(10000));
    QCOMPARE(explorer.dialogs.reported, QStringList());
}

void TestAccessibility::wordsStandOut_data()
{
    QTest::addColumn<Appearance>("appearance");
    QTest::newRow("light") << Appearance::Light;
    QTest::newRow("dark") << Appearance::Dark;
}

void TestAccessibility::wordsStandOut()
{
    QFETCH(Appearance, appearance);
    theme::apply(appearance);
    const QPalette palette = QApplication::palette();
    const auto expect = [](const QColor& words, const QColor& ground, const char* what) {
        const qreal contrast = theme::contrast(words, ground);
        QVERIFY2(contrast >= readable, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(what)).arg(contrast)));
    };
    const auto role = [&](QPalette::ColorRole words, QPalette::ColorRole ground, const char* what) {
        expect(palette.color(words), palette.color(ground), what);
    };
    role(QPalette::WindowText, QPalette::Window, "window");
    role(QPalette::WindowText, QPalette::Base, "labels of a pane");
    role(QPalette::Text, QPalette::Base, "text");
    role(QPalette::Text, QPalette::AlternateBase, "text of other rows");
    role(QPalette::ButtonText, QPalette::Button, "button");
    role(QPalette::HighlightedText, QPalette::Highlight, "selected text");
    role(QPalette::ToolTipText, QPalette::ToolTipBase, "tool tip");
    role(QPalette::Link, QPalette::Base, "link");
    role(QPalette::LinkVisited, QPalette::Base, "visited link");
    role(QPalette::PlaceholderText, QPalette::Base, "placeholder");
    const QColor text = palette.color(QPalette::Text);
    expect(text, theme::surface(palette), "text on the surface");
    expect(text, theme::selection(palette), "text of the selected row");
    for (const QColor& ground : {palette.color(QPalette::Base), palette.color(QPalette::Window),
                                 theme::surface(palette), theme::selection(palette)}) {
        expect(theme::mutedText(palette), ground, "secondary words");
    }
    for (const auto ground : {QPalette::Base, QPalette::Window}) {
        expect(theme::bad(palette), palette.color(ground), "errors");
    }
    for (const MemoryPart part : memoryParts) {
        const QColor color = theme::part(part, palette);
        expect(theme::textOn(color), color, qPrintable(partName(part)));
    }
    theme::apply(Appearance::Light);
}

void TestAccessibility::marksStandOut_data()
{
    wordsStandOut_data();
}

// A mark is visible by its color or its edge.
void TestAccessibility::marksStandOut()
{
    QFETCH(Appearance, appearance);
    theme::apply(appearance);
    const QPalette palette = QApplication::palette();
    const QColor base = palette.color(QPalette::Base);
    const auto expect = [](const QColor& mark, const QColor& ground, const QString& what) {
        const qreal contrast = theme::contrast(mark, ground);
        QVERIFY2(contrast >= visible, qPrintable(QStringLiteral("%1: %2").arg(what).arg(contrast)));
    };
    for (const MemoryPart part : memoryParts) {
        expect(theme::edge(theme::part(part, palette), palette), base, partName(part));
    }
    for (int role = 0; role <= static_cast<int>(PlanRole::Other); ++role) {
        expect(theme::edge(theme::plan(static_cast<PlanRole>(role), palette), palette), base,
               QStringLiteral("plan %1").arg(role));
    }
    for (const auto& [kind, name] : enumNames<SpanKind>) {
        expect(theme::edge(theme::operation(kind, palette), palette), base, QString::fromUtf8(name.data()));
    }
    for (int group = 0; group <= theme::groupColors; ++group) {
        expect(theme::edge(theme::group(group, palette), palette), base, QStringLiteral("group %1").arg(group));
    }
    for (int series = 0; series < 3; ++series) { // lines have no edge
        expect(theme::series(series, palette), base, QStringLiteral("series %1").arg(series));
    }
    expect(theme::accent(palette), base, QStringLiteral("accent"));
    expect(theme::accent(palette), palette.color(QPalette::Window), QStringLiteral("focus frame in the window"));
    expect(theme::bad(palette), base, QStringLiteral("overflow"));
    expect(theme::mutedText(palette), base, QStringLiteral("capacity"));
    theme::apply(Appearance::Light);
}

void TestAccessibility::marksArePaintedWithTheirEdge()
{
    const QPalette palette = theme::lightPalette();
    const QColor yellow = theme::part(MemoryPart::Boundaries, palette);
    const QColor base = palette.color(QPalette::Base);
    QVERIFY(theme::contrast(yellow, base) < visible); // needs an edge
    QImage image(40, 40, QImage::Format_RGB32);
    image.fill(base);
    QPainter painter(&image);
    theme::fillPart(painter, QRectF(10, 10, 20, 20), MemoryPart::Boundaries, palette);
    painter.end();
    for (const QPoint& at : {QPoint(10, 20), QPoint(29, 20), QPoint(20, 10), QPoint(20, 29)}) {
        QVERIFY(theme::contrast(image.pixelColor(at), base) >= visible);
    }
    QVERIFY(theme::contrast(image.pixelColor(12, 12), base) < visible); // the color is inside the edge
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    QAccessible::setActive(true);
    TestAccessibility test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_accessibility.moc"
