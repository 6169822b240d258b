// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/base.h"
#include "core/words/baseline.h"
#include "core/words/calibration.h"
#include "core/words/common.h"
#include "core/words/errors.h"
#include "core/words/estimate.h"
#include "core/words/framework.h"
#include "core/words/hardware.h"
#include "core/words/kind.h"
#include "core/words/launcher.h"
#include "core/words/model.h"
#include "core/words/plan.h"
#include "core/words/problem.h"
#include "core/words/runs.h"
#include "core/words/schedule.h"
#include "core/words/search.h"
#include "core/words/session.h"
#include "core/words/sizing.h"
#include "core/words/snapshot.h"
#include "core/words/store.h"
#include "core/words/worker.h"

#include <map>
#include <vector>

// Other sources may follow in the same compiler run (decision 12).
#pragma push_macro("PHRASE")
#pragma push_macro("COUNTED")
#undef PHRASE
#undef COUNTED
#define PHRASE(name, text) &words::GROUP::name,
#define COUNTED(name, text_of_one, text) &words::GROUP::name,
#define ERROR_PHRASE(code, name, text) PHRASE(name, text)

namespace stagecraft {

std::span<const Phrase* const> allPhrases()
{
    static const std::vector<const Phrase*> all {
#define GROUP common
#include "core/words/common.inc"
#undef GROUP
#define GROUP errors
#include "core/words/errors.inc"
#undef GROUP
#define GROUP kind
#include "core/words/kind.inc"
#undef GROUP
#define GROUP base
#include "core/words/base.inc"
#undef GROUP
#define GROUP model
#include "core/words/model.inc"
#undef GROUP
#define GROUP hardware
#include "core/words/hardware.inc"
#undef GROUP
#define GROUP problem
#include "core/words/problem.inc"
#undef GROUP
#define GROUP framework
#include "core/words/framework.inc"
#undef GROUP
#define GROUP plan
#include "core/words/plan.inc"
#undef GROUP
#define GROUP schedule
#include "core/words/schedule.inc"
#undef GROUP
#define GROUP estimate
#include "core/words/estimate.inc"
#undef GROUP
#define GROUP search
#include "core/words/search.inc"
#undef GROUP
#define GROUP baseline
#include "core/words/baseline.inc"
#undef GROUP
#define GROUP sizing
#include "core/words/sizing.inc"
#undef GROUP
#define GROUP runs
#include "core/words/runs.inc"
#undef GROUP
#define GROUP calibration
#include "core/words/calibration.inc"
#undef GROUP
#define GROUP launcher
#include "core/words/launcher.inc"
#undef GROUP
#define GROUP snapshot
#include "core/words/snapshot.inc"
#undef GROUP
#define GROUP store
#include "core/words/store.inc"
#undef GROUP
#define GROUP session
#include "core/words/session.inc"
#undef GROUP
#define GROUP worker
#include "core/words/worker.inc"
#undef GROUP
    };
    return all;
}

#undef ERROR_PHRASE
#pragma pop_macro("PHRASE")
#pragma pop_macro("COUNTED")

const Phrase* findPhrase(std::string_view code)
{
    static const auto by_code = [] {
        std::map<std::string, const Phrase*, std::less<>> all;
        for (const Phrase* phrase : allPhrases()) {
            all.emplace(phrase->code(), phrase);
        }
        return all;
    }();
    const auto found = by_code.find(code);
    return found == by_code.end() ? nullptr : found->second;
}

}
