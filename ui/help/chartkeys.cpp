// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/chartkeys.h"

#include <QCoreApplication>
#include <QKeySequence>

namespace stagecraft {

namespace {

QString of(const char* text)
{
    return QCoreApplication::translate("ChartKeys", text);
}

QString named(const QList<QKeyCombination>& keys)
{
    QStringList names;
    for (const QKeyCombination& key : keys) {
        names << QKeySequence(key).toString(QKeySequence::NativeText);
    }
    return names.join(QStringLiteral(", "));
}

}

std::vector<ChartKey> chartKeys()
{
    const QString tradeoff = of(QT_TRANSLATE_NOOP("ChartKeys", "Trade-off"));
    const QString memory = of(QT_TRANSLATE_NOOP("ChartKeys", "Memory per device"));
    const QString run = of(QT_TRANSLATE_NOOP("ChartKeys", "Recorded run"));
    const QString timeline = of(QT_TRANSLATE_NOOP("ChartKeys", "Timeline"));
    const QString stages = of(QT_TRANSLATE_NOOP("ChartKeys", "Stages"));
    const QString curve = of(QT_TRANSLATE_NOOP("ChartKeys", "Sizing curve"));
    const QString partitioners = of(QT_TRANSLATE_NOOP("ChartKeys", "Partitioners"));
    const QString profiles = of(QT_TRANSLATE_NOOP("ChartKeys", "Profiles"));
    const QString zooms = of(QT_TRANSLATE_NOOP("ChartKeys", "Zoom in and out"));
    const QString neighbors = named({Qt::Key_Left, Qt::Key_Right});
    const QString rows = named({Qt::Key_Up, Qt::Key_Down});
    return {
        {tradeoff, of(QT_TRANSLATE_NOOP("ChartKeys", "Previous or next plan along the axis")), neighbors},
        {tradeoff, zooms, named({Qt::Key_Plus, Qt::Key_Minus})},
        {tradeoff, of(QT_TRANSLATE_NOOP("ChartKeys", "Pan")),
         named(
             {Qt::SHIFT | Qt::Key_Left, Qt::SHIFT | Qt::Key_Right, Qt::SHIFT | Qt::Key_Up, Qt::SHIFT | Qt::Key_Down})},
        {tradeoff, of(QT_TRANSLATE_NOOP("ChartKeys", "Show all plans")), named({Qt::Key_Home, Qt::Key_Escape})},
        {memory, of(QT_TRANSLATE_NOOP("ChartKeys", "Previous or next bar")), rows},
        {memory, of(QT_TRANSLATE_NOOP("ChartKeys", "Expand the bar: its layers, or the devices of a node")),
         named({Qt::Key_Return, Qt::Key_Space})},
        {run, of(QT_TRANSLATE_NOOP("ChartKeys", "Pan along the run")), neighbors},
        {run, zooms, named({Qt::Key_Plus, Qt::Key_Minus})},
        {run, of(QT_TRANSLATE_NOOP("ChartKeys", "Show the whole run")), named({Qt::Key_Home})},
        {run, of(QT_TRANSLATE_NOOP("ChartKeys", "Show the training step of the peak")), named({Qt::Key_P})},
        {timeline, of(QT_TRANSLATE_NOOP("ChartKeys", "Pan in time and across pipeline ranks")),
         named({Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down})},
        {timeline, zooms, named({Qt::Key_Plus, Qt::Key_Minus})},
        {timeline, of(QT_TRANSLATE_NOOP("ChartKeys", "Show the whole step")), named({Qt::Key_Home})},
        {timeline, of(QT_TRANSLATE_NOOP("ChartKeys", "Previous or next operation, pipeline rank above or below")),
         named({Qt::CTRL | Qt::Key_Left, Qt::CTRL | Qt::Key_Right, Qt::CTRL | Qt::Key_Up, Qt::CTRL | Qt::Key_Down})},
        {timeline, of(QT_TRANSLATE_NOOP("ChartKeys", "Go to the operation that the selected one waited for")),
         named({Qt::Key_Return})},
        {timeline,
         of(QT_TRANSLATE_NOOP("ChartKeys",
                              "Measure the time from the selected operation to the next one that you select")),
         named({Qt::Key_R})},
        {timeline, of(QT_TRANSLATE_NOOP("ChartKeys", "Remove the ruler, then clear the selection")),
         named({Qt::Key_Escape})},
        {stages, of(QT_TRANSLATE_NOOP("ChartKeys", "Previous or next stage")), neighbors},
        {stages, of(QT_TRANSLATE_NOOP("ChartKeys", "Move the split point at the start of the stage")),
         named({Qt::CTRL | Qt::Key_Left, Qt::CTRL | Qt::Key_Right})},
        {stages, of(QT_TRANSLATE_NOOP("ChartKeys", "Move the split point at the end of the stage")),
         named({Qt::SHIFT | Qt::Key_Left, Qt::SHIFT | Qt::Key_Right})},
        {curve, of(QT_TRANSLATE_NOOP("ChartKeys", "Previous or next value")), neighbors},
        {curve, of(QT_TRANSLATE_NOOP("ChartKeys", "Apply the value")), named({Qt::Key_Return})},
        {partitioners, of(QT_TRANSLATE_NOOP("ChartKeys", "Previous or next partitioner")), rows},
        {profiles, of(QT_TRANSLATE_NOOP("ChartKeys", "Previous or next point or layer")), neighbors},
    };
}

}
