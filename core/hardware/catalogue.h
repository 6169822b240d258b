// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// A device type and its most common node.
struct CatalogueEntry {
    DeviceType device;
    std::vector<std::string> aliases; // former and common names
    int devices_per_node = 1;
    Link intra_node;
    Link network;
    bool user_defined = false; // user-defined, not shipped; not stored in files

    friend bool operator==(const CatalogueEntry&, const CatalogueEntry&) = default;
};

// Device types by name. A value type: copies are independent, concurrent reads are safe.
struct Catalogue {
    std::vector<CatalogueEntry> entries; // names are unique

    // Finds an entry by name, else by alias, else by driver name. Null if there is none; valid until `entries` changes.
    const CatalogueEntry* find(std::string_view name) const;

    // Returns the names most similar to `name`, ignoring case, and the number of others. For errors.
    Argument namesLike(std::string_view name) const;

    friend bool operator==(const Catalogue&, const Catalogue&) = default;
};

// Returns `shipped` preceded by user-defined entries, which replace shipped entries of the same name.
Catalogue withUserDefined(const Catalogue& shipped, std::vector<CatalogueEntry> user_defined);

// True if a cluster text can contain this name: only letters, digits and . _ + -, and no prefix like a device count
// ("8x").
bool isTypeName(std::string_view name);

// Returns the shipped catalogue (resources/hardware/catalogue.json); each figure has a source and a date. Read once;
// thread-safe. Defined with the codecs (core/json), which parse its text.
const Catalogue& shippedCatalogue();

// Returns the catalogue in effect, which parseCluster() uses: the shipped one unless another was set.
const Catalogue& catalogue();

// Replaces catalogue(). Not thread-safe, and invalidates references to the previous one: call it once at program start.
void setCatalogue(Catalogue catalogue);

}
