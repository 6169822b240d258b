// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// A workspace on a full disk: a notice stays until all edits are stored, and edits are not lost without a question.
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/filesizelimit.h"
#include "tests/support/patience.h"
#include "ui/mainwindow/readonlynotice.h"
#include "ui/mainwindow/unstorednotice.h"

#include <QFile>
#include <QPushButton>
#include <QSpinBox>

using namespace stagecraft;
using stagecraft::testing::FileSizeLimit;

namespace {

constexpr rlim_t full = 20'000; // bytes: less than any workspace has

std::optional<int> storedBatch(const QString& path)
{
    auto workspace = Workspace::open(path.toStdString(), OpenMode::ReadOnly);
    const auto session = workspace ? workspace->session() : Result<std::optional<PlanningSession>>(std::nullopt);
    if (!session || !*session) {
        return {};
    }
    return static_cast<int>((*session)->problem.workload.global_batch);
}

// A window with a workspace in a temporary folder, whose disk can be full.
struct Editor {
    test::Explorer explorer;
    const QString path = explorer.path("w.stagecraft");
    std::unique_ptr<FileSizeLimit> limit;

    bool open()
    {
        explorer.dialogs.file = path;
        if (!explorer.openTable()) {
            return false;
        }
        explorer.action(QStringLiteral("Save as…"))->trigger();
        return comes([this] { return explorer.bench().document().path() == path; });
    }
    void fillDisk() { limit = std::make_unique<FileSizeLimit>(full); }
    void makeRoom() { limit.reset(); }
    void setBatch(int batch)
    {
        auto* field = explorer.field<QSpinBox>("globalBatch");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::number(batch));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(explorer.bench().document().session()->problem.workload.global_batch, batch);
    }
    UnstoredNotice& notice() { return *explorer.window.unstoredNotice(); }
    bool isSaidNotToBeSaved()
    {
        return notice().isVisible() && explorer.window.windowTitle().contains(QStringLiteral("(not saved)"));
    }
};

}

class TestNotStored : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itIsSaidAsLongAsItIsTrue();
    void theButtonTriesAgain();
    void itIsTriedFromTimeToTime();
    void closingAsks();
    void anotherWorkspaceIsAskedAbout();
    void aCopyElsewhereHasTheNewest();
};

// The notice stays visible while the disk is full; it does not appear once per edit, or in a dialog.
void TestNotStored::itIsSaidAsLongAsItIsTrue()
{
    Editor editor;
    QVERIFY(editor.open());
    editor.setBatch(32);
    QTRY_COMPARE(storedBatch(editor.path), 32);
    QVERIFY(!editor.isSaidNotToBeSaved());
    editor.fillDisk();
    for (const int batch : {48, 64, 96}) {
        editor.setBatch(batch);
        QTRY_VERIFY(editor.isSaidNotToBeSaved());
    }
    QVERIFY2(editor.notice().text().contains(QStringLiteral("not saved")), qPrintable(editor.notice().text()));
    QVERIFY(editor.explorer.waitForPlans()); // the user can continue
    editor.explorer.action(QStringLiteral("Sizing"))->trigger();
    QVERIFY(editor.isSaidNotToBeSaved());
    QCOMPARE(editor.explorer.dialogs.reported, QStringList());
    QCOMPARE(storedBatch(editor.path), 32);
    // The next edit stores everything.
    editor.makeRoom();
    editor.setBatch(80);
    QTRY_VERIFY(!editor.notice().isVisible());
    QVERIFY(!editor.explorer.window.windowTitle().contains(QStringLiteral("(not saved)")));
    QTRY_COMPARE(storedBatch(editor.path), 80); // (unreadable while another write is in progress)
}

void TestNotStored::theButtonTriesAgain()
{
    Editor editor;
    QVERIFY(editor.open());
    editor.fillDisk();
    editor.setBatch(48);
    QTRY_VERIFY(editor.isSaidNotToBeSaved());
    QTest::mouseClick(editor.notice().againButton(), Qt::LeftButton);
    QTest::qWait(200);
    QVERIFY(editor.isSaidNotToBeSaved()); // still full
    editor.makeRoom();
    QTest::mouseClick(editor.notice().againButton(), Qt::LeftButton);
    QTRY_VERIFY(!editor.notice().isVisible());
    QCOMPARE(storedBatch(editor.path), 48);
}

void TestNotStored::itIsTriedFromTimeToTime()
{
    Editor editor;
    QVERIFY(editor.open());
    editor.fillDisk();
    editor.setBatch(48);
    QTRY_VERIFY(editor.isSaidNotToBeSaved());
    editor.makeRoom();
    QTRY_VERIFY_WITH_TIMEOUT(!editor.notice().isVisible(), patient(15000));
    QCOMPARE(storedBatch(editor.path), 48);
}

void TestNotStored::closingAsks()
{
    Editor editor;
    QVERIFY(editor.open());
    editor.setBatch(32);
    QTRY_COMPARE(storedBatch(editor.path), 32);
    editor.fillDisk();
    editor.setBatch(48);
    editor.explorer.window.close(); // at once, before the notice appears
    QVERIFY(editor.explorer.window.isVisible());
    QCOMPARE(editor.explorer.dialogs.asked.last(), QStringLiteral("Discard unsaved changes?"));
    editor.explorer.dialogs.choice = 1;
    editor.explorer.window.close();
    QTRY_VERIFY(!editor.explorer.window.isVisible());
    QCOMPARE(storedBatch(editor.path), 32);
    editor.makeRoom();
    // After space was freed, closing asks nothing and loses nothing.
    Editor lucky;
    QVERIFY(lucky.open());
    lucky.fillDisk();
    lucky.setBatch(48);
    QTRY_VERIFY(lucky.isSaidNotToBeSaved());
    lucky.makeRoom();
    lucky.explorer.dialogs.asked.clear();
    QVERIFY(lucky.explorer.window.close());
    QCOMPARE(lucky.explorer.dialogs.asked, QStringList());
    QCOMPARE(storedBatch(lucky.path), 48);
}

void TestNotStored::anotherWorkspaceIsAskedAbout()
{
    Editor editor;
    QVERIFY(editor.open());
    editor.fillDisk();
    editor.setBatch(48);
    QTRY_VERIFY(editor.isSaidNotToBeSaved());
    editor.explorer.action(QStringLiteral("New workspace"))->trigger();
    QCOMPARE(editor.explorer.dialogs.asked.last(), QStringLiteral("Discard unsaved changes?"));
    QTest::qWait(200);
    QCOMPARE(editor.explorer.bench().document().path(), editor.path);
    QVERIFY(editor.isSaidNotToBeSaved());
    editor.makeRoom();
    editor.explorer.dialogs.choice = 1;
    editor.explorer.action(QStringLiteral("New workspace"))->trigger();
    QTRY_VERIFY(editor.explorer.bench().document().path() != editor.path);
    QVERIFY(!editor.notice().isVisible());
    QTRY_COMPARE(storedBatch(editor.path), 48); // closing makes a last attempt
}

void TestNotStored::aCopyElsewhereHasTheNewest()
{
    Editor editor;
    QVERIFY(editor.open());
    editor.setBatch(32);
    QTRY_COMPARE(storedBatch(editor.path), 32);
    editor.fillDisk();
    editor.setBatch(48);
    QTRY_VERIFY(editor.isSaidNotToBeSaved());
    editor.makeRoom(); // another disk has space
    editor.explorer.dialogs.file = editor.explorer.path("elsewhere.stagecraft");
    QTest::mouseClick(editor.notice().copyButton(), Qt::LeftButton);
    QTRY_COMPARE(editor.explorer.bench().document().path(), editor.explorer.dialogs.file);
    QTRY_COMPARE(storedBatch(editor.explorer.dialogs.file), 48);
    QTRY_VERIFY(!editor.notice().isVisible());
    QCOMPARE(editor.explorer.bench().document().session()->problem.workload.global_batch, 48);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestNotStored test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_notstored.moc"
