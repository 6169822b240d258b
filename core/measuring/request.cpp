// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/request.h"

#include "core/model/shapes.h"

#include <algorithm>
#include <set>

namespace stagecraft {

namespace {

// Forward work of a point; embeddings have none, then the tokens decide.
double workOf(const ProfilePoint& point)
{
    return forwardFlops(point.spec, point.micro_batch, point.sequence).value
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
    std::vector<ProfilePoint> points;
    std::set<std::string> seen;
    for (const std::int64_t sequence : request.sequences) {
        for (const std::int64_t micro_batch : request.micro_batches) {
            for (const Layer& layer : request.model.layers) {
                ProfilePoint point {layer.spec,
                                    micro_batch,
                                    sequence,
                                    1,
                                    request.workload.precision,
                                    request.workload.attention,
                                    request.workload.optimizer};
                if (seen.insert(pointKey(point)).second) {
                    points.push_back(std::move(point));
                }
            }
        }
    }
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return workOf(a) < workOf(b); });
    return points;
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
    }
    return {};
}

}
