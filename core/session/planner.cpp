// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/planner.h"

#include "core/memory/allocator/replaycache.h"
#include "core/session/knowncosts.h"
#include "core/session/mailbox.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace stagecraft {

namespace {

constexpr std::chrono::milliseconds progressInterval(50);

struct Request {
    std::int64_t number = 0;
    std::shared_ptr<const PlanningSession> session;
    std::shared_ptr<const Measurements> measurements;
    Probes probes;
    std::stop_source stop;
};

// True if one search answers both: billing is not part of a search.
bool isSearchedIdentically(const Problem& a, const Problem& b)
{
    const auto& [model, workload, cluster, constraints, target, billing] = a;
    return workload == b.workload && cluster == b.cluster && constraints == b.constraints && target == b.target
        && model == b.model;
}

// The last search that was not stopped, with its request.
struct Searched {
    Request request;
    Result<std::shared_ptr<const SearchResult>> result;

    bool answers(const Request& other) const
    {
        return request.measurements == other.measurements && request.probes == other.probes
            && isSearchedIdentically(request.session->problem, other.session->problem);
    }
};

struct Answer {
    Result<std::shared_ptr<const SearchResult>> result;
    std::vector<RefusedPlan> refused;
};

// Appends the session's user-defined plans as the last candidates.
std::shared_ptr<const SearchResult> withUserDefined(std::shared_ptr<const SearchResult> found,
                                                    std::vector<Candidate> user_plan)
{
    if (user_plan.empty()) {
        return found;
    }
    auto all = std::make_shared<SearchResult>(*found);
    std::move(user_plan.begin(), user_plan.end(), std::back_inserter(all->candidates));
    return all;
}

// `last` and `replays`: state kept between two answers.
Answer answerTo(const Request& request, std::optional<Searched>& last, ReplayCache& replays,
                const std::function<void(SearchProgress)>& report)
{
    const Problem& problem = request.session->problem;
    const CostModel costs = knownCosts(problem, request.measurements, request.probes);
    const std::stop_token stop = request.stop.get_token();
    if (!last || !last->answers(request)) {
        auto result = searchPlans(problem, costs, stop, report, {&replays, false}).map([](SearchResult&& found) {
            return std::make_shared<const SearchResult>(std::move(found));
        });
        if (stop.stop_requested()) {
            return {std::move(result), {}}; // the result is no longer wanted
        }
        last = Searched {request, std::move(result)};
    }
    Answer answer {last->result, {}};
    if (answer.result) {
        UserCandidates user_plan = estimateUserPlans(*request.session, costs, stop);
        answer.result = withUserDefined(*answer.result, std::move(user_plan.candidates));
        answer.refused = std::move(user_plan.refused);
    }
    return answer;
}

std::vector<Remedy> remediesFor(const Request& request, const std::function<void(SearchProgress)>& report)
{
    const Problem& problem = request.session->problem;
    const CostModel costs = knownCosts(problem, request.measurements, request.probes);
    return findRemedies(problem, costs, request.stop.get_token(), report);
}

// Calls `report` at limited intervals.
std::function<void(SearchProgress)> throttled(std::function<void(SearchProgress)> report)
{
    return [report = std::move(report),
            reported = std::chrono::steady_clock::time_point()](SearchProgress progress) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - reported >= progressInterval) {
            reported = now;
            report(progress);
        }
    };
}

}

// The search thread takes the newest request from `waiting`. All other members belong to the planner's thread.
struct Planner::Private {
    Planner* planner = nullptr;
    std::int64_t newest = 0; // number of the request whose answer is wanted; 0: none
    std::int64_t numbers = 0;
    std::int64_t remedied = 0; // number of the request whose remedies are wanted; 0: none
    std::stop_source stop; // stops the newest request
    Mailbox mailbox;

    std::mutex mutex;
    std::condition_variable wake;
    std::optional<Request> waiting;
    bool closing = false;
    std::optional<Searched> last; // used only on the search thread, like `replays`
    ReplayCache replays;
    std::thread thread;

    void loop();
    void search(const Request& request);
    void publish(std::int64_t number, Answer answer);
    void findRemedies(const Request& request);
};

void Planner::Private::loop()
{
    for (;;) {
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return closing || waiting; });
        if (closing) {
            return;
        }
        const Request request = std::move(*waiting);
        waiting.reset();
        lock.unlock();
        search(request);
    }
}

void Planner::Private::search(const Request& request)
{
    const auto report = throttled([this, number = request.number](SearchProgress progress) {
        mailbox.post([this, number, progress] {
            if (number == newest) {
                Q_EMIT planner->progressed(progress.done, progress.total);
            }
        });
    });
    auto answer = std::make_shared<Answer>(answerTo(request, last, replays, report));
    const bool helps = answer->result && asksForRemedies(**answer->result);
    mailbox.post([this, number = request.number, answer] {
        if (number == newest) {
            publish(number, std::move(*answer));
        }
    });
    if (helps && !request.stop.stop_requested()) {
        findRemedies(request);
    }
}

void Planner::Private::findRemedies(const Request& request)
{
    const auto report = throttled([this, number = request.number](SearchProgress progress) {
        mailbox.post([this, number, progress] {
            if (number == remedied) {
                Q_EMIT planner->remediesProgressed(progress.done, progress.total);
            }
        });
    });
    auto remedies = std::make_shared<std::vector<Remedy>>(remediesFor(request, report));
    mailbox.post([this, number = request.number, remedies] {
        if (number == remedied) {
            remedied = 0;
            Q_EMIT planner->remediesFound(*remedies);
        }
    });
}

void Planner::Private::publish(std::int64_t number, Answer answer)
{
    const bool helps = answer.result && asksForRemedies(**answer.result);
    remedied = helps ? number : 0;
    if (answer.result) {
        Q_EMIT planner->planned(*answer.result, answer.refused);
    } else {
        Q_EMIT planner->failed(answer.result.error());
    }
    if (number == newest) { // unless a slot made a new request
        newest = 0;
        Q_EMIT planner->busyChanged(false);
    }
    if (helps && number == remedied) {
        Q_EMIT planner->findingRemedies();
    }
}

Planner::Planner(QObject* parent) : QObject(parent), d(std::make_unique<Private>())
{
    d->planner = this;
    d->thread = std::thread([p = d.get()] { p->loop(); });
}

Planner::~Planner()
{
    d->stop.request_stop();
    {
        const std::lock_guard lock(d->mutex);
        d->closing = true;
    }
    d->wake.notify_one();
    d->thread.join();
}

void Planner::plan(std::shared_ptr<const PlanningSession> session, std::shared_ptr<const Measurements> measurements,
                   Probes probes)
{
    stopRemedies();
    d->stop.request_stop();
    d->stop = std::stop_source();
    const bool wasBusy = isBusy();
    d->newest = ++d->numbers;
    {
        const std::lock_guard lock(d->mutex);
        d->waiting = Request {d->newest, std::move(session), std::move(measurements), std::move(probes), d->stop};
    }
    d->wake.notify_one();
    if (!wasBusy) {
        Q_EMIT busyChanged(true);
    }
}

void Planner::cancel()
{
    stopRemedies();
    if (!isBusy()) {
        return;
    }
    d->stop.request_stop();
    d->newest = 0;
    {
        const std::lock_guard lock(d->mutex);
        d->waiting.reset();
    }
    Q_EMIT busyChanged(false);
}

bool Planner::isBusy() const
{
    return d->newest != 0;
}

bool Planner::isFindingRemedies() const
{
    return d->remedied != 0;
}

void Planner::stopRemedies()
{
    if (isFindingRemedies()) {
        d->stop.request_stop();
        d->remedied = 0;
        Q_EMIT remediesStopped();
    }
}

}
