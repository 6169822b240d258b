// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Compares the exact search with partitioners of other systems on a grid (partitionergrid.h), and the largest model
// that each can train (largestmodels.h); writes docs/partitioners.md and docs/partitioner-grid.csv. Takes minutes, run
// manually:
//   partitioner_grid DOCS_FOLDER
// With --quick runs a part of the grid twice and writes nothing: exit status 1 if any partitioner has a lower peak than
// the exact search, or if the second run differs.
#include "document.h"
#include "gridreport.h"

#include <cstring>

using namespace stagecraft;
using namespace stagecraft::bench;

namespace {

std::string reachedText(bool reached)
{
    return reached ? "reached" : "missed";
}

std::string caseText(const BestCase& best)
{
    return best.result == nullptr ? "none" : percent(best.share) + " (" + nameOfCase(*best.result) + ")";
}

std::string goals(const std::vector<GridResult>& results, const std::vector<LargestModels>& largest)
{
    const auto fair = [](const GridResult& r) { return r.asked.mode == ComparisonMode::Fair; };
    const BestCase all = bestCaseOf(results, fair);
    const BestCase hybrid = bestCaseOf(results, [&](const GridResult& r) { return fair(r) && isHybrid(r.asked); });
    const BestCase fits = bestCaseOf(results, [&](const GridResult& r) { return fair(r) && r.exact_row.fits; });
    const BestCase own = bestCaseOf(results, [&](const GridResult& r) { return !fair(r); });
    double most = 0;
    double least = 1e300;
    for (const LargestModels& found : largest) {
        if (const LargestModel* unaware = largestUnaware(found)) {
            most = std::max(most, growth(found, *unaware));
            least = std::min(least, growth(found, *unaware));
        }
    }
    const int losses = lossesOf(results);
    return "- Best case against the best hybrid partitioner of a case, goal over " + percent(reductionGoal) + ": fair "
        + caseText(all) + ", " + reachedText(all.share > reductionGoal) + "; among hybrid pipelines " + caseText(hybrid)
        + ", " + reachedText(hybrid.share > reductionGoal) + "; where ours fits the device " + caseText(fits) + ", "
        + reachedText(fits.share > reductionGoal) + "; own " + caseText(own) + ", "
        + reachedText(own.share > reductionGoal)
        + ".\n- Largest model against the best partitioner that looks at no memory, goal over " + times(growthGoal)
        + ": at most " + times(most) + ", at least " + times(least) + ", " + reachedText(most > growthGoal)
        + ".\n- Never a higher peak than any partitioner: " + std::to_string(losses) + " of "
        + std::to_string(results.size()) + " cases otherwise, " + reachedText(losses == 0) + ".\n";
}

bool isQuick(const GridModel& model, const GridCase& asked)
{
    const bool small = model.name == "GPT-2 XL" || model.name == "VGG-16" || model.name == "T5-base";
    return small && (asked.devices == 4 || (asked.devices == 8 && asked.mode == ComparisonMode::Fair));
}

int quick()
{
    const auto results = runGrid(isQuick);
    const int losses = lossesOf(results);
    const bool same = gridCsv(results) == gridCsv(runGrid(isQuick));
    std::cout << results.size() << " cases, " << losses << " with a lower peak than the exact search; run again "
              << (same ? "the same" : "another result") << '\n';
    return results.size() > 40 && losses == 0 && same ? 0 : 1;
}

int whole(const std::string& folder)
{
    const auto results = runGrid([](const GridModel&, const GridCase&) { return true; });
    std::vector<LargestModels> largest;
    for (const GrowingModel& growing : growingModels()) {
        largest.push_back(LargestModelSearch(growing).find());
        std::cerr << growing.model.name << ": " << largest.back().exact_row.depth << '\n';
    }
    const std::string document = folder + "/partitioners.md";
    for (const auto& [name, text] : {std::pair<std::string, std::string> {"goals", goals(results, largest)},
                                     {"best-hybrid", againstBestHybrid(results)},
                                     {"fair", byBaseline(results, ComparisonMode::Fair)},
                                     {"own", byBaseline(results, ComparisonMode::Own)},
                                     {"largest", largestTable(largest)}}) {
        if (const auto written = replaceSection(document, name, text); !written) {
            std::cerr << describe(written.error()) << '\n';
            return 2;
        }
    }
    if (const auto written = writeFile(folder + "/partitioner-grid.csv", gridCsv(results)); !written) {
        std::cerr << describe(written.error()) << '\n';
        return 2;
    }
    return lossesOf(results) == 0 ? 0 : 1;
}

}

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "partitioner_grid DOCS_FOLDER | --quick\n";
        return 2;
    }
    return std::strcmp(argv[1], "--quick") == 0 ? quick() : whole(argv[1]);
}
