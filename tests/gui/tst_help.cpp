// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The manual opens at the page of the focused pane; its links and pictures exist; commands are found by words; the list
// of shortcuts is complete.
#include "tests/gui/explorerfixture.h"
#include "ui/help/commandpalette.h"
#include "ui/help/help.h"
#include "ui/help/manualwindow.h"
#include "ui/help/shortcutlist.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/profiles/profilespane.h"

#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QTextBlock>
#include <QToolButton>
#include <QTreeWidget>

using namespace stagecraft;

namespace {

const QStringList panes {QStringLiteral("problem"),    QStringLiteral("candidates"), QStringLiteral("tradeoff"),
                         QStringLiteral("memory"),     QStringLiteral("timeline"),   QStringLiteral("stages"),
                         QStringLiteral("plan"),       QStringLiteral("jobs"),       QStringLiteral("measurements"),
                         QStringLiteral("validation"), QStringLiteral("model"),      QStringLiteral("compare")};

// Returns a widget of the pane that accepts the focus.
QWidget* focusIn(QWidget& pane)
{
    for (QWidget* widget : pane.findChildren<QWidget*>()) {
        if (widget->isVisible() && widget->isEnabled() && widget->focusPolicy() != Qt::NoFocus) {
            return widget;
        }
    }
    return nullptr;
}

struct HelpExplorer : test::Explorer {
    ManualWindow* manual() { return window.help()->manual(); }
    template <typename Dialog>
    Dialog* opened()
    {
        const auto found = [] { return qobject_cast<Dialog*>(QApplication::activeModalWidget()); };
        (void)QTest::qWaitFor([&] { return found() != nullptr; }, 5000);
        return found();
    }
    QString pageOfPane(const QString& name)
    {
        auto* pane = window.findChild<QWidget*>(name + QStringLiteral("Pane"));
        QWidget* dock = pane;
        while (!qobject_cast<QDockWidget*>(dock)) {
            dock = dock->parentWidget();
        }
        dock->show();
        dock->raise();
        if (name == QStringLiteral("model") || name == QStringLiteral("measurements")) {
            window.profilesPane()->showModel(name == QStringLiteral("model"));
        }
        QWidget* target = nullptr;
        (void)QTest::qWaitFor([&] { return pane->isVisible(); }, 5000);
        (void)QTest::qWaitFor([&] { return (target = focusIn(*pane)) || (target = focusIn(*dock)); }, 5000);
        if (!target) {
            return QStringLiteral("nothing in %1 takes the focus").arg(name);
        }
        if (manual()) {
            manual()->close();
        }
        activate();
        target->setFocus();
        QTest::keyClick(target, Qt::Key_F1);
        return manual() ? manual()->page() : QString();
    }
};

QStringList linksOf(const QTextDocument& page, bool images)
{
    QStringList links;
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextCharFormat format = part.fragment().charFormat();
            if (images && format.isImageFormat()) {
                links << format.toImageFormat().name();
            } else if (!images && format.isAnchor()) {
                links << format.anchorHref();
            }
        }
    }
    return links;
}

}

class TestHelp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void f1OpensThePageOfThePane();
    void everyLinkAndPictureIsThere();
    void oneGoesBackAndFindsWords();
    void commandsAreFoundAndTriggered();
    void disabledCommandsAreGray();
    void everyShortcutIsListed();
    void aQuestionMarkInAFieldIsText();
};

void TestHelp::f1OpensThePageOfThePane()
{
    HelpExplorer explorer;
    QTest::keyClick(&explorer.window, Qt::Key_F1);
    QCOMPARE(explorer.manual()->page(), QStringLiteral("index"));
    QVERIFY(explorer.manual()->isVisible());
    explorer.window.openPath(test::dataFile("models/gpt2-tiny.json"));
    QVERIFY(explorer.waitForPlans());
    for (const QString& pane : panes) {
        QCOMPARE(explorer.pageOfPane(pane), pane);
        QVERIFY(explorer.manual()->windowTitle().endsWith(QStringLiteral(" – Manual")));
    }
}

void TestHelp::everyLinkAndPictureIsThere()
{
    const QStringList pages = QDir(QStringLiteral(":/docs/manual")).entryList();
    for (const QString& pane : panes) {
        QVERIFY2(pages.contains(pane + QStringLiteral(".md")), qPrintable(pane));
    }
    ManualWindow manual;
    QSet<QString> linked;
    for (const QString& name : pages) {
        const QString page = QFileInfo(name).completeBaseName();
        manual.showPage(page);
        QCOMPARE(manual.page(), page);
        QVERIFY2(manual.browser()->toPlainText().size() > 500, qPrintable(page));
        QVERIFY2(!manual.browser()->toPlainText().contains(QStringLiteral("SPDX")), qPrintable(page));
        for (const QString& link : linksOf(*manual.browser()->document(), false)) {
            const QUrl url = manual.browser()->source().resolved(QUrl(link));
            QVERIFY2(ManualBrowser::has(url), qPrintable(page + QStringLiteral(": ") + link));
            linked << QFileInfo(url.path()).completeBaseName();
        }
        const QStringList pictures = linksOf(*manual.browser()->document(), true);
        const bool shows_nothing =
            QStringList {QStringLiteral("index"), QStringLiteral("dry-runs"), QStringLiteral("describe")}.contains(
                page); // page without a pane
        QCOMPARE(pictures.isEmpty(), shows_nothing);
        for (const QString& picture : pictures) {
            const QUrl url = manual.browser()->source().resolved(QUrl(picture));
            const QImage image(u':' + url.path());
            QVERIFY2(image.width() > 200, qPrintable(page + QStringLiteral(": ") + picture));
            QVERIFY2(QFileInfo(u':' + url.path()).size() < 150 * 1024, qPrintable(picture));
        }
    }
    for (const QString& name : pages) { // no page is reachable by F1 only
        QVERIFY2(name == QStringLiteral("index.md") || linked.contains(QFileInfo(name).completeBaseName()),
                 qPrintable(name));
    }
}

void TestHelp::oneGoesBackAndFindsWords()
{
    ManualWindow manual;
    manual.show();
    QVERIFY(QTest::qWaitForWindowExposed(&manual));
    manual.showPage(QStringLiteral("memory"));
    QVERIFY(!manual.backButton()->isEnabled());
    Q_EMIT manual.browser()->anchorClicked(QUrl(QStringLiteral("timeline.md")));
    QCOMPARE(manual.page(), QStringLiteral("timeline"));
    QTest::mouseClick(manual.backButton(), Qt::LeftButton);
    QCOMPARE(manual.page(), QStringLiteral("memory"));
    QTest::mouseClick(manual.forwardButton(), Qt::LeftButton);
    QCOMPARE(manual.page(), QStringLiteral("timeline"));
    manual.showPage(QStringLiteral("memory"));
    manual.activateWindow();
    manual.browser()->setFocus();
    QTest::keyClick(manual.browser(), Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(manual.findField()->hasFocus());
    QTest::keyClicks(manual.findField(), QStringLiteral("capacity"));
    QTest::keyClick(manual.findField(), Qt::Key_Return);
    QCOMPARE(manual.browser()->textCursor().selectedText().toLower(), QStringLiteral("capacity"));
    const int first = manual.browser()->textCursor().position();
    QTest::keyClick(manual.findField(), Qt::Key_Return);
    QVERIFY(manual.browser()->textCursor().position() != first);
    QTest::keyClick(manual.findField(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(manual.browser()->textCursor().selectedText().toLower(), QStringLiteral("capacity"));
    QVERIFY(manual.isVisible()); // Return does not close the window
}

void TestHelp::commandsAreFoundAndTriggered()
{
    HelpExplorer explorer;
    QVERIFY(explorer.openTable());
    explorer.activate();
    QTest::keyClick(&explorer.window, Qt::Key_P, Qt::ControlModifier);
    auto* palette = explorer.opened<CommandPalette>();
    QVERIFY(palette);
    const int all = palette->list()->topLevelItemCount();
    QVERIFY(all > 40);
    QTest::keyClicks(palette->field(), QStringLiteral("line COPY"));
    QVERIFY(palette->list()->topLevelItemCount() >= 1 && palette->list()->topLevelItemCount() < all);
    QTreeWidgetItem* found = palette->list()->currentItem();
    while (found && !found->text(0).contains(QStringLiteral("Copy plan as command line"))) {
        QTest::keyClick(palette->field(), Qt::Key_Down);
        QVERIFY(palette->list()->currentItem() != found);
        found = palette->list()->currentItem();
    }
    QVERIFY(found);
    QApplication::clipboard()->clear();
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QTRY_VERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("stagecraft-cli estimate ")));
    QTRY_VERIFY(!explorer.window.findChild<CommandPalette*>());

    explorer.activate();
    QTest::keyClick(&explorer.window, Qt::Key_P, Qt::ControlModifier);
    palette = explorer.opened<CommandPalette>();
    QVERIFY(palette);
    QTest::keyClicks(palette->field(), QStringLiteral("no such command"));
    QCOMPARE(palette->list()->topLevelItemCount(), 0);
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QVERIFY(palette->isVisible());
    QTest::keyClick(palette->field(), Qt::Key_Escape);
    QTRY_VERIFY(!explorer.window.findChild<CommandPalette*>());
}

void TestHelp::disabledCommandsAreGray()
{
    HelpExplorer explorer;
    CommandPalette palette(explorer.window);
    palette.show();
    QTest::keyClicks(palette.field(), QStringLiteral("save workspace as"));
    palette.field()->clear();
    QTest::keyClicks(palette.field(), QStringLiteral("file save as"));
    QTreeWidgetItem* save = nullptr;
    for (int row = 0; row < palette.list()->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = palette.list()->topLevelItem(row);
        if (item->text(0) == QStringLiteral("File › Save as…")) {
            save = item;
        }
    }
    QVERIFY(save && save->isDisabled()); // there is no workspace yet
    QCOMPARE(save->text(1), QStringLiteral("Ctrl+Shift+S"));
    palette.list()->setCurrentItem(save);
    QTest::keyClick(palette.field(), Qt::Key_Return);
    QVERIFY(palette.isVisible());
    QCOMPARE(explorer.dialogs.asked, QStringList());
}

void TestHelp::everyShortcutIsListed()
{
    HelpExplorer explorer;
    QVERIFY(explorer.openTable());
    QTest::keyClick(&explorer.window, '?');
    auto* list = explorer.opened<ShortcutList>();
    QVERIFY(list);
    QStringList reported;
    for (int row = 0; row < list->list()->topLevelItemCount(); ++row) {
        reported << list->list()->topLevelItem(row)->text(0) + u'\n' + list->list()->topLevelItem(row)->text(1);
    }
    QCOMPARE(QSet<QString>(reported.begin(), reported.end()).size(), reported.size());
    int shortcuts = 0;
    for (const QAction* action : explorer.window.findChildren<QAction*>()) {
        if (action->shortcut().isEmpty() || action->parent()->inherits("QLineEdit")
            || action->parent()->inherits("QTextEdit")
            || list->isAncestorOf(qobject_cast<QWidget*>(action->parent()))) {
            continue;
        }
        ++shortcuts;
        QVERIFY2(reported.contains(action->text().remove(u'&') + u'\n' + keysOf(*action)), qPrintable(action->text()));
    }
    QVERIFY(shortcuts > 20);
    QVERIFY(reported.contains(QStringLiteral("Timeline: Zoom in and out\n+, -"))); // charts have keys in addition
    QTest::keyClick(list, Qt::Key_Escape);
    QTRY_VERIFY(!explorer.window.findChild<ShortcutList*>());
}

void TestHelp::aQuestionMarkInAFieldIsText()
{
    HelpExplorer explorer;
    QVERIFY(explorer.openTable());
    QLineEdit* field = explorer.window.candidatesPane()->filterField();
    field->setFocus();
    QTest::keyClick(field, '?');
    QCOMPARE(field->text(), QStringLiteral("?"));
    QVERIFY(!explorer.window.findChild<ShortcutList*>());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestHelp help;
    return QTest::qExec(&help, argc, argv);
}
#include "tst_help.moc"
