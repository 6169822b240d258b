// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/resnet.h"

#include "core/runtime/layers/parametermaker.h"

#include <torch/torch.h>

#include <cmath>

namespace stagecraft {

namespace {

constexpr double normMomentum = 0.1;
constexpr double normEpsilon = 1e-5;

NormedConvolution makeConvolution(ParameterMaker& maker, std::int64_t out, std::int64_t kernel, std::int64_t stride)
{
    NormedConvolution made;
    // He initialisation by the fan out
    made.weight = maker.normal(std::sqrt(2.0 / static_cast<double>(out * kernel * kernel)));
    made.norm_weight = maker.filled(1.0);
    made.norm_bias = maker.filled(0.0);
    made.running_mean = maker.statistic(out, 0.0);
    made.running_variance = maker.statistic(out, 1.0);
    made.batches = maker.counter();
    made.stride = stride;
    made.padding = kernel / 2;
    return made;
}

}

torch::Tensor NormedConvolution::operator()(const torch::Tensor& input) const
{
    const torch::Tensor output = torch::conv2d(input, weight, {}, stride, padding);
    batches.add_(1);
    return torch::batch_norm(output, norm_weight, norm_bias, running_mean, running_variance, true, normMomentum,
                             normEpsilon, at::globalContext().userEnabledCuDNN());
}

ConvolutionStemModule::ConvolutionStemModule(const ConvolutionStem& spec, torch::Device device, SharedTensors& shared)
{
    ParameterMaker maker(spec, device, shared, m_parameters, m_buffers);
    m_convolution = makeConvolution(maker, spec.channels, 7, 2);
}

torch::Tensor ConvolutionStemModule::forward(const torch::Tensor& input, const torch::Tensor&)
{
    torch::Tensor output = m_convolution(input);
    output.relu_();
    return torch::max_pool2d(output, 3, 2, 1);
}

BottleneckModule::BottleneckModule(const Bottleneck& spec, torch::Device device, SharedTensors& shared)
    : m_projects(spec.projection)
{
    ParameterMaker maker(spec, device, shared, m_parameters, m_buffers);
    m_convolution_1 = makeConvolution(maker, spec.width, 1, 1);
    m_convolution_2 = makeConvolution(maker, spec.width, 3, spec.stride);
    m_convolution_3 = makeConvolution(maker, 4 * spec.width, 1, 1);
    if (m_projects) {
        m_projection = makeConvolution(maker, 4 * spec.width, 1, spec.stride);
    }
}

torch::Tensor BottleneckModule::forward(const torch::Tensor& input, const torch::Tensor&)
{
    torch::Tensor output = m_convolution_1(input);
    output.relu_();
    output = m_convolution_2(output);
    output.relu_();
    output = m_convolution_3(output);
    const torch::Tensor shortcut = m_projects ? m_projection(input) : input;
    output += shortcut;
    return output.relu_();
}

ImageClassifierHeadModule::ImageClassifierHeadModule(const ImageClassifierHead& spec, torch::Device device,
                                                     SharedTensors& shared)
{
    ParameterMaker maker(spec, device, shared, m_parameters, m_buffers);
    const double deviation = 1.0 / std::sqrt(static_cast<double>(spec.features));
    m_weight = maker.normal(deviation);
    m_bias = maker.filled(0.0);
}

torch::Tensor ImageClassifierHeadModule::forward(const torch::Tensor& input, const torch::Tensor& labels)
{
    torch::Tensor hidden = torch::adaptive_avg_pool2d(input, {1, 1});
    hidden = torch::flatten(hidden, 1);
    return torch::cross_entropy_loss(torch::linear(hidden, m_weight, m_bias), labels);
}

}
