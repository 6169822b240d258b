// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/catalogue.h"

#include <QString>

#include <vector>

namespace stagecraft {

// Path of the user-defined device types: the catalogue file "hardware.json" in dataFolder().
QString userHardwarePath();

// Empty if the file does not exist. Errors: those of readFile() and readCatalogue().
Result<std::vector<CatalogueEntry>> userHardware();

// Replaces the file's content; makes the folder. Errors: those of writeFile().
Result<void> writeUserHardware(const std::vector<CatalogueEntry>& entries);

// Adds a device type, replacing one with the same name; returns true if there was one. Errors: those of userHardware()
// and writeUserHardware().
Result<bool> addUserHardware(const CatalogueEntry& type);

// Adds user-defined types to catalogue(). Call at program start, before there are threads. After an error the catalogue
// contains only the built-in types, and the file is unchanged. Errors: those of userHardware().
Result<void> useUserHardware();

}
