// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// TorchScript files in the window are not loaded without the user's permission.
#include "tests/gui/explorerfixture.h"
#include "ui/dialogs/scriptdialog.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace stagecraft;

namespace {

QPushButton* buttonOf(const QDialog& dialog, const QString& text)
{
    for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
        if (button->text().remove(u'&') == text) {
            return button;
        }
    }
    return nullptr;
}

// A worker that leaves a marker file when it is started, and fails.
QString spyIn(const QTemporaryDir& folder)
{
    QFile spy(folder.filePath(QStringLiteral("worker")));
    if (!spy.open(QIODevice::WriteOnly)) {
        return {};
    }
    spy.write("#!/bin/sh\ntouch \"$(dirname \"$0\")/started\"\nexit 1\n");
    spy.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    return spy.fileName();
}

}

class TestScripts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dialogTakesSamplesOnly();
    void nothingIsLoadedUnlessTrusted();
};

void TestScripts::dialogTakesSamplesOnly()
{
    ScriptDialog dialog(QStringLiteral("/models/net.pt"));
    QSignalSpy chosen(&dialog, &ScriptDialog::chosen);
    auto* input = dialog.findChild<QLineEdit*>();
    QPushButton* load = buttonOf(dialog, QStringLiteral("Trust and load"));
    QVERIFY(input && load);
    QVERIFY(load->isEnabled()); // the file may contain the sample
    for (const char* wrong : {"3,224,224", "tokens:512", "0x3", "100000x100000x100000"}) {
        input->setText(QLatin1String(wrong));
        QVERIFY2(!load->isEnabled(), wrong);
    }
    input->setText(QStringLiteral(" tokens:512:50257 "));
    QVERIFY(load->isEnabled());
    load->click();
    QCOMPARE(chosen.size(), 1);
    const auto request = qvariant_cast<DescribeRequest>(chosen.first().first());
    QVERIFY((request == DescribeRequest {"/models/net.pt", {{512}, 50257}, true}));
}

void TestScripts::nothingIsLoadedUnlessTrusted()
{
    test::Explorer explorer;
    qputenv("STAGECRAFT_WORKER_PATH", spyIn(explorer.folder).toLocal8Bit());
    QFile::copy(QStringLiteral(TEST_DATA "/scripts/scripted.pt"), explorer.path("net.pt"));
    explorer.window.openPath(explorer.path("net.pt"));
    QTRY_VERIFY(explorer.window.findChild<ScriptDialog*>());
    auto* first = explorer.window.findChild<ScriptDialog*>();
    QVERIFY(first->isVisible());
    buttonOf(*first, QStringLiteral("Cancel"))->click();
    QTRY_VERIFY(!explorer.window.findChild<ScriptDialog*>());
    QVERIFY(!QFile::exists(explorer.path("started")));
    QVERIFY(!explorer.bench().document().session());

    explorer.window.openPath(explorer.path("net.pt"));
    QTRY_VERIFY(explorer.window.findChild<ScriptDialog*>());
    auto* second = explorer.window.findChild<ScriptDialog*>();
    second->findChild<QLineEdit*>()->setText(QStringLiteral("3x32x32"));
    buttonOf(*second, QStringLiteral("Trust and load"))->click();
    QTRY_VERIFY(QFile::exists(explorer.path("started")));
    // The error is reported; nothing else has changed.
    QTRY_COMPARE(explorer.dialogs.reported.size(), 1);
    QVERIFY2(explorer.dialogs.reported.first().contains(QStringLiteral("Cannot read the model")),
             qPrintable(explorer.dialogs.reported.first()));
    QVERIFY(!explorer.bench().document().session());
    qunsetenv("STAGECRAFT_WORKER_PATH");
}

int main(int count, char** arguments)
{
    const test::Home home;
    QApplication application(count, arguments);
    TestScripts tests;
    return QTest::qExec(&tests, count, arguments);
}
#include "tst_scripts.moc"
