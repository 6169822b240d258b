// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Slow files such as pipes and network drives: the window shows that it reads, stays usable, and can cancel.
#include "tests/gui/explorerfixture.h"
#include "tests/gui/grayed.h"
#include "tests/support/patience.h"
#include "ui/models/validationdata.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/problem/problempane.h"

#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <stop_token>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace stagecraft;
using stagecraft::test::isGray;

namespace {

// A window with the table of sixteen layers, and a pipe without a writer.
struct Waiting {
    test::Explorer explorer;
    Workbench& bench = explorer.bench();
    QString pipe = explorer.path("slow.json");

    bool begin() { return ::mkfifo(pipe.toLocal8Bit(), 0600) == 0 && explorer.openTable(); }
    std::string model() { return bench.document().session()->problem.model.name; }
    void drop()
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(pipe)});
        QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&explorer.window, &enter);
        QDropEvent event(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&explorer.window, &event);
    }
    bool statusSays(const QString& words)
    {
        const auto labels = explorer.window.statusBar()->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->isVisible() && label->text() == words; });
    }
    // Writes to the pipe when a reader has opened it.
    bool write(const QByteArray& content)
    {
        int writer = -1;
        const bool open = QTest::qWaitFor(
            [&] { return (writer = ::open(pipe.toLocal8Bit(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) >= 0; }, 5000);
        const bool written =
            open && ::write(writer, content.constData(), static_cast<std::size_t>(content.size())) == content.size();
        ::close(writer);
        return written;
    }
};

}

class TestSlowFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsReadIsSaid();
    void whatIsGivenUpKeepsNothingWaiting();
    void closingDoesNotWait();
    void openingAWorkspaceIsSaid();
    void aClusterFileIsReadBelowItsField();
    void measuredRunsAreGivenUp();
};

void TestSlowFiles::whatIsReadIsSaid()
{
    Waiting waiting;
    QVERIFY(waiting.begin());
    QElapsedTimer clock;
    clock.start();
    waiting.drop();
    QVERIFY(clock.elapsed() < patient(100));
    QVERIFY(waiting.statusSays(QStringLiteral("Reading…")));
    QVERIFY(waiting.explorer.window.candidatesPane()->isOld()); // gray with the next frame
    QTRY_VERIFY(isGray(*waiting.explorer.window.candidatesPane()->table()));
    // The window stays usable meanwhile.
    auto* batch = waiting.explorer.field<QSpinBox>("globalBatch");
    batch->setFocus();
    batch->selectAll();
    QTest::keyClicks(batch, QStringLiteral("48"));
    QTest::keyClick(batch, Qt::Key_Return);
    QCOMPARE(waiting.bench.document().session()->problem.workload.global_batch, 48);
    QVERIFY(waiting.bench.isReading());
    QTRY_VERIFY(waiting.explorer.field<QPushButton>("cancelRunningJob")->isVisible());
    QCOMPARE(waiting.explorer.field<QPushButton>("runningJob")->text(), QStringLiteral("Reading slow.json"));
}

void TestSlowFiles::whatIsGivenUpKeepsNothingWaiting()
{
    Waiting waiting;
    QVERIFY(waiting.begin());
    waiting.drop();
    auto* cancel = waiting.explorer.field<QPushButton>("cancelRunningJob");
    QTRY_VERIFY(cancel->isVisible());
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(!waiting.bench.isReading());
    QVERIFY(!cancel->isVisible());
    QVERIFY(waiting.explorer.waitForPlans());
    QTRY_VERIFY(!isGray(*waiting.explorer.window.candidatesPane()->table()));
    QCOMPARE(waiting.model(), std::string("sixteen-layers"));
    QCOMPARE(waiting.bench.jobs().rowOf(FileReader::jobId()), -1);
    QTest::qWait(300); // until the reader has closed the pipe
    QElapsedTimer clock;
    clock.start();
    waiting.drop(); // once more, now with a writer
    QFile config(test::dataFile("configs/gpt2.json"));
    QVERIFY(config.open(QIODevice::ReadOnly) && waiting.write(config.readAll()));
    QTRY_COMPARE(waiting.model(), std::string("slow"));
    QVERIFY(clock.elapsed() < patient(5000));
    QCOMPARE(waiting.explorer.dialogs.reported, QStringList());
}

void TestSlowFiles::closingDoesNotWait()
{
    QElapsedTimer clock;
    {
        Waiting waiting;
        QVERIFY(waiting.begin());
        waiting.drop();
        QTest::qWait(200);
        QVERIFY(waiting.bench.isReading());
        clock.start();
    }
    QVERIFY(clock.elapsed() < patient(5000));
}

void TestSlowFiles::openingAWorkspaceIsSaid()
{
    Waiting waiting;
    QVERIFY(waiting.begin());
    const QString other = waiting.explorer.path("workspace.stagecraft");
    QVERIFY(QFile::copy(test::dataFile("workspace-v5.stagecraft"), other));
    QVERIFY(QFile::setPermissions(other, QFile::ReadOwner | QFile::WriteOwner));
    waiting.explorer.window.openPath(other);
    QVERIFY(waiting.bench.isReading());
    QVERIFY(waiting.statusSays(QStringLiteral("Reading…")));
    QVERIFY(waiting.explorer.window.candidatesPane()->isOld());
    QTRY_COMPARE(waiting.bench.document().path(), other);
    QTRY_VERIFY(!waiting.bench.isReading());
}

void TestSlowFiles::aClusterFileIsReadBelowItsField()
{
    QElapsedTimer clock;
    {
        Waiting waiting;
        QVERIFY(waiting.begin());
        const auto says = [&] {
            const auto labels = waiting.explorer.window.problemPane()->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->isVisible() && label->text() == QStringLiteral("Reading…");
            });
        };
        QVERIFY(!says());
        auto* cluster = waiting.explorer.field<QLineEdit>("cluster");
        cluster->setFocus();
        cluster->selectAll();
        QTest::keyClicks(cluster, waiting.pipe);
        QTest::keyClick(cluster, Qt::Key_Return);
        QVERIFY(says());
        clock.start();
    }
    QVERIFY(clock.elapsed() < patient(5000)); // closing does not wait
}

// Cancel also stops the reading of runs, for comparisons and for calibrations.
void TestSlowFiles::measuredRunsAreGivenUp()
{
    const QTemporaryDir folder;
    const QString pipe = folder.filePath(QStringLiteral("runs.csv"));
    QCOMPARE(::mkfifo(pipe.toLocal8Bit(), 0600), 0);
    std::stop_source source;
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        source.request_stop();
    });
    QElapsedTimer clock;
    clock.start();
    const auto runs = readRunsOf(QStringList {pipe}, source.get_token());
    stopper.join();
    QVERIFY(!runs);
    QCOMPARE(runs.error().code, ErrorCode::Cancelled);
    QVERIFY(clock.elapsed() < patient(2000));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestSlowFiles test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_slowfiles.moc"
