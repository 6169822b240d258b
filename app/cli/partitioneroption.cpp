// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/partitioneroption.h"

namespace stagecraft {

namespace {

constexpr const char* everyOne = "all";

}

void PartitionerOption::add(CLI::App& command)
{
    CLI::Option* const partitioner =
        command
            .add_option("--partitioner", name,
                        "Also show plans of another partitioner, such as alpa or pipedream, or of all")
            ->type_name("NAME");
    addEnumOption(
        command, "--compare", mode,
        "Comparison of partitioners: fair (only split points differ) or own (each also chooses parallel sizes) [fair]")
        ->needs(partitioner);
    command.add_option("--comparison-csv", csv, "Write the comparison as CSV")->type_name("FILE")->needs(partitioner);
}

Result<void> PartitionerOption::validate() const
{
    return !name || *name == everyOne ? Result<void>() : requireBaseline(*name);
}

ComparisonRequest PartitionerOption::request() const
{
    return {mode.value_or(ComparisonMode::Fair), name.value_or(everyOne) == everyOne ? std::string() : *name};
}

}
