// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

// Operators between a vision tower and a language model, see operators.h.
namespace stagecraft {

// Patch embedding of one `side` x `side` image per sample: a convolution over `frames` frames turns each patch into a
// row. The pixels are generated here; only the number of samples of the input matters: [b, ...] to [b, patches, width].
struct ImagePatches {
    static constexpr std::string_view name = "image_patches";
    std::int64_t side = 0;
    std::int64_t patch = 1; // side of a patch in pixels
    std::int64_t frames = 1; // frames per patch and channel
    std::int64_t channels = 3;
    std::int64_t width = 0;

    // Number of patches along a side, and of an image.
    std::int64_t grid() const { return side / patch; }
    std::int64_t patches() const { return grid() * grid(); }
    // Number of elements of a patch.
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

// Learned positions of a square grid, interpolated to the grid of the input patches, whose values are unused:
// [b, patches, width] to the same shape.
struct GridPositions {
    static constexpr std::string_view name = "grid_positions";
    std::int64_t count = 0; // positions in the learned grid
    std::int64_t width = 0;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("count", op.count);
        visit("width", op.width);
    }
    friend bool operator==(const GridPositions&, const GridPositions&) = default;
};

// View with the rows of neighboring patches side by side: [b, patches, width] to [b, patches / count, count x width].
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

// Image features that replace the same number of each sample's tokens, or are added to them: [b, s, width] and
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
