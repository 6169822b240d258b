// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/catalogue.h"
#include "core/problem/problem.h"

#include <QString>

class QFormLayout;
class QLabel;
class QMenu;
class QVBoxLayout;

namespace stagecraft::fields {

// Words and small parts of the problem pane.

QLabel* makeFacts(); // quiet words below a field
QFormLayout* addForm(QVBoxLayout* layout);

QString sentence(const QString& words); // with its capital and its point
QString modelFacts(const Model& model); // "124,439,808 parameters in 14 layers"
QString modelDetails(const Model& model); // layers by kind, notes
QString clusterFacts(const Cluster& cluster); // "2 nodes with 8 A100-80GB of 79.1 GiB each"
// Where a device type stands in the catalogue's menu: the user's own in `menu`, others in submenus by their makers.
QMenu* menuFor(const CatalogueEntry& entry, QMenu* menu);
QString shortSource(const QString& source); // the file's name; of a config.json also its folder
// How the model list names a source: a bundled model's copy is the bundled one.
QString listedSource(const QString& source);

}
