// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"
#include "core/cost/sizefit.h"

#include <memory>
#include <optional>
#include <vector>

namespace stagecraft {

// The costs of one layer as functions of scale, from measurements of it that differ in nothing else. Bytes that one
// tensor makes up are fitted by themselves (SizeFit); what is highest over a phase is replayed from the fitted
// allocations (TraceFit) where the replay meets the measured peaks, and else fitted too. Where measurements ran other
// operations (one sample needs fewer copies than two), those count that are nearest and say enough. Times: TimeFit. At
// a measured scale it gives what was measured. Widths of the bytes' bounds: what the regressions leave open. Immutable,
// cheap to copy, safe from any thread.
class LayerFit {
public:
    // At least one, each of a scale of its own, done, and not checks.
    explicit LayerFit(const std::vector<const Measurement*>& measured);

    // What arithmetic gives (setState()) is that of the nearest measured degree.
    LayerCost operator()(const Extent& scale) const;
    bool measuredDegree(std::int64_t tensor) const;
    bool measured(const Extent& scale) const;
    // Doublings from the nearest measured scale along the axes on which the asked one lies beyond them.
    double octavesBeyond(const Extent& scale) const;

    // True where all that varies between the asked scale and the measured ones was varied among these; it must not be
    // asked elsewhere.
    bool covers(const Extent& scale) const;

    // The asked scale, but for what was never varied: that is as measured, so that the fit answers. From there formulas
    // carry on (transferredCost()).
    Extent coveredNear(const Extent& asked) const;
    // Where that stands; `asked` is the point that is asked for. Nothing where no measurement tells its shapes.
    std::optional<ProfilePoint> pointAt(const Extent& scale, const ProfilePoint& asked) const;

private:
    struct Content;
    std::shared_ptr<const Content> m_content;
};

// Where a measurement stands.
Extent extentOf(const ProfilePoint& point);

}
