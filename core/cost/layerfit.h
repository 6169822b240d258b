// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"
#include "core/cost/sizefit.h"

#include <memory>
#include <optional>
#include <vector>

namespace stagecraft {

// Costs of one layer as functions of scale, fitted on measurements that differ only in scale. Bytes of single tensors
// are fitted directly (SizeFit). Peaks are replayed from fitted allocations (TraceFit) if the replay matches the
// measured peaks, else fitted too. If measurements ran different operations (one sample needs fewer copies than two),
// the nearest group that covers the scale counts. Times: TimeFit. At a measured scale the result is the measurement.
// Widths of the byte bounds come from the regressions. Immutable, cheap to copy, safe from any thread.
class LayerFit {
public:
    // Fits at least one measurement, each at a different scale, with status Done, and no checks.
    explicit LayerFit(const std::vector<const Measurement*>& measured);

    // Returns the costs at a scale. Figures set by setState() are those of the nearest measured tensor-parallel size.
    LayerCost operator()(const Extent& scale) const;
    bool measuredDegree(std::int64_t tensor) const;
    bool measured(const Extent& scale) const;
    // Returns the number of doublings from the measured range to `scale`, summed over the axes on which it is outside.
    double octavesBeyond(const Extent& scale) const;

    // True if every axis on which `scale` differs from the measurements was varied among them. Other scales must not be
    // passed to operator().
    bool covers(const Extent& scale) const;

    // Returns `asked` with each axis that was never varied set to its measured value, so that the fit covers it.
    // transferredCost() continues from there.
    Extent coveredNear(const Extent& asked) const;
    // Returns the point at a covered scale; `asked` is the requested point. Empty if no measurement has its shapes.
    std::optional<ProfilePoint> pointAt(const Extent& scale, const ProfilePoint& asked) const;

private:
    struct Content;
    std::shared_ptr<const Content> m_content;
};

// Returns the scale of a point.
Extent extentOf(const ProfilePoint& point);

}
