// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/ownplans.h"
#include "core/search/search.h"
#include "ui/models/planbills.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// The plans on show and the one that is looked at: the single place that all views read and change. GUI thread.
class PlanSelection : public QObject {
    Q_OBJECT
public:
    explicit PlanSelection(QObject* parent = nullptr);

    // Shows other plans. What the user picked stays picked where the new plans have it (their own plan by its name;
    // the same plan, else the same kind); who picked nothing looks at the recommended one. Null: there are none.
    // `question`: what they answer; without it nothing is known of bills.
    void setResult(std::shared_ptr<const SearchResult> result, std::vector<RefusedPlan> refused = {},
                   const std::shared_ptr<const Question>& question = nullptr);
    // Shows none, and forgets what was picked: what comes next is about something else.
    void clear();
    const std::shared_ptr<const SearchResult>& result() const { return m_result; }
    // What the plans on show answer, which is not what is asked now while a search is under way. Null where not known.
    const std::shared_ptr<const Question>& question() const { return m_question; }
    const std::shared_ptr<const PlanBills>& bills() const { return m_bills; } // null where nothing is known of them
    // Why the user's own plan of this name is not among them; null if it is.
    const Error* refusalOf(const std::string& own) const;

    // `index` into the result's candidates. Out of range is ignored.
    void select(int index);
    int currentIndex() const
    {
        return m_current;
    } // -1 without plans, and where the own plan that was picked is refused
    const Candidate* current() const; // null then; lives as long as the result

    // Looks at this plan once the next plans are there: at the fastest of them if they have it not.
    void pickNext(Plan plan);

    // Looks at the user's own plan of this name: at once, or from when it is among the plans.
    void pickOwn(const std::string& name);
    // The own plan that was picked, or is to be; it may be refused, or not estimated yet. Empty: none.
    const std::string& pickedOwn() const { return m_pickedOwn; }

    // The stage of the current plan that is looked at; -1: none in particular, as after every change of the plan.
    void selectStage(int stage);
    int currentStage() const { return m_stage; }

Q_SIGNALS:
    void resultChanged();
    void currentChanged(int index);
    void stageChanged(int stage);

private:
    int indexAfter(const std::optional<Candidate>& picked) const;
    int indexOfNext() const; // -1 where there is none

    std::shared_ptr<const SearchResult> m_result;
    std::shared_ptr<const Question> m_question;
    std::vector<RefusedPlan> m_refused;
    std::shared_ptr<const PlanBills> m_bills;
    int m_current = -1;
    int m_stage = -1;
    bool m_picked = false; // by the user
    std::string m_pickedOwn;
    std::optional<Plan> m_next; // to be picked
};

}
