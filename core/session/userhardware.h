// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/catalogue.h"

#include <QString>

#include <vector>

namespace stagecraft {

// The user's own device types: a catalogue file, "hardware.json" in dataFolder().
QString userHardwarePath();

// None where there is no such file. Errors: those of readFile() and readCatalogue().
Result<std::vector<CatalogueEntry>> userHardware();

// Replaces the file's content; makes the folder. Errors: those of writeFile().
Result<void> writeUserHardware(const std::vector<CatalogueEntry>& entries);

// Adds a type, in the place of one of the same name; whether there was one. Errors: those of userHardware() and
// writeUserHardware().
Result<bool> addUserHardware(const CatalogueEntry& type);

// Puts user-defined types into catalogue(). A program calls it at its start, before it has threads. After an error
// the catalogue is the shipped one, and the file is as it was. Errors: those of userHardware().
Result<void> useUserHardware();

}
