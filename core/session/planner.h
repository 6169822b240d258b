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

// Runs searches on a separate thread; a new request stops the previous one. Belongs to the GUI thread.
class Planner : public QObject {
    Q_OBJECT
public:
    explicit Planner(QObject* parent = nullptr);
    ~Planner() override; // stops a running search and waits for it

    // Starts a search. Emits planned() or failed() later, unless a newer call replaces it. If only the session's
    // user-defined plans or its billing differ from the previous call, the previous search result is reused. Only
    // `probes` may be null, which means that no device was probed. Errors: those of searchPlans().
    void plan(std::shared_ptr<const PlanningSession> session, std::shared_ptr<const Measurements> measurements,
              Probes probes = nullptr);
    // Stops the search without emitting a result.
    void cancel();
    bool isBusy() const;
    // After a result without a plan that fits, the planner searches for remedies until remediesFound(), or until
    // plan(), cancel() or stopRemedies() is called, which leads to remediesStopped(). isBusy() is false meanwhile.
    bool isFindingRemedies() const;
    void stopRemedies();

Q_SIGNALS:
    void busyChanged(bool busy);
    void progressed(qint64 done, qint64 total);
    // `result`: the search result with the session's user-defined plans as the last candidates, except the `refused`
    // ones.
    void planned(std::shared_ptr<const stagecraft::SearchResult> result,
                 const std::vector<stagecraft::RefusedPlan>& refused);
    void failed(const stagecraft::Error& error);
    void findingRemedies(); // follows planned()
    void remediesProgressed(qint64 done, qint64 total);
    void remediesFound(const std::vector<stagecraft::Remedy>& remedies); // from findRemedies()
    void remediesStopped();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

}
