// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/chrometrace.h"
#include "core/exchange/memorycsv.h"
#include "core/memory/largestpart.h"
#include "tests/support/chains.h"
#include "tests/support/timelines.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

using namespace stagecraft;

namespace {

QJsonObject parsed(const std::string& trace)
{
    QJsonParseError error;
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(trace), &error).object();
    return error.error == QJsonParseError::NoError ? object : QJsonObject();
}

QList<QJsonObject> eventsOf(const QJsonObject& trace, const QString& phase)
{
    QList<QJsonObject> events;
    for (const QJsonValue& event : trace["traceEvents"].toArray()) {
        if (event["ph"].toString() == phase) {
            events << event.toObject();
        }
    }
    return events;
}

QString argumentOf(const QList<QJsonObject>& metadata, const QString& name, int pid, int tid)
{
    for (const QJsonObject& event : metadata) {
        if (event["name"].toString() == name && event["pid"].toInt() == pid && event["tid"].toInt() == tid) {
            return event["args"]["name"].toString();
        }
    }
    return {};
}

qint64 nanosecondsOf(const QJsonValue& microseconds)
{
    return std::llround(microseconds.toDouble() * 1000);
}

}

class TimelineFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySpanIsAnEventInMicroseconds();
    void pipelineRanksAndLanesHaveNames();
    void eventsOfOneThreadDoNotOverlap_data();
    void eventsOfOneThreadDoNotOverlap();
    void whatAnEventWaitedForIsNamed();
    void bucketsWaitForThePartThatMadeThem();
    void theCounterPeaksWhereThePlanDoes();
    void aTimelineWithoutSpansIsStillATrace();
    void theTableHoldsEveryPoint();
    void figuresThatGiveNoTimesAreRefused();
};

void TimelineFilesTest::everySpanIsAnEventInMicroseconds()
{
    const PipelineShape shape {3, 3, 5};
    const auto kind = ScheduleKind::OneForwardOneBackward;
    const PlanTimeline timeline = testing::timelineOf(kind, shape);
    const QJsonObject trace = parsed(chromeTrace(testing::planOf(kind, shape), timeline));
    QCOMPARE(trace["otherData"]["format"].toString(), QStringLiteral("stagecraft-timeline"));
    QCOMPARE(trace["otherData"]["version"].toInt(), 1);
    const auto events = eventsOf(trace, QStringLiteral("X"));
    QCOMPARE(static_cast<std::size_t>(events.size()), timeline.timeline.spans.size());
    for (const QJsonObject& event : events) {
        const Span& span = timeline.timeline.spans[static_cast<std::size_t>(event["args"]["span"].toInt())];
        QCOMPARE(event["cat"].toString().toStdString(), std::string(nameOf(span.kind)));
        QVERIFY(std::fabs(event["ts"].toDouble() - span.start.value * 1e6) < 1e-3);
        QVERIFY(std::fabs(event["dur"].toDouble() - span.duration().value * 1e6) < 2e-3);
        QCOMPARE(event["pid"].toInt(), span.pipeline_rank);
        QCOMPARE(event["args"]["stage"].toInt(), span.stage);
        QCOMPARE(event["args"]["micro_batch"].toInteger(), span.micro_batch);
    }
}

void TimelineFilesTest::pipelineRanksAndLanesHaveNames()
{
    const PipelineShape shape {2, 4, 4};
    const auto kind = ScheduleKind::Interleaved;
    const PlanTimeline timeline = testing::timelineOf(kind, shape);
    const QJsonObject trace = parsed(chromeTrace(testing::planOf(kind, shape), timeline));
    const auto names = eventsOf(trace, QStringLiteral("M"));
    QCOMPARE(argumentOf(names, QStringLiteral("process_name"), 0, 0),
             QStringLiteral("pipeline rank 0 (layers 0-2, 6-8)"));
    QCOMPARE(argumentOf(names, QStringLiteral("process_name"), 1, 0),
             QStringLiteral("pipeline rank 1 (layers 3-5, 9-11)"));
    for (const QJsonObject& event : eventsOf(trace, QStringLiteral("X"))) {
        const Span& span = timeline.timeline.spans[static_cast<std::size_t>(event["args"]["span"].toInt())];
        QString lane = QString::fromUtf8(nameOf(span.lane).data()).replace(u'_', u' ');
        const QString name =
            argumentOf(names, QStringLiteral("thread_name"), event["pid"].toInt(), event["tid"].toInt());
        QVERIFY2(name.startsWith(lane), qPrintable(name));
    }
}

void TimelineFilesTest::eventsOfOneThreadDoNotOverlap_data()
{
    QTest::addColumn<ScheduleKind>("schedule");
    QTest::addColumn<int>("pipeline_ranks");
    QTest::addColumn<int>("stages");
    QTest::newRow("gpipe") << ScheduleKind::GPipe << 4 << 4;
    QTest::newRow("1f1b") << ScheduleKind::OneForwardOneBackward << 4 << 4;
    // two links to later stages from a pipeline rank
    QTest::newRow("interleaved") << ScheduleKind::Interleaved << 4 << 8;
    QTest::newRow("zero bubble") << ScheduleKind::ZeroBubbleH1 << 4 << 4;
    QTest::newRow("chimera") << ScheduleKind::Chimera << 4 << 4;
}

void TimelineFilesTest::eventsOfOneThreadDoNotOverlap()
{
    QFETCH(ScheduleKind, schedule);
    QFETCH(int, pipeline_ranks);
    QFETCH(int, stages);
    const PipelineShape shape {pipeline_ranks, stages, 8};
    const PlanTimeline timeline = testing::timelineOf(schedule, shape, true);
    const QJsonObject trace = parsed(chromeTrace(testing::planOf(schedule, shape), timeline));
    std::map<std::pair<int, int>, std::vector<std::pair<qint64, qint64>>> threads;
    for (const QJsonObject& event : eventsOf(trace, QStringLiteral("X"))) {
        const qint64 start = nanosecondsOf(event["ts"]);
        threads[{event["pid"].toInt(), event["tid"].toInt()}].emplace_back(start, start + nanosecondsOf(event["dur"]));
    }
    QVERIFY(threads.size() > static_cast<std::size_t>(pipeline_ranks));
    for (auto& [thread, spans] : threads) {
        std::sort(spans.begin(), spans.end());
        for (std::size_t i = 1; i < spans.size(); ++i) {
            QVERIFY(spans[i].first >= spans[i - 1].second);
        }
    }
}

void TimelineFilesTest::whatAnEventWaitedForIsNamed()
{
    const PipelineShape shape {2, 2, 1};
    const auto kind = ScheduleKind::OneForwardOneBackward;
    const QJsonObject trace = parsed(chromeTrace(testing::planOf(kind, shape), testing::timelineOf(kind, shape)));
    for (const QJsonObject& event : eventsOf(trace, QStringLiteral("X"))) {
        if (event["name"].toString() == QStringLiteral("forward 0") && event["pid"].toInt() == 1) {
            QCOMPARE(event["args"]["waited_for"].toString(),
                     QStringLiteral("send activation 0 of stage 0 on pipeline rank 0"));
            return;
        }
    }
    QFAIL("the second pipeline rank does nothing");
}

// Buckets wait for the part of the backward pass that produced them; gradients are sent during the backward pass, which
// ends when ranks have waited for each other.
void TimelineFilesTest::bucketsWaitForThePartThatMadeThem()
{
    const OperationOrder order = orderOf(ScheduleKind::OneForwardOneBackward, {1, 1, 1}).value();
    StageTimes times;
    times.forward = Seconds(1e-3);
    times.backward = Seconds(12e-3);
    times.backward_waiting = Seconds(2e-3);
    times.buckets = {{Seconds(7e-3), Seconds(1e-3)}, {Seconds(6.5e-3), Seconds(1e-3)}, {Seconds(0), Seconds(1e-3)}};
    PlanTimeline timeline;
    simulate({order, {times}, {}}, &timeline.timeline);
    const QJsonObject trace =
        parsed(chromeTrace(testing::planOf(ScheduleKind::OneForwardOneBackward, {1, 1, 1}), timeline));
    QStringList waited;
    for (const QJsonObject& event : eventsOf(trace, QStringLiteral("X"))) {
        if (event["cat"].toString() == QStringLiteral("reduction")) {
            waited << event["args"]["waited_for"].toString();
        }
    }
    QCOMPARE(waited,
             QStringList({QStringLiteral("backward 0 of stage 0 on pipeline rank 0 (its first 5.00 ms)"),
                          QStringLiteral("reduction 0 of stage 0 on pipeline rank 0"),
                          QStringLiteral("layer collective 0 of stage 0 on pipeline rank 0")}));
    for (const Span& span : timeline.timeline.spans) {
        QVERIFY(span.waited_for < 0
                || timeline.timeline.spans[static_cast<std::size_t>(span.waited_for)].start < span.start);
    }
}

void TimelineFilesTest::theCounterPeaksWhereThePlanDoes()
{
    const PipelineShape shape {3, 3, 6};
    const auto kind = ScheduleKind::OneForwardOneBackward;
    const PlanTimeline timeline = testing::timelineOf(kind, shape);
    const QJsonObject trace = parsed(chromeTrace(testing::planOf(kind, shape), timeline));
    std::map<int, std::pair<qint64, qint64>> highest; // bytes, nanoseconds
    std::map<int, std::size_t> counted;
    for (const QJsonObject& event : eventsOf(trace, QStringLiteral("C"))) {
        if (event["name"].toString() != QStringLiteral("allocated bytes")) {
            continue;
        }
        ++counted[event["pid"].toInt()];
        auto& most = highest[event["pid"].toInt()];
        if (event["args"]["bytes"].toInteger() > most.first) {
            most = {event["args"]["bytes"].toInteger(), nanosecondsOf(event["ts"])};
        }
    }
    for (int pipeline_rank = 0; pipeline_rank < 3; ++pipeline_rank) {
        const MemoryOverTime& memory = timeline.memory[static_cast<std::size_t>(pipeline_rank)];
        QCOMPARE(counted[pipeline_rank], memory.points.size());
        QCOMPARE(highest[pipeline_rank].first, memory.peak.value);
        QCOMPARE(highest[pipeline_rank].second, std::llround(memory.points[memory.peak_at].time.value * 1e9));
    }
    QVERIFY(highest[0].first > highest[2].first); // 1F1B: the first pipeline rank has the most
}

void TimelineFilesTest::aTimelineWithoutSpansIsStillATrace()
{
    const QJsonObject trace = parsed(chromeTrace({}, {}));
    QVERIFY(trace["traceEvents"].isArray());
    QVERIFY(trace["traceEvents"].toArray().isEmpty());
}

void TimelineFilesTest::theTableHoldsEveryPoint()
{
    const PlanTimeline timeline = testing::timelineOf(ScheduleKind::GPipe, {2, 2, 3});
    QStringList lines = QString::fromStdString(memoryCsv(timeline.memory)).split(u'\n');
    QCOMPARE(lines.takeFirst(),
             QStringLiteral("time_seconds,pipeline_rank,alive_bytes,highest_bytes,is_peak,phase,"
                            "micro_batch,layer,largest_part"));
    QVERIFY(lines.takeLast().isEmpty());
    qsizetype row = 0;
    for (std::size_t pipeline_rank = 0; pipeline_rank < 2; ++pipeline_rank) {
        const MemoryOverTime& memory = timeline.memory[pipeline_rank];
        for (std::size_t i = 0; i < memory.points.size(); ++i) {
            const QStringList cells = lines.value(row++).split(u',');
            QCOMPARE(cells.size(), 9);
            QCOMPARE(cells[0].toDouble(), memory.points[i].time.value);
            QCOMPARE(cells[1].toULongLong(), pipeline_rank);
            QCOMPARE(cells[2].toLongLong(), memory.points[i].alive.value);
            QCOMPARE(cells[3].toLongLong(), memory.points[i].highest.value);
            QCOMPARE(cells[4], i == memory.peak_at ? QStringLiteral("1") : QStringLiteral("0"));
            QVERIFY(cells[4] == QStringLiteral("0") || cells[3].toLongLong() == memory.peak.value);
            const PeakMoment& moment = memory.moment;
            const QStringList cause {QString::fromLatin1(nameOf(moment.phase)), QString::number(moment.micro_batch),
                                     QString::number(moment.layer),
                                     QString::fromLatin1(largestPart(memory.breakdown).first)};
            QCOMPARE(cells.mid(5), i == memory.peak_at ? cause : QStringList({{}, {}, {}, {}}));
        }
    }
    QCOMPARE(row, lines.size());
}

// Figures without finite times are rejected: a hand-written cluster file may contain 0, for which a timeline has no
// spans.
void TimelineFilesTest::figuresThatGiveNoTimesAreRefused()
{
    std::mt19937 random(7);
    Problem problem = testing::problemFor(testing::randomTable(random, 6, false), "2xcpu:1GiB", 4, 1);
    const ChainCosts costs =
        CostModel(problem.model, problem.workload, {}).chain(1, problem.cluster.groups.front().device).value();
    const Plan plan = uniformPlan({0, 3, 6}, 1, 1, 4, ScheduleKind::OneForwardOneBackward);
    QVERIFY(planTimeline(problem, plan, costs));
    problem.cluster.groups.front().device.peak_fp32 = Sourced<FlopsPerSecond> {};
    const auto refused = planTimeline(problem, plan, costs);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::OptionOutOfRange);
}

QTEST_GUILESS_MAIN(TimelineFilesTest)
#include "tst_timelinefiles.moc"
