// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Response time of the window, longest block of its event loop, start time and frame time: the tables of
// docs/benchmarks.md. Usage: bench_window [edits|stalls|start|frames]...
#include "tests/bench/windowframes.h"
#include "tests/bench/windowstart.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/timeline/timelinechart.h"
#include "ui/panes/timeline/timelinepane.h"

#include <QClipboard>
#include <QDockWidget>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QUndoStack>

using namespace stagecraft;
using namespace stagecraft::bench;

namespace {

// Case with a separate workspace; the goal is for 1,024 devices.
struct Subject {
    const char* name;
    QString path; // empty: the bundled example
    // other memory, other number of devices, and the initial cluster of the other measurements
    std::array<const char*, 3> clusters;
    std::array<const char*, 2> batches;
    int rounds; // rounds of two edits: there and back
};

const std::array subjects {
    Subject {"example", {}, {"8xA100-80GB", "8xA100-80GB:40GiB", "2x8xA100-80GB"}, {"32", "64"}, 20},
    Subject {"GPT-3 175B, 1,024 devices",
             QStringLiteral("zoo:gpt3-175b"),
             {"128x8xA100-80GB", "128x8xA100-80GB:60GiB", "64x8xA100-80GB"},
             {"2048", "1024"},
             8},
};

struct Bench {
    test::Explorer explorer;

    bool isSettled()
    {
        const Workbench& bench = explorer.bench();
        return explorer.bench().isUpToDate() && bench.planState() == Workbench::PlanState::Planned
            && explorer.window.timelinePane()->isUpToDate();
    }
    void open(const Subject& subject)
    {
        if (subject.path.isEmpty()) {
            explorer.bench().openExample();
        } else {
            explorer.window.openPath(subject.path);
        }
        settle();
    }
    void settle()
    {
        if (!waitFor([this] { return isSettled(); })) {
            std::fprintf(stderr, "no plans came\n");
            std::exit(1);
        }
        waitForIdle();
    }
    // Replaces the content of a field with one input.
    void paste(QWidget* field, const char* text)
    {
        QApplication::clipboard()->setText(QLatin1String(text));
        field->setFocus();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_V, Qt::ControlModifier);
    }
    void set(const char* field, const char* text)
    {
        paste(explorer.field<QWidget>(field), text);
        settle();
    }
};

void timeEdits(Bench& bench, const Subject& subject)
{
    const auto edits = [&](const char* what, const std::function<void(int)>& edit) {
        Times times;
        for (int i = 0; i < 2 * subject.rounds; ++i) {
            times.add(timeOf([&] { edit(i); }, [&] { return bench.isSettled(); }));
        }
        times.print(what);
    };
    const auto pasted = [&](const char* field, const char* there, const char* back) {
        return [&bench, field, there, back](int i) {
            bench.paste(bench.explorer.field<QWidget>(field), i % 2 == 0 ? there : back);
        };
    };
    edits("batch", pasted("globalBatch", subject.batches[1], subject.batches[0]));
    auto* microBatch = bench.explorer.field<QSpinBox>("microBatch");
    edits("micro-batch", [&](int i) { QTest::keyClick(microBatch, i % 2 == 0 ? Qt::Key_Up : Qt::Key_Down); });
    edits("memory of a device", pasted("cluster", subject.clusters[1], subject.clusters[0]));
    edits("number of devices", pasted("cluster", subject.clusters[2], subject.clusters[0]));
    bench.set("globalBatch", subject.batches[1]); // a separate undo step
    edits("undo and redo", [&](int i) {
        i % 2 == 0 ? bench.explorer.bench().undoStack().undo() : bench.explorer.bench().undoStack().redo();
    });
    const int plans = static_cast<int>(bench.explorer.bench().plans().result()->candidates.size());
    edits("another plan selected", [&](int i) { bench.explorer.bench().plans().select((i + 1) % plans); });
}

// Times a move of the slider until the what-if plan is displayed, and until all results are displayed.
void timeSlider(Bench& bench, const Subject& subject)
{
    SizingPane& pane = *bench.explorer.window.sizingPane();
    bench.explorer.field<QDockWidget>("sizingDock")->raise();
    waitForIdle();
    if (!waitFor([&] { return pane.isUpToDate(); })) {
        std::fprintf(stderr, "the sizing is not answered within a minute\n");
    }
    auto* slider =
        pane.findChild<QSlider*>(QStringLiteral("lever%1Slider").arg(static_cast<int>(WhatIfParameter::Memory)));
    slider->setFocus();
    for (const bool all : {false, true}) {
        Times times;
        for (int i = 0; i < (all ? 2 : 2 * subject.rounds); ++i) {
            const auto move = [&] { QTest::keyClick(slider, i % 2 == 0 ? Qt::Key_Left : Qt::Key_Right); };
            times.add(all ? timeOf(move, [&] { return pane.isUpToDate(); })
                          : timeOf(
                              move, [&] { return pane.isPlanned(); }, Until::FirstPainting));
        }
        times.print(all ? "slider of the memory, all answers" : "slider of the memory, the plan");
    }
}

void edits()
{
    for (const Subject& subject : subjects) {
        Bench bench;
        bench.open(subject);
        bench.set("cluster", subject.clusters[0]);
        bench.set("globalBatch", subject.batches[0]);
        printHead(qPrintable(QStringLiteral("%1: edit until all is painted").arg(QLatin1String(subject.name))));
        MeasuringApplication::instance().forget();
        timeEdits(bench, subject);
        timeSlider(bench, subject);
        std::printf("\nlongest event, processor time and elapsed:\n\n");
        printStall("edits");
    }
}

void timeStall(const char* what, const std::function<void()>& act)
{
    MeasuringApplication::instance().forget();
    act();
    printStall(what);
}

void timePanes(Bench& bench)
{
    for (auto* dock : bench.explorer.window.findChildren<QDockWidget*>()) {
        timeStall(qPrintable(QStringLiteral("pane %1 to the front").arg(dock->windowTitle())), [&] {
            dock->raise();
            waitForIdle();
        });
    }
}

void timeTimeline(Bench& bench)
{
    bench.explorer.field<QDockWidget>("timelineDock")->raise();
    waitForIdle();
    TimelineChart* chart = bench.explorer.window.timelinePane()->chart();
    timeStall("timeline zoomed and moved", [&] {
        for (int i = 0; i < 60; ++i) {
            QTest::keyClick(chart,
                            i < 15       ? Qt::Key_Plus
                                : i < 30 ? Qt::Key_Right
                                : i < 45 ? Qt::Key_Down
                                         : Qt::Key_Minus);
            QCoreApplication::processEvents();
        }
        waitForIdle();
    });
    timeStall("operation selected", [&] {
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(chart, Qt::Key_Right, Qt::ControlModifier);
            QCoreApplication::processEvents();
        }
        waitForIdle();
    });
}

void stalls()
{
    for (const Subject& subject : subjects) {
        std::printf("\n| %s: longest event | processor time | elapsed | which |\n|---|--:|--:|---|\n", subject.name);
        Bench bench;
        bench.explorer.window.grab(); // loads the fonts
        timeStall("opened", [&] { bench.open(subject); });
        timeStall("cluster and batch changed", [&] {
            bench.set("cluster", subject.clusters[0]);
            bench.set("globalBatch", subject.batches[0]);
        });
        timePanes(bench);
        timeTimeline(bench);
        timeStall("plans selected", [&] {
            const int plans = static_cast<int>(bench.explorer.bench().plans().result()->candidates.size());
            for (int i = 0; i < 2 * plans; ++i) {
                bench.explorer.bench().plans().select(i % plans);
                bench.settle();
            }
        });
        timeStall("light and dark", [&] {
            theme::apply(Appearance::Dark);
            waitForIdle();
            theme::apply(Appearance::Light);
            waitForIdle();
        });
    }
}

void start()
{
    printHead("start of `stagecraft` until its first window is painted (all threads: with its end)");
    startTimes({}, "without a workspace");
    startTimes({test::dataFile("models/gpt2-tiny.json")}, "with a model");
}

void frameTables()
{
    timelineFrames();
    tradeoffFrames();
    memoryFrames();
}

}

int main(int argc, char** argv)
{
    const test::Home home;
    MeasuringApplication application(argc, argv);
    QApplication::setCursorFlashTime(0); // so that only changes cause paints
    theme::apply(Appearance::Light);
    const QStringList wanted = QApplication::arguments().mid(1);
    for (const auto& [name, part] : {std::pair {"frames", &frameTables}, std::pair {"stalls", &stalls},
                                     std::pair {"edits", &edits}, std::pair {"start", &start}}) {
        if (wanted.isEmpty() || wanted.contains(QLatin1String(name))) {
            part();
        }
    }
    return 0;
}
