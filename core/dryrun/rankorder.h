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

// Order in which the ranks of a script run, one at a time. A rank that needs an object which another rank has not sent
// yet ends there and restarts once the object exists; the sender runs for it even if the user did not select it. In a
// ring, as in pipelines with several stages per rank, each rank thus advances a little with every run.
class RankOrder {
public:
    // `has_come`: returns true once the object exists, given its file.
    RankOrder(std::vector<int> asked, std::function<bool(const std::string& file)> has_come);

    // Returns the next rank to run. Empty once all selected ranks have ended, or if none of them can continue.
    std::optional<int> next() const;
    bool isAsked(int rank) const;
    int ended() const; // number of selected ranks that have ended

    // Records that the rank ran to its end.
    void end(int rank);
    // Records that the rank needs an object to continue.
    void wait(int rank, ScriptNeed need);

private:
    std::vector<int> m_asked;
    std::function<bool(const std::string& file)> m_has_come;
    std::set<int> m_ended;
    std::map<int, ScriptNeed> m_waiting;
};

}
