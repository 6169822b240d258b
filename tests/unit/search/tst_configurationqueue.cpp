// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// For any limit, each configuration that may be below it is returned once, the lowest bound of step time first.
#include "core/search/configurationqueue.h"
#include "tests/support/testedproblem.h"

#include <QtTest>

#include <algorithm>
#include <tuple>

using namespace stagecraft;

namespace {

std::vector<std::tuple<Seconds, int, int>> sortedKeys(const std::vector<Configuration>& configurations, Bytes limit)
{
    std::vector<std::tuple<Seconds, int, int>> keys;
    for (const Configuration& c : configurations) {
        if (c.peak_bound <= limit) {
            keys.emplace_back(c.step_bound, c.config_group, c.pipeline_ranks);
        }
    }
    std::sort(keys.begin(), keys.end());
    return keys;
}

}

class TestConfigurationQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allComeInTheOrderOfTheirSteps();
};

void TestConfigurationQueue::allComeInTheOrderOfTheirSteps()
{
    auto tested = testing::ask("8xA100-80GB");
    tested.problem.constraints.vary = {Dimension::Tensor, Dimension::MicroBatch, Dimension::Zero, Dimension::Schedule};
    const auto space = PlanSpace::make(tested.problem, tested.costs, {});
    QVERIFY(space);
    std::vector<Configuration> config_groups;
    std::vector<Configuration> opened; // configurations of every other configuration group
    std::vector<Configuration> all;
    for (const Configuration& config_group : space->configGroups()) {
        const auto configurations = space->configurations(config_group.config_group);
        all.insert(all.end(), configurations.begin(), configurations.end());
        if (config_group.config_group % 2 == 0) {
            config_groups.push_back(config_group);
        } else {
            opened.insert(opened.end(), configurations.begin(), configurations.end());
        }
    }
    QVERIFY(config_groups.size() > 10 && opened.size() > 10);
    std::vector<Bytes> limits {noPeak, Bytes(0)};
    for (std::size_t i = 0; i < all.size(); i += all.size() / 20) {
        limits.push_back(all[i].peak_bound);
    }
    ConfigurationQueue waiting(*space, config_groups, opened);
    QVERIFY(!waiting.isEmpty());
    QVERIFY(std::none_of(all.begin(), all.end(),
                         [&](const Configuration& c) { return c.step_bound < waiting.first().step_bound; }));
    for (const Bytes limit : limits) {
        waiting.restart(limit);
        std::vector<std::tuple<Seconds, int, int>> came;
        while (const auto c = waiting.next()) {
            QVERIFY(c->peak_bound <= limit);
            came.emplace_back(c->step_bound, c->config_group, c->pipeline_ranks);
        }
        QVERIFY(came == sortedKeys(all, limit));
    }
    // Half of one round leaves nothing for the next one.
    waiting.restart(noPeak);
    for (std::size_t i = 0; i < all.size() / 2; ++i) {
        QVERIFY(waiting.next());
    }
    waiting.restart(noPeak);
    QVERIFY(waiting.next()->step_bound == std::get<Seconds>(sortedKeys(all, noPeak).front()));
}

QTEST_GUILESS_MAIN(TestConfigurationQueue)
#include "tst_configurationqueue.moc"
