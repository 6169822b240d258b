// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/layers/layermodule.h"

namespace stagecraft {

class ParameterMaker;

// The layers of torchvision's ResNet with bottleneck blocks, in training mode.

// Convolution without bias and the batch norm behind it.
struct NormedConvolution {
    torch::Tensor weight;
    torch::Tensor norm_weight;
    torch::Tensor norm_bias;
    torch::Tensor running_mean;
    torch::Tensor running_variance;
    torch::Tensor batches;
    std::int64_t stride = 1;
    std::int64_t padding = 0;

    torch::Tensor operator()(const torch::Tensor& input) const;
};

class ConvolutionStemModule final : public LayerModule {
public:
    ConvolutionStemModule(const ConvolutionStem& spec, torch::Device device, SharedTensors& shared);
    torch::Tensor forward(const torch::Tensor& input, const torch::Tensor& labels) override;

private:
    NormedConvolution m_convolution;
};

class BottleneckModule final : public LayerModule {
public:
    BottleneckModule(const Bottleneck& spec, torch::Device device, SharedTensors& shared);
    torch::Tensor forward(const torch::Tensor& input, const torch::Tensor& labels) override;

private:
    bool m_projects;
    NormedConvolution m_convolution_1;
    NormedConvolution m_convolution_2;
    NormedConvolution m_convolution_3;
    NormedConvolution m_projection;
};

class ImageClassifierHeadModule final : public LayerModule {
public:
    ImageClassifierHeadModule(const ImageClassifierHead& spec, torch::Device device, SharedTensors& shared);
    torch::Tensor forward(const torch::Tensor& input, const torch::Tensor& labels) override;

private:
    torch::Tensor m_weight;
    torch::Tensor m_bias;
};

}
