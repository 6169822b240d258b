// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/request.h"

#include "core/model/flops.h"

#include <algorithm>
#include <set>

namespace stagecraft {

namespace {

// Forward work of a point; embeddings have none, then the tokens decide.
double workOf(const ProfilePoint& point)
{
    Shape input = point.input;
    input.insert(input.begin(), point.micro_batch);
    const auto* program = std::get_if<Program>(&point.spec);
    return (program != nullptr ? forwardFlops(*program, input).value : 0.0)
        + static_cast<double>(point.micro_batch * point.sequence);
}

bool sameButMicroBatch(ProfilePoint a, const ProfilePoint& b)
{
    a.micro_batch = b.micro_batch;
    return pointKey(a) == pointKey(b);
}

}

std::vector<ProfilePoint> pointsOf(const ProfileRequest& request)
{
    std::vector<std::pair<double, ProfilePoint>> points; // with their work
    std::set<std::string> seen;
    for (const std::int64_t sequence : request.sequences) {
        Workload workload = request.workload;
        workload.sequence = sequence;
        const auto of_a_sample = chainPoints(request.model, workload, 1);
        if (!of_a_sample) {
            continue;
        }
        for (const std::int64_t micro_batch : request.micro_batches) {
            for (ProfilePoint point : *of_a_sample) {
                point.micro_batch = micro_batch;
                if (seen.insert(pointKey(point)).second) {
                    points.emplace_back(workOf(point), std::move(point));
                }
            }
        }
    }
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<ProfilePoint> sorted;
    for (auto& [work, point] : points) {
        sorted.push_back(std::move(point));
    }
    return sorted;
}

std::vector<ProfilePoint> missingPoints(const ProfileRequest& request, const std::vector<Measurement>& known)
{
    const auto answered = [&](const ProfilePoint& point) {
        return std::any_of(known.begin(), known.end(), [&](const Measurement& m) {
            if (m.status == MeasurementStatus::Done) {
                return pointKey(m.point) == pointKey(point);
            }
            return m.status == MeasurementStatus::OutOfMemory && m.point.micro_batch <= point.micro_batch
                && sameButMicroBatch(m.point, point);
        });
    };
    std::vector<ProfilePoint> points = pointsOf(request);
    std::erase_if(points, answered);
    return points;
}

Result<void> validate(const ProfileRequest& request)
{
    constexpr std::int64_t mostSamples = 1 << 20;
    if (hasGivenCosts(request.model)) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the model to profile"), request.model.source,
                        std::string("a config.json or a zoo model (a layer table brings its own costs)")});
    }
    if (request.micro_batches.empty() || request.sequences.empty()) {
        return failure(ErrorCode::OptionOutOfRange,
                       {std::string("the number of points"), std::int64_t(0), std::int64_t(1), mostSamples});
    }
    for (const std::int64_t micro_batch : request.micro_batches) {
        if (micro_batch < 1 || micro_batch > mostSamples) {
            return failure(ErrorCode::OptionOutOfRange,
                           {std::string("the micro-batch"), micro_batch, std::int64_t(1), mostSamples});
        }
    }
    for (const std::int64_t sequence : request.sequences) {
        if (sequence < 1 || sequence > request.model.longest_sequence) {
            return failure(
                ErrorCode::OptionOutOfRange,
                {std::string(request.model.sample == SampleKind::Image ? "the image side" : "the sequence length"),
                 sequence, std::int64_t(1), request.model.longest_sequence});
        }
        if (const auto shapes = boundaryShapes(request.model, 1, sequence); !shapes) {
            return failure(shapes.error());
        }
    }
    return {};
}

}
