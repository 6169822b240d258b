// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/problemfields.h"

#include "core/session/datafolder.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>
#include <QFile>
#include <QLabel>
#include <QMenu>

#include <algorithm>

namespace stagecraft::fields {

QLabel* makeFacts()
{
    auto* label = new MutedLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString sentence(const QString& words)
{
    const QString text = words.left(1).toUpper() + words.mid(1);
    return text.isEmpty() || text.endsWith(u'.') ? text : text + u'.';
}

QString modelFacts(const Model& model)
{
    const auto layers = static_cast<int>(model.layers.size());
    QString text = QCoreApplication::translate("ProblemPane", "%1 parameters · %Ln layers", nullptr, layers)
                       .arg(countText(parameterCount(model)));
    if (!model.notes.empty()) {
        text += u'\n' + messageText(model.notes.front());
    }
    return text;
}

QString modelDetails(const Model& model)
{
    QStringList lines {QString::fromStdString(model.source)};
    std::vector<std::pair<std::string, int>> kinds;
    for (const Layer& layer : model.layers) {
        const std::string kind = kindName(layer.spec);
        const auto found =
            std::find_if(kinds.begin(), kinds.end(), [&](const auto& entry) { return entry.first == kind; });
        if (found == kinds.end()) {
            kinds.emplace_back(kind, 1);
        } else {
            ++found->second;
        }
    }
    for (const auto& [kind, count] : kinds) {
        lines += QStringLiteral("%1 × %2").arg(count).arg(layerKindText(kind));
    }
    for (const Message& note : model.notes) {
        lines += messageText(note);
    }
    return lines.join(u'\n');
}

QString clusterFacts(const Cluster& cluster)
{
    QStringList parts;
    for (const ClusterGroup& group : cluster.groups) {
        const QString devices = QCoreApplication::translate("ProblemPane", "%1 × %2 with %3 each")
                                    .arg(group.devices_per_node)
                                    .arg(QString::fromStdString(group.device.name), bytesText(group.device.memory));
        parts += group.nodes == 1
            ? devices
            : QCoreApplication::translate("ProblemPane", "%1 nodes: %2").arg(group.nodes).arg(devices);
    }
    return parts.join(QStringLiteral("; "));
}

QMenu* menuFor(const CatalogueEntry& entry, QMenu* menu)
{
    if (entry.user_defined || entry.device.vendor.empty()) {
        return menu;
    }
    const QString maker = entry.device.kind == DeviceKind::Cpu ? QCoreApplication::translate("ProblemPane", "CPUs")
                                                               : QString::fromStdString(entry.device.vendor);
    for (const QAction* action : menu->actions()) {
        if (action->menu() != nullptr && action->text() == maker) {
            return action->menu();
        }
    }
    QMenu* submenu = menu->addMenu(maker);
    submenu->setToolTipsVisible(true);
    return submenu;
}

QString listedSource(const QString& source)
{
    const QString folder = dataFolder() + QStringLiteral("/models/");
    const QString bundled = QStringLiteral(":/models/") + source.mid(folder.size());
    return source.startsWith(folder) && QFile::exists(bundled) ? bundled : source;
}

}
