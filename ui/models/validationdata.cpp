// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/validationdata.h"

#include "core/runs/runsreader.h"
#include "core/store/workspace.h"
#include "ui/support/causetext.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace stagecraft {

namespace {

const QString runsFolder = QStringLiteral(":/runs");

Result<StackChoice> chosen(const std::vector<Run>& runs, const ValidationRequest& request,
                           const std::vector<FoundStack>& known, const std::stop_token& stop)
{
    StackChoice choice;
    if (request.stack.isEmpty()) {
        choice = bestStack(runs, known, stop);
    } else {
        auto found = stackNamed(request.stack.toStdString(), known);
        if (!found) {
            return failure(found.error());
        }
        choice.found = *std::move(found);
        if (!request.uncorrected) {
            choice.validation = validateRuns(runs, choice.found.stack, stop);
        }
    }
    if (request.uncorrected) {
        choice.found.stack = uncorrected(std::move(choice.found.stack));
        choice.found.stack.rows.clear(); // it has not learned from them
        choice.validation = validateRuns(runs, choice.found.stack, stop);
    }
    return choice;
}

void addCauses(ValidationData& data, const ErrorCauses& causes, const ValidatedRun& row)
{
    const bool memory = row.memory_skipped.empty();
    const bool time = row.time_skipped.empty();
    const auto of = [&](bool compared, ComparedQuantity quantity) {
        return compared ? causes.of(row, quantity) : std::vector<ErrorCause>();
    };
    data.memory_causes.push_back(of(memory, ComparedQuantity::Memory));
    data.step_causes.push_back(of(time, ComparedQuantity::Step));
    data.speed_causes.push_back(of(time, ComparedQuantity::Speed));
    QStringList words {QString::fromStdString(row.run.model), runDegrees(row.run),
                       QString::fromStdString(row.run.device), QString::fromStdString(row.stack),
                       QStringLiteral("%1:%2").arg(QString::fromStdString(row.run.file)).arg(row.run.line)};
    for (const auto& some : {data.memory_causes.back(), data.step_causes.back()}) {
        for (const ErrorCause& cause : some) {
            words << causeSentence(cause);
        }
    }
    data.words << words.join(QLatin1Char(' '));
    data.has_evidence = data.has_evidence || row.unseen_peak || row.unseen_step;
}

}

const std::vector<ErrorCause>& ValidationData::causes(std::size_t row, ComparedQuantity quantity) const
{
    switch (quantity) {
    case ComparedQuantity::Memory:
        return memory_causes[row];
    case ComparedQuantity::Step:
        return step_causes[row];
    case ComparedQuantity::Speed:
        break;
    }
    return speed_causes[row];
}

Result<std::vector<Run>> readRunsOf(const QString& path, const std::stop_token& stop)
{
    if (!path.startsWith(QStringLiteral(":/"))) {
        return readRuns(path.toStdString(), BadRows::Skip, stop);
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return failure(ErrorCode::FileNotReadable, {file.errorString().toStdString()}, path.toStdString());
    }
    return parseRuns(file.readAll().toStdString(), path.toStdString());
}

Result<std::vector<Run>> readRunsOf(const QStringList& files, const std::stop_token& stop)
{
    std::vector<Run> all;
    for (const QString& file : files) {
        auto runs = readRunsOf(file, stop);
        if (!runs) {
            return runs;
        }
        std::move(runs->begin(), runs->end(), std::back_inserter(all));
    }
    return all;
}

Result<std::vector<FoundStack>> stacksFor(const QString& path)
{
    if (path.isEmpty() || !QFileInfo::exists(path)) {
        return withShipped({});
    }
    const auto workspace = Workspace::open(path.toStdString(), OpenMode::ReadOnly);
    if (!workspace) {
        return failure(workspace.error());
    }
    const auto kept = workspace->stacks();
    return kept ? Result<std::vector<FoundStack>>(withShipped(*kept)) : failure(kept.error());
}

Result<std::shared_ptr<const ValidationData>> makeValidationData(const ValidationRequest& request,
                                                                 const std::stop_token& stop)
{
    const auto known = stacksFor(request.workspace);
    if (!known) {
        return failure(known.error());
    }
    auto data = std::make_shared<ValidationData>();
    data->request = request;
    std::vector<ValidatedRun> rows;
    for (const QString& file : request.files) {
        const auto runs = readRunsOf(file, stop);
        if (!runs) {
            return failure(runs.error());
        }
        auto choice = chosen(*runs, request, *known, stop);
        if (!choice) {
            return failure(choice.error());
        }
        const ErrorCauses causes(*runs, choice->found.stack);
        for (ValidatedRun& row : choice->validation.rows) {
            if (stop.stop_requested()) {
                break;
            }
            addCauses(*data, causes, row);
            rows.push_back(std::move(row));
        }
        if (stop.stop_requested()) {
            return failure(ErrorCode::Cancelled);
        }
        const QString name = QString::fromStdString(choice->found.stack.name);
        if (!data->stacks.contains(name)) {
            data->stacks << name;
        }
    }
    data->validation = validationOf(std::move(rows));
    return data;
}

QStringList publishedRuns()
{
    QStringList files;
    for (const QString& name : QDir(runsFolder).entryList({QStringLiteral("*.csv")}, QDir::Files, QDir::Name)) {
        files << runsFolder + QLatin1Char('/') + name;
    }
    return files;
}

const ValidatedRun& ValidationView::run(int point) const
{
    return data->validation.rows[points[static_cast<std::size_t>(point)].row];
}

const std::vector<ErrorCause>& ValidationView::causes(int point) const
{
    return data->causes(points[static_cast<std::size_t>(point)].row, quantity);
}

QString ValidationView::causeWords(int point) const
{
    QStringList sentences;
    for (const ErrorCause& cause : causes(point)) {
        sentences << causeSentence(cause);
    }
    return sentences.join(QLatin1Char(' '));
}

std::shared_ptr<const ValidationView> makeView(const std::shared_ptr<const ValidationData>& data,
                                               ComparedQuantity quantity, bool unseen, RunGrouping grouping)
{
    auto view = std::make_shared<ValidationView>();
    view->data = data;
    view->quantity = quantity;
    view->unseen = unseen || !data->has_evidence;
    view->grouping = grouping;
    view->points = comparedPoints(data->validation, quantity, unseen);
    view->groups = groupRuns(data->validation, view->points, grouping);
    view->group_of.resize(view->points.size());
    for (std::size_t group = 0; group < view->groups.size(); ++group) {
        for (const std::size_t point : view->groups[group].points) {
            view->group_of[point] = static_cast<int>(group);
        }
    }
    view->figures = figuresOf(view->points);
    view->coverage = coverageOf(view->points);
    std::vector<double> errors;
    for (const RunPoint& point : view->points) {
        errors.push_back(point.error());
    }
    view->histogram = errorHistogram(errors);
    return view;
}

QString runDegrees(const Run& run)
{
    QStringList words;
    for (const auto& [letter, degree] : {std::pair {"P", run.pipeline}, std::pair {"T", run.tensor},
                                         std::pair {"C", run.context}, std::pair {"E", run.expert}}) {
        if (degree.value_or(1) > 1) {
            words << QLatin1String(letter) + QString::number(*degree);
        }
    }
    std::int64_t data = run.data.value_or(0);
    if (!run.data && run.devices) {
        data = *run.devices / (run.pipeline.value_or(1) * run.tensor.value_or(1) * run.context.value_or(1));
    }
    if (data > 1) {
        words << QStringLiteral("D") + QString::number(data);
    }
    return words.isEmpty() ? QStringLiteral("D1") : words.join(QLatin1Char(' '));
}

}
