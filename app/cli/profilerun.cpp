// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/profilerun.h"

#include "app/cli/progressline.h"
#include "app/cli/workerrun.h"
#include "core/base/english.h"
#include "core/measuring/plan.h"

#include <algorithm>
#include <set>

namespace stagecraft {

namespace {

// Known measurements of the request's points on this device.
std::vector<Measurement> reusedOf(const ProfileRequest& request, const std::vector<Measurement>& known,
                                  const ProfileOutcome& outcome)
{
    std::set<std::string> open;
    for (const ProfilePoint& point : pointsOf(request)) {
        open.insert(pointKey(point));
    }
    for (const Measurement& measurement : outcome.measured) {
        open.erase(pointKey(measurement.point));
    }
    std::vector<Measurement> reused;
    std::copy_if(known.begin(), known.end(), std::back_inserter(reused), [&](const Measurement& m) {
        return measureIdentically(m.device, outcome.device) && m.status != MeasurementStatus::Failed
            && open.erase(pointKey(m.point)) > 0;
    });
    return reused;
}

}

Result<ProfileOutcome> runProfile(const ProfileRequest& request, Workspace& workspace, bool retry,
                                  const Interrupt& interrupt)
{
    auto stored = workspace.measurements();
    if (!stored) {
        return failure(stored.error());
    }
    const auto known = retry ? successesOf(*std::move(stored)) : *std::move(stored);
    ProfileOutcome outcome;
    std::optional<Error> error;
    ProgressLine progress;
    ProfileJob job(request, known);
    outcome.job = job.id().toStdString();

    QObject::connect(&job, &ProfileJob::hello, [&](const MeasuredDevice& device) { outcome.device = device; });
    QObject::connect(&job, &ProfileJob::progressed,
                     [&](const QString& phase, const Message& subject, const Message& reason, int done, int total) {
                         // The reason comes first, because a narrow terminal truncates the line.
                         const std::string text =
                             (reason.empty() ? phase.toStdString() + ' ' : describe(reason) + ": ") + describe(subject);
                         progress.show(done, total, text, job.remaining());
                     });
    QObject::connect(&job, &ProfileJob::measured, [&](const Measurement& measurement, qint64 sequence) {
        outcome.measured.push_back(measurement);
        if (auto added = workspace.addMeasurement(measurement, outcome.job, sequence); !added && !error) {
            error = added.error(); // further measurements could not be stored
            job.cancel();
        }
    });
    QObject::connect(&job, &ProfileJob::finished, [&](const ProfileSummary& summary) { outcome.summary = summary; });
    const auto failed = runToEnd(job, interrupt);
    if (error || failed) {
        return failure(error ? *error : *failed);
    }
    outcome.reused = reusedOf(request, known, outcome);
    return outcome;
}

}
