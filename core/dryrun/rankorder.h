// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dryrun/rankreport.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace stagecraft {

// Which rank of a script runs next. They run one at a time. One that needs an object that another has not sent yet ends
// there, and begins anew once the object is there: the other runs for it, whether it is asked for or not. In a ring, as
// of pipelines with several stages a rank, each rank so comes a little further with every run.
class RankOrder {
public:
    // `has_come`: true once the object is there, by its file.
    RankOrder(std::vector<int> asked, std::function<bool(const std::string& file)> has_come);

    // None once all that are asked for have ended, or none of these can go on.
    std::optional<int> next() const;
    bool isAsked(int rank) const;
    int ended() const; // of those that are asked for

    // The rank has run to its end.
    void end(int rank);
    // It needs an object to go on.
    void wait(int rank, ScriptNeed need);

private:
    std::vector<int> m_asked;
    std::function<bool(const std::string& file)> m_has_come;
    std::set<int> m_ended;
    std::map<int, ScriptNeed> m_waiting;
};

}
