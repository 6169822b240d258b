// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/windowtimes.h"
#include "tests/models/plans.h"
#include "tests/support/timelines.h"
#include "ui/charts/memorybars.h"
#include "ui/panes/timeline/timelinechart.h"
#include "ui/panes/tradeoff/tradeoffchart.h"

#include <QScrollBar>

namespace stagecraft::bench {

inline constexpr int frames = 100;

// Times a hundred changes, each with a full repaint of `painted`.
inline void timeFrames(const char* what, QWidget& painted, const std::function<void(int)>& change)
{
    Times times;
    for (int i = 0; i < frames; ++i) {
        const Moment begin;
        change(i);
        painted.repaint();
        times.add(Moment() - begin);
        QCoreApplication::processEvents();
    }
    times.print(what);
}

inline void showAlone(QWidget& widget)
{
    widget.resize(1440, 800);
    widget.show();
    widget.setFocus();
    waitForIdle();
    widget.grab(); // loads the fonts
}

inline void timelineFrames()
{
    const PipelineShape shape {64, 64, 400};
    const auto data = makeTimelineData(testing::planOf(ScheduleKind::OneForwardOneBackward, shape),
                                       testing::timelineOf(ScheduleKind::OneForwardOneBackward, shape),
                                       std::vector<Bytes>(64, gibibytes(80)), {});
    std::printf("\n%zu operations\n", data->timeline().spans.size());
    printHead("timeline, a frame while");
    TimelineChart chart;
    showAlone(chart);
    chart.setData(data);
    waitForIdle();
    const auto key = [&](Qt::Key key) { return [&chart, key](int) { QTest::keyClick(&chart, key); }; };
    timeFrames("all of it is shown", *chart.viewport(), [](int) {});
    timeFrames("zooming in", *chart.viewport(), [&](int i) { key(i < 30 ? Qt::Key_Plus : Qt::Key_Minus)(i); });
    QTest::keyClick(&chart, Qt::Key_Home);
    for (const int zoomed : {4, 8, 12}) {
        QTest::keyClick(&chart, Qt::Key_Home);
        for (int i = 0; i < zoomed; ++i) {
            QTest::keyClick(&chart, Qt::Key_Plus);
        }
        timeFrames(qPrintable(QStringLiteral("panning, zoomed in %1 times").arg(std::pow(1.25, zoomed), 0, 'f', 1)),
                   *chart.viewport(), [&](int i) { key(i % 20 < 10 ? Qt::Key_Right : Qt::Key_Left)(i); });
    }
    timeFrames("scrolling over the pipeline ranks", *chart.viewport(),
               [&](int i) { key(i % 40 < 20 ? Qt::Key_Down : Qt::Key_Up)(i); });
}

// Makes plans whose peak decreases with step time, and others above that front.
inline std::shared_ptr<const SearchResult> manyPlans(int count)
{
    QString text;
    for (int i = 0; i < count; ++i) {
        const double step = 1 + (i % 97) * 0.02;
        const double peak = 6 / step + (i % 53) * 0.11;
        const char* const label = i == 0 ? "recommended" : i % 53 == 0 ? "front" : "-";
        text += QStringLiteral("%1 %2 %3 1 %4 8 %5\n")
                    .arg(QLatin1String(i % 3 == 0 ? "deepspeed-uniform" : "stagecraft"), QLatin1String(label))
                    .arg(1 << (i % 4))
                    .arg(peak)
                    .arg(step);
    }
    return test::plansFrom(qPrintable(text));
}

inline void tradeoffFrames()
{
    printHead("trade-off, 5,000 plans, a frame while");
    PlanSelection plans;
    TradeoffChart chart(plans);
    showAlone(chart);
    const auto result = manyPlans(5000);
    timeFrames("other plans come", *chart.viewport(), [&](int) { plans.setResult(result); });
    timeFrames("selecting from plan to plan", *chart.viewport(), [&](int) { QTest::keyClick(&chart, Qt::Key_Right); });
    timeFrames("the pointer moves", *chart.viewport(), [&](int i) {
        QTest::mouseMove(chart.viewport(), QPoint(200 + i * 8, 200 + i * 3));
        QCoreApplication::processEvents();
    });
    timeFrames("zooming in and out", *chart.viewport(), [&](int i) {
        if (i % 2 == 0) {
            QTest::mousePress(chart.viewport(), Qt::LeftButton, {}, {400, 200});
            QTest::mouseMove(chart.viewport(), {900, 500});
            QTest::mouseRelease(chart.viewport(), Qt::LeftButton, {}, {900, 500});
        } else {
            QTest::keyClick(&chart, Qt::Key_Escape);
        }
    });
}

inline void memoryFrames()
{
    printHead("memory, 1,024 devices, a frame while");
    const auto result = test::plansFrom("stagecraft recommended 64 16 5 8 1\n stagecraft front 16 64 6 8 1");
    MemoryBars bars;
    showAlone(bars);
    timeFrames("other plans come", *bars.viewport(), [&](int i) {
        bars.setDevices(result->candidates[static_cast<std::size_t>(i % 2)].estimate.devices, {});
    });
    timeFrames("scrolling", *bars.viewport(), [&](int i) {
        bars.verticalScrollBar()->triggerAction(i % 40 < 20 ? QScrollBar::SliderSingleStepAdd
                                                            : QScrollBar::SliderSingleStepSub);
    });
}

}
