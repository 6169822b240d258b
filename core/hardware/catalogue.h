// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// A device type with the node that it usually comes in.
struct CatalogueEntry {
    DeviceType device;
    std::vector<std::string> aliases; // names that it had, or that people use
    int devices_per_node = 1;
    Link intra_node;
    Link network;
    bool user_defined = false; // the user's, not shipped; files do not say so

    friend bool operator==(const CatalogueEntry&, const CatalogueEntry&) = default;
};

// Device types by name. A value: copies are independent, reading one is safe from any thread.
struct Catalogue {
    std::vector<CatalogueEntry> entries; // each name once

    // The entry of this name, else of this alias, else of this driver's name. Null if there is none; valid until
    // `entries` changes.
    const CatalogueEntry* find(std::string_view name) const;

    // For errors: the names most like `name`, upper case as lower case, and how many more there are.
    Argument namesLike(std::string_view name) const;

    friend bool operator==(const Catalogue&, const Catalogue&) = default;
};

// `shipped` with the user's own entries before it. One of the same name takes the place of the shipped one.
Catalogue withUserDefined(const Catalogue& shipped, std::vector<CatalogueEntry> user_defined);

// Whether clusters can say this name: letters, digits and . _ + - alone, not beginning like a number of devices ("8x").
bool isTypeName(std::string_view name);

// What comes along (resources/hardware/catalogue.json), each figure with source and date. Read once; thread-safe.
// Defined with the codecs (core/json), which its text needs.
const Catalogue& shippedCatalogue();

// The catalogue of this program, which parseCluster() looks into: the shipped one unless another was set.
const Catalogue& catalogue();

// Replaces catalogue(). Not thread-safe, and references to the one before are void: a program calls it once, at its
// start.
void setCatalogue(Catalogue catalogue);

}
