// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/remedies.h"
#include "core/search/search.h"
#include "core/search/userplans.h"
#include "core/session/document.h"

#include <QObject>

#include <memory>
#include <vector>

namespace stagecraft {

// Runs searches on a thread of its own; the newest request wins and stops the one before. Lives on the GUI thread.
class Planner : public QObject {
    Q_OBJECT
public:
    explicit Planner(QObject* parent = nullptr);
    ~Planner() override; // stops a running search and waits for it

    // Answers later by planned() or failed(), unless a newer call overtakes it. Where only the planning session's
    // user-defined plans or its billing differ from the call before, the search's answer to that is kept. Only `probes`
    // may be null: then nothing is known of devices. Errors: those of searchPlans().
    void plan(std::shared_ptr<const PlanningSession> session, std::shared_ptr<const Measurements> measurements,
              Probes probes = nullptr);
    // Stops the search; it is not answered any more.
    void cancel();
    bool isBusy() const;
    // After an answer that no plan fits the planner looks for what makes one fit, until remediesFound() or, with the
    // next call of plan(), cancel() or stopRemedies(), remediesStopped(). It is not busy meanwhile.
    bool isFindingRemedies() const;
    void stopRemedies();

Q_SIGNALS:
    void busyChanged(bool busy);
    void progressed(qint64 done, qint64 total);
    // `result`: the search's, with the planning session's user-defined plans as the last candidates, but for those that
    // were `refused`.
    void planned(std::shared_ptr<const stagecraft::SearchResult> result,
                 const std::vector<stagecraft::RefusedPlan>& refused);
    void failed(const stagecraft::Error& error);
    void findingRemedies(); // follows planned()
    void remediesProgressed(qint64 done, qint64 total);
    void remediesFound(const std::vector<stagecraft::Remedy>& remedies); // those of findRemedies()
    void remediesStopped();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

}
