// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Tasks run in the order of submission; among replaceable tasks only the last pending one runs.
#include "core/session/taskthread.h"

#include <QtTest>

#include <algorithm>
#include <future>
#include <vector>

using namespace stagecraft;

class TestTaskThread : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allRunInOrder();
    void onlyTheLastThatWaitsRuns();
};

void TestTaskThread::allRunInOrder()
{
    std::vector<int> run;
    {
        TaskThread thread;
        for (int task = 0; task < 100; ++task) {
            thread.run([&run, task] { run.push_back(task); });
        }
    }
    QCOMPARE(run.size(), std::size_t(100));
    QVERIFY(std::is_sorted(run.begin(), run.end()));
}

void TestTaskThread::onlyTheLastThatWaitsRuns()
{
    std::vector<int> run;
    std::promise<void> begun;
    std::promise<void> goOn;
    {
        TaskThread thread;
        thread.runInstead([&] {
            begun.set_value();
            goOn.get_future().wait();
            run.push_back(0);
        });
        begun.get_future().wait();
        // A running task is not replaced, and tasks keep their order.
        for (const int task : {1, 2, 3}) {
            thread.runInstead([&run, task] { run.push_back(task); });
        }
        thread.run([&run] { run.push_back(4); });
        for (const int task : {5, 6}) {
            thread.runInstead([&run, task] { run.push_back(task); });
        }
        goOn.set_value();
    }
    QCOMPARE(run, (std::vector<int> {0, 3, 4, 6}));
}

QTEST_GUILESS_MAIN(TestTaskThread)
#include "tst_taskthread.moc"
