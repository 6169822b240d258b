// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/validationdata.h"

#include "core/plan/parallelsizes.h"
#include "core/runs/runsreader.h"
#include "core/session/userhardware.h"
#include "ui/words/causetext.h"
#include "ui/words/frameworkwords.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <map>
#include <utility>

namespace stagecraft {

namespace {

const QString runsFolder = QStringLiteral(":/runs");

// User-defined device type with this name; empty for an empty name.
Result<std::optional<CatalogueEntry>> userType(const QString& name)
{
    if (name.isEmpty()) {
        return std::optional<CatalogueEntry>();
    }
    auto user_defined = userHardware();
    if (!user_defined) {
        return failure(user_defined.error());
    }
    const auto found = std::find_if(user_defined->begin(), user_defined->end(), [&](const CatalogueEntry& entry) {
        return entry.device.name == name.toStdString();
    });
    if (found == user_defined->end()) {
        return failure(ErrorCode::DeviceTypeUnknown, {name.toStdString(), catalogue().namesLike(name.toStdString())});
    }
    return std::optional(std::move(*found));
}

bool isOfOtherType(const ValidatedRun& row)
{
    const CatalogueEntry* type = typeOf(row.run.device);
    return !row.device_type.empty() && (type == nullptr || type->device.name != row.device_type);
}

std::vector<Framework> usedFrameworks(const Validation& validation)
{
    std::map<Framework, int> runs;
    for (const ValidatedRun& row : validation.rows) {
        if (!row.skipped()) {
            ++runs[row.framework];
        }
    }
    std::vector<Framework> used;
    for (const auto& [framework, count] : runs) {
        used.push_back(framework);
    }
    std::stable_sort(used.begin(), used.end(), [&](Framework a, Framework b) { return runs[a] > runs[b]; });
    return used;
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
    QStringList words {QString::fromStdString(row.run.model),
                       runDegrees(row.run),
                       QString::fromStdString(row.run.device),
                       QString::fromStdString(row.device_type),
                       frameworkTitle(row.framework),
                       QStringLiteral("%1:%2").arg(QString::fromStdString(row.run.file)).arg(row.run.line)};
    for (const auto& some : {data.memory_causes.back(), data.step_causes.back()}) {
        for (const ErrorCause& cause : some) {
            words << causeSentence(cause);
        }
    }
    data.words << words.join(QLatin1Char(' '));
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

Result<std::shared_ptr<const ValidationData>> makeValidationData(const ValidationRequest& request,
                                                                 const std::stop_token& stop)
{
    auto type = userType(request.type);
    if (!type) {
        return failure(type.error());
    }
    ValidationSetting setting;
    setting.type = std::move(*type);
    if (request.framework) {
        setting.framework = FrameworkChoice {*request.framework};
    }
    auto data = std::make_shared<ValidationData>();
    data->request = request;
    std::vector<ValidatedRun> rows;
    for (const QString& file : request.files) {
        const auto runs = readRunsOf(file, stop);
        if (!runs) {
            return failure(runs.error());
        }
        Validation validation = validateRuns(*runs, setting, stop);
        const ErrorCauses causes(*runs);
        for (ValidatedRun& row : validation.rows) {
            if (stop.stop_requested()) {
                break;
            }
            addCauses(*data, causes, row);
            rows.push_back(std::move(row));
        }
        if (stop.stop_requested()) {
            return failure(ErrorCode::Cancelled);
        }
    }
    data->validation = validationOf(std::move(rows));
    data->frameworks = usedFrameworks(data->validation);
    data->other_types = std::any_of(data->validation.rows.begin(), data->validation.rows.end(),
                                    [](const ValidatedRun& row) { return !row.skipped() && isOfOtherType(row); });
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

int ValidationView::inSample() const
{
    const Validation& all = data->validation;
    return (quantity == ComparedQuantity::Memory ? all.memory : all.time).in_sample;
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
                                               ComparedQuantity quantity, RunGrouping grouping)
{
    auto view = std::make_shared<ValidationView>();
    view->data = data;
    view->quantity = quantity;
    view->grouping = grouping;
    view->points = comparedPoints(data->validation, quantity);
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
    std::int64_t data = run.data.value_or(1);
    if (!run.data && run.devices) {
        data = *run.devices / (run.pipeline.value_or(1) * run.tensor.value_or(1) * run.context.value_or(1));
    }
    return QString::fromStdString(
        parallelismText({run.pipeline.value_or(1), std::max<std::int64_t>(run.chunks.value_or(1), 1),
                         std::to_string(run.tensor.value_or(1)), run.context.value_or(1),
                         std::to_string(std::max<std::int64_t>(data, 1)), run.expert.value_or(1),
                         run.sequence_parallel.value_or(false)}));
}

}
