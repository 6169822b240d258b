// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

// The operators between a vision tower and a language model, see operators.h.
namespace stagecraft {

// One image of `side` x `side` pixels for each sample, cut into patches that a convolution over `frames` pictures turns
// into rows. The pixels are made here; of the value that it takes only the number of samples counts: [b, ...] to
// [b, patches, width].
struct ImagePatches {
    static constexpr std::string_view name = "image_patches";
    std::int64_t side = 0;
    std::int64_t patch = 1; // pixels of a patch's side
    std::int64_t frames = 1; // pictures that a patch has of each channel
    std::int64_t channels = 3;
    std::int64_t width = 0;

    // Of a side, and of an image.
    std::int64_t grid() const { return side / patch; }
    std::int64_t patches() const { return grid() * grid(); }
    // Numbers of a patch.
    std::int64_t numbers() const { return channels * frames * patch * patch; }

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("side", op.side);
        visit("patch", op.patch);
        visit("frames", op.frames);
        visit("channels", op.channels);
        visit("width", op.width);
    }
    friend bool operator==(const ImagePatches&, const ImagePatches&) = default;
};

// Learned positions of a square grid, interpolated to the grid of the patches that it takes, whose numbers do not
// count: [b, patches, width] to the same.
struct GridPositions {
    static constexpr std::string_view name = "grid_positions";
    std::int64_t count = 0; // of the learned grid
    std::int64_t width = 0;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("count", op.count);
        visit("width", op.width);
    }
    friend bool operator==(const GridPositions&, const GridPositions&) = default;
};

// Rows of neighboring patches side by side: [b, patches, width] to [b, patches / count, count x width], as a view.
struct MergePatches {
    static constexpr std::string_view name = "merge_patches";
    std::int64_t count = 1;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("count", op.count);
    }
    friend bool operator==(const MergePatches&, const MergePatches&) = default;
};

// Features of each sample's image in the place of as many of its tokens, or added to them: [b, s, width] and
// [b, features, width] to [b, s, width].
struct PlaceFeatures {
    static constexpr std::string_view name = "place_features";
    bool added = false;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("added", op.added);
    }
    friend bool operator==(const PlaceFeatures&, const PlaceFeatures&) = default;
};

}
