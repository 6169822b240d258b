// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"
#include "core/search/userplans.h"
#include "ui/models/planbills.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Displayed plans and the selected plan, shared by all views. GUI thread.
class PlanSelection : public QObject {
    Q_OBJECT
public:
    explicit PlanSelection(QObject* parent = nullptr);

    // Replaces the plans. The user's selection is kept if possible (user-defined plans by name; otherwise the same plan
    // or the same kind); without a selection the recommended plan is selected. Null: no plans. `session`: planning
    // session of the result; without it there are no training costs.
    void setResult(std::shared_ptr<const SearchResult> result, std::vector<RefusedPlan> refused = {},
                   const std::shared_ptr<const PlanningSession>& session = nullptr);
    // Removes all plans and the selection.
    void clear();
    const std::shared_ptr<const SearchResult>& result() const { return m_result; }
    // Planning session of the displayed plans, which may be outdated while a search runs. Null if unknown.
    const std::shared_ptr<const PlanningSession>& session() const { return m_session; }
    const std::shared_ptr<const PlanTrainingCosts>& training_costs() const
    {
        return m_trainingCosts;
    } // null if unknown
    // Reason why the user-defined plan with this name is not in the result. Null if it is in the result.
    const Error* refusalOf(const std::string& user_plan) const;

    // `index` into the result's candidates. Out of range is ignored.
    void select(int index);
    int currentIndex() const
    {
        return m_current;
    } // -1 without plans, or if the selected user-defined plan was rejected
    const Candidate* current() const; // null if none; owned by the result

    // Selects this plan in the next result; the fastest plan if the result does not contain it.
    void pickNext(Plan plan);

    // Selects the user-defined plan with this name, now or as soon as the result contains it.
    void pickUserPlan(const std::string& name);
    // Name of the selected user-defined plan, which may be rejected or not estimated yet. Empty: none.
    const std::string& pickedUserPlan() const { return m_pickedUserPlan; }

    // Selected stage of the current plan; -1 if none. Reset when the plan changes.
    void selectStage(int stage);
    int currentStage() const { return m_stage; }

Q_SIGNALS:
    void resultChanged();
    void currentChanged(int index);
    void stageChanged(int stage);

private:
    int indexAfter(const std::optional<Candidate>& picked) const;
    int indexOfNext() const; // -1 if the result does not contain the plan

    std::shared_ptr<const SearchResult> m_result;
    std::shared_ptr<const PlanningSession> m_session;
    std::vector<RefusedPlan> m_refused;
    std::shared_ptr<const PlanTrainingCosts> m_trainingCosts;
    int m_current = -1;
    int m_stage = -1;
    bool m_picked = false; // the user made the selection
    std::string m_pickedUserPlan;
    std::optional<Plan> m_next; // to select in the next result
};

}
