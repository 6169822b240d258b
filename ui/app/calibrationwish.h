// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/catalogue.h"
#include "core/problem/framework.h"

#include <optional>
#include <string>

namespace stagecraft {

// Settings of a calibration.
struct CalibrationSettings {
    std::string name; // name of the new type
    Framework framework = Framework::MegatronCore; // framework that trained the runs
    std::optional<CatalogueEntry> base {}; // type whose figures are corrected; nothing: the type of most runs
};

}
