// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sizingwork.h"
#include "ui/app/background.h"

#include <QObject>

#include <map>

namespace stagecraft {

// Runs the searches of the sizing pane on two threads: one for answers, one for all others. A new request of a kind
// stops the previous one. GUI thread.
class SizingRunner : public QObject {
    Q_OBJECT
public:
    explicit SizingRunner(QObject* parent = nullptr);
    ~SizingRunner() override; // stops the running searches and waits for them

    void askPlan(const SizingInput& input); // result: planned()
    // Results: answered() for each request, with the request's index.
    void askSizes(const SizingInput& input, const std::vector<SizingRequest>& requests);
    // Repeats only the requests that depend on the run limits.
    void askLimited(const SizingInput& input, const std::vector<SizingRequest>& requests);
    // Result: curved(), after the last value.
    void askCurve(const SizingInput& input, WhatIfParameter parameter, const std::vector<double>& values);
    // result: estimated(), after the last scenario
    void askScenarios(const SizingInput& input, const std::vector<Scenario>& scenarios);
    void stop(); // drops all open requests
    int open() const; // number of searches that have not ended

Q_SIGNALS:
    void openChanged();
    void planned(const stagecraft::Result<stagecraft::PlannedProblem>& plan);
    void answered(int request, const std::shared_ptr<const stagecraft::Result<stagecraft::SizingResult>>& result);
    void curved(const std::vector<stagecraft::CurvePoint>& points);
    void estimated(const std::vector<stagecraft::Result<stagecraft::PlannedProblem>>& scenarios);

private:
    enum class Kind { Plan, Sizes, Limited, Curve, Scenarios };
    struct Newest {
        std::stop_source stop;
        int open = 0;
    };

    std::stop_token begin(Kind kind, int searches);
    void askAnswers(Kind kind, const SizingInput& input, const std::vector<SizingRequest>& requests);
    template <typename Work, typename Done>
    void run(Kind kind, const std::stop_token& stop, Work work, Done done);

    std::map<Kind, Newest> m_newest;
    Background m_answers;
    Background m_others; // both last: they end before the others are destroyed
};

}
