// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>

namespace stagecraft::testing {

// Layer table with states and no boundaries: a stage's peak is the sum of its layers' states (in MiB) at any depth.
inline constexpr const char* statesOnly =
    "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
    "forward_seconds,backward_seconds\n"
    "a,1,41943040,0,0,0,0,0,0.01,0.02\n"
    "b,1,10485760,0,0,0,0,0,0.01,0.02\n"
    "c,1,10485760,0,0,0,0,0,0.01,0.02\n"
    "d,1,31457280,0,0,0,0,0,0.01,0.02\n";
inline constexpr double MiB = 1024 * 1024;

inline QList<int> splitPointsOf(const QJsonObject& plan)
{
    QList<int> split_points {0};
    for (const auto& stage : plan.value("stages").toArray()) {
        split_points.append(stage.toObject().value("last_layer").toInt());
    }
    return split_points;
}

inline QJsonObject read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

}
