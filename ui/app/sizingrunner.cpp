// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/sizingrunner.h"

#include <algorithm>

namespace stagecraft {

SizingRunner::SizingRunner(QObject* parent) : QObject(parent) {}

SizingRunner::~SizingRunner()
{
    for (auto& [kind, newest] : m_newest) {
        newest.stop.request_stop();
    }
}

std::stop_token SizingRunner::begin(Kind kind, int searches)
{
    Newest& newest = m_newest[kind];
    newest.stop.request_stop();
    newest = {std::stop_source(), searches};
    Q_EMIT openChanged();
    return newest.stop.get_token();
}

// Stopped requests do not start, and their results are dropped.
template <typename Work, typename Done>
void SizingRunner::run(Kind kind, const std::stop_token& stop, Work work, Done done)
{
    using Value = decltype(work());
    Background& thread = kind == Kind::Sizes || kind == Kind::Limited ? m_answers : m_others;
    thread.run(
        [stop, work = std::move(work)] {
            return stop.stop_requested() ? std::optional<Value>() : std::optional<Value>(work());
        },
        [this, kind, stop, done = std::move(done)](const std::optional<Value>& value) {
            if (stop.stop_requested() || !value) {
                return;
            }
            --m_newest[kind].open;
            done(*value);
            Q_EMIT openChanged();
        });
}

void SizingRunner::askPlan(const SizingInput& input)
{
    const std::stop_token stop = begin(Kind::Plan, 1);
    run(
        Kind::Plan, stop, [input, stop] { return planOf(input, stop); },
        [this](const Result<PlannedProblem>& plan) { Q_EMIT planned(plan); });
}

void SizingRunner::askSizes(const SizingInput& input, const std::vector<SizingRequest>& requests)
{
    askAnswers(Kind::Sizes, input, requests);
    askLimited(input, requests);
}

void SizingRunner::askLimited(const SizingInput& input, const std::vector<SizingRequest>& requests)
{
    askAnswers(Kind::Limited, input, requests);
}

// Starts the requests of this kind.
void SizingRunner::askAnswers(Kind kind, const SizingInput& input, const std::vector<SizingRequest>& requests)
{
    const auto isOfKind = [kind](const SizingRequest& request) {
        return keepsLimits(request) == (kind == Kind::Limited);
    };
    const auto searches = std::count_if(requests.begin(), requests.end(), isOfKind);
    const std::stop_token stop = begin(kind, static_cast<int>(searches));
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!isOfKind(requests[i])) {
            continue;
        }
        run(
            kind, stop, [input, stop, request = requests[i]] { return sizeOf(input, request, stop); },
            [this, i](const Result<SizingResult>& result) {
                Q_EMIT answered(static_cast<int>(i), std::make_shared<const Result<SizingResult>>(result));
            });
    }
}

void SizingRunner::askCurve(const SizingInput& input, WhatIfParameter parameter, const std::vector<double>& values)
{
    const std::stop_token stop = begin(Kind::Curve, 1);
    run(
        Kind::Curve, stop,
        [input, parameter, values, stop] {
            std::vector<CurvePoint> points;
            for (const double value : values) {
                points.push_back(curvePoint(input, parameter, value, stop));
            }
            return points;
        },
        [this](const std::vector<CurvePoint>& points) { Q_EMIT curved(points); });
}

void SizingRunner::askScenarios(const SizingInput& input, const std::vector<Scenario>& scenarios)
{
    const std::stop_token stop = begin(Kind::Scenarios, 1);
    run(
        Kind::Scenarios, stop,
        [input, scenarios] {
            std::vector<Result<PlannedProblem>> all;
            for (const Scenario& scenario : scenarios) {
                all.push_back(estimateScenario(scenario, input));
            }
            return all;
        },
        [this](const std::vector<Result<PlannedProblem>>& all) { Q_EMIT estimated(all); });
}

void SizingRunner::stop()
{
    for (auto& [kind, newest] : m_newest) {
        newest.stop.request_stop();
        newest.open = 0;
    }
    Q_EMIT openChanged();
}

int SizingRunner::open() const
{
    int open = 0;
    for (const auto& [kind, newest] : m_newest) {
        open += newest.open;
    }
    return open;
}

}
