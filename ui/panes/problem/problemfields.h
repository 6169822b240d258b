// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/catalogue.h"
#include "core/problem/problem.h"

#include <QString>

class QLabel;
class QMenu;

namespace stagecraft::fields {

// Texts and small widgets of the Problem pane.

QLabel* makeFacts(); // muted text below a field

QString sentence(const QString& words); // with a capital letter and a full stop
QString modelFacts(const Model& model); // "124,439,808 parameters · 14 layers"
QString modelDetails(const Model& model); // layers by kind, notes
QString clusterFacts(const Cluster& cluster); // "2 nodes: 8 × A100-80GB with 79.1 GiB each"
// The menu that lists a device type: `menu` itself for user-defined types, else the submenu of its vendor.
QMenu* menuFor(const CatalogueEntry& entry, QMenu* menu);
// The entry of the model list for a source: a copy of a bundled model maps to the bundled model.
QString listedSource(const QString& source);

}
