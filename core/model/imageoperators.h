// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

// Operators of image models, see operators.h.
namespace stagecraft {

// Concatenation of several images along their channels.
struct Concatenate {
    static constexpr std::string_view name = "concatenate";
    std::int64_t count = 2;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("count", op.count);
    }
    friend bool operator==(const Concatenate&, const Concatenate&) = default;
};

// Convolution of [b, channels, height, width].
struct Convolution {
    static constexpr std::string_view name = "convolution";
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::int64_t kernel = 1;
    std::int64_t stride = 1;
    std::int64_t padding = 0;
    std::int64_t groups = 1;
    bool bias = false;
    std::int64_t kernel_width = 0; // for non-square kernels; `padding_width` then applies too
    std::int64_t padding_width = 0;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("in", op.in);
        visit("out", op.out);
        visit("kernel", op.kernel);
        visit("stride", op.stride);
        visit("padding", op.padding);
        visit("groups", op.groups);
        visit("bias", op.bias);
        visit("kernel_width", op.kernel_width);
        visit("padding_width", op.padding_width);
    }
    std::int64_t kernelWidth() const { return kernel_width > 0 ? kernel_width : kernel; }
    std::int64_t paddingWidth() const { return kernel_width > 0 ? padding_width : padding; }
    friend bool operator==(const Convolution&, const Convolution&) = default;
};

struct BatchNorm {
    static constexpr std::string_view name = "batch_norm";
    std::int64_t channels = 0;
    double epsilon = 1e-5;
    double momentum = 0.1;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("channels", op.channels);
        visit("epsilon", op.epsilon);
        visit("momentum", op.momentum);
    }
    friend bool operator==(const BatchNorm&, const BatchNorm&) = default;
};

struct MaxPool {
    static constexpr std::string_view name = "max_pool";
    std::int64_t kernel = 2;
    std::int64_t stride = 2;
    std::int64_t padding = 0;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("kernel", op.kernel);
        visit("stride", op.stride);
        visit("padding", op.padding);
    }
    friend bool operator==(const MaxPool&, const MaxPool&) = default;
};

struct AveragePool {
    static constexpr std::string_view name = "average_pool";
    std::int64_t kernel = 2;
    std::int64_t stride = 2;
    std::int64_t padding = 0; // excluded from the means

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("kernel", op.kernel);
        visit("stride", op.stride);
        visit("padding", op.padding);
    }
    friend bool operator==(const AveragePool&, const AveragePool&) = default;
};

// Average pooling to `side` x `side` pixels, whatever the image's size.
struct AdaptivePool {
    static constexpr std::string_view name = "adaptive_pool";
    std::int64_t side = 1;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("side", op.side);
    }
    friend bool operator==(const AdaptivePool&, const AdaptivePool&) = default;
};

// View with all dimensions but the first merged.
struct Flatten {
    static constexpr std::string_view name = "flatten";

    template <typename Self, typename Visit>
    static void fields(Self&, Visit&&)
    {
    }
    friend bool operator==(const Flatten&, const Flatten&) = default;
};

// View of an image's pixels as a sequence: [b, h, height, width] to [b, height x width, h].
struct Patches {
    static constexpr std::string_view name = "patches";

    template <typename Self, typename Visit>
    static void fields(Self&, Visit&&)
    {
    }
    friend bool operator==(const Patches&, const Patches&) = default;
};

// Normalization of each channel of each image, without parameters.
struct InstanceNorm {
    static constexpr std::string_view name = "instance_norm";
    std::int64_t channels = 0;
    double epsilon = 1e-5;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("channels", op.channels);
        visit("epsilon", op.epsilon);
    }
    friend bool operator==(const InstanceNorm&, const InstanceNorm&) = default;
};

// Nearest-neighbor upsampling: repeats each pixel `factor` x `factor` times.
struct Upsample {
    static constexpr std::string_view name = "upsample";
    std::int64_t factor = 2;

    template <typename Self, typename Visit>
    static void fields(Self& op, Visit&& visit)
    {
        visit("factor", op.factor);
    }
    friend bool operator==(const Upsample&, const Upsample&) = default;
};

// Shift of an image up and left by one pixel, filled with zeros.
struct ShiftImage {
    static constexpr std::string_view name = "shift_image";

    template <typename Self, typename Visit>
    static void fields(Self&, Visit&&)
    {
    }
    friend bool operator==(const ShiftImage&, const ShiftImage&) = default;
};

// Binary cross-entropy of one score per pixel against labels 0 and 1.
struct BinaryCrossEntropy {
    static constexpr std::string_view name = "binary_cross_entropy";

    template <typename Self, typename Visit>
    static void fields(Self&, Visit&&)
    {
    }
    friend bool operator==(const BinaryCrossEntropy&, const BinaryCrossEntropy&) = default;
};

}
