// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// No edit blocks the window for long, even with the longest layer table.
#include "core/model/layertable.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/busytime.h"
#include "tests/support/patience.h"
#include "ui/panes/profiles/profilespane.h"

#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QSpinBox>
#include <QUndoStack>

using namespace stagecraft;

namespace {

// ms: several times the duration of an edit at -O1 (10 to 60). bench_window measures the speed.
constexpr double mostBusy = 200;

// Makes layers that all differ, like measured ones.
QByteArray longestTable()
{
    QByteArray text = "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
                      "forward_seconds,backward_seconds\n";
    for (int i = 0; i < static_cast<int>(maxTableRows); ++i) {
        const int some = (i * 7919) % 997;
        text += "layer" + QByteArray::number(i) + ',' + QByteArray::number(1000 + some) + ','
            + QByteArray::number(16000 + 16 * some) + ',' + QByteArray::number(5000 + 3 * some) + ','
            + QByteArray::number(100 + some) + ',' + QByteArray::number(400 + some) + ",1,0,"
            + QByteArray::number(1e-4 + 1e-6 * some) + ',' + QByteArray::number(2e-4 + 1e-6 * some) + '\n';
    }
    return text;
}

struct LongTable : test::Explorer {
    bool open()
    {
        const QString file = path("long.csv");
        QFile table(file);
        if (!table.open(QIODevice::WriteOnly) || table.write(longestTable()) < 0) {
            return false;
        }
        table.close();
        window.openPath(file);
        return waitLong();
    }
    bool waitLong()
    {
        return comes([this] { return bench().isUpToDate() && bench().planState() == Workbench::PlanState::Planned; });
    }
};

}

class TestLongTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void editsLeaveTheWindowItsTime();
};

void TestLongTables::editsLeaveTheWindowItsTime()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("Sanitizers slow everything down");
#endif
    LongTable table;
    QVERIFY(table.open());
    const auto busy = [&](const char* what, auto edit) {
        test::BusyTime time;
        edit();
        const bool planned = table.waitLong();
        QTest::qWait(300); // until charts and tables are updated
        const double longest = time.longest();
        QVERIFY2(planned && longest < mostBusy,
                 qPrintable(QStringLiteral("%1: %2 ms").arg(QLatin1String(what)).arg(longest)));
    };
    busy("batch", [&] {
        auto* field = table.field<QSpinBox>("globalBatch");
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Up);
    });
    busy("tokens", [&] {
        auto* field = table.field<QLineEdit>("amount");
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("1M"));
    });
    busy("plan", [&] { table.bench().plans().select(1); });
    busy("undo", [&] { table.bench().undoStack().undo(); });
    table.window.profilesPane()->showModel(true);
    for (QDockWidget* dock : table.window.findChildren<QDockWidget*>()) {
        dock->show();
        dock->raise();
        QTest::qWait(100);
        busy(dock->objectName().toUtf8().constData(), [&] {
            auto* field = table.field<QLineEdit>("amount"); // the plans stay: no search
            field->setFocus();
            QTest::keyClicks(field, QStringLiteral("2"));
        });
    }
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestLongTables test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_longtables.moc"
