// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dry/library/cudnngraph.h"

#include "core/runtime/dry/library/status.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

namespace stagecraft::dry {

namespace {

// Values of cudnnBackendAttributeName_t.
constexpr int graphOperations = 801;
constexpr int tensorDataType = 901;
constexpr int tensorDimensions = 902;
constexpr int tensorStrides = 903;
constexpr int tensorIsVirtual = 907;
constexpr int productOperands[] {1520, 1521, 1522};
constexpr int forwardTensors[] {703, 704, 705};
constexpr int backwardDataTensors[] {709, 710, 711};
constexpr int backwardFilterTensors[] {715, 716, 717};
constexpr std::size_t productsOfForwardAttention = 2;

std::size_t bytesOf(CudnnType type)
{
    switch (type) {
    case CudnnType::DataType:
    case CudnnType::Float:
        return 4;
    case CudnnType::Boolean:
        return 1;
    case CudnnType::Integer:
    case CudnnType::Double:
    case CudnnType::Descriptor:
        return 8;
    }
    return 0; // types that are not used here
}

std::int64_t elements(const CudnnDescriptor& tensor)
{
    const auto dimensions = tensor.integers(tensorDimensions);
    return std::accumulate(dimensions.begin(), dimensions.end(), std::int64_t {1}, std::multiplies<> {});
}

std::int64_t elementBytes(const CudnnDescriptor& tensor)
{
    // cudnnDataType_t: FLOAT 0, DOUBLE 1, HALF 2, INT8 3, INT32 4, BFLOAT16 9
    int type = 0;
    const auto found = tensor.attributes.find(tensorDataType);
    if (found != tensor.attributes.end() && found->second.size() >= sizeof type) {
        std::memcpy(&type, found->second.data(), sizeof type);
    }
    return type == 1 ? 8 : type == 2 || type == 9 ? 2 : type == 3 ? 1 : 4;
}

bool channelsInnermost(const CudnnDescriptor& tensor)
{
    const auto strides = tensor.integers(tensorStrides);
    return strides.size() > 1 && strides[1] == 1;
}

bool isVirtual(const CudnnDescriptor& tensor)
{
    const auto found = tensor.attributes.find(tensorIsVirtual);
    return found != tensor.attributes.end() && !found->second.empty() && found->second.front() != 0;
}

template <std::size_t Count>
std::int64_t transposedBytes(const CudnnDescriptor& operation, const int (&tensors)[Count])
{
    std::int64_t bytes = 0;
    for (const int attribute : tensors) {
        for (const CudnnDescriptor* tensor : operation.descriptors(attribute)) {
            bytes += channelsInnermost(*tensor) ? 0 : elements(*tensor) * elementBytes(*tensor);
        }
    }
    return bytes;
}

std::int64_t convolutionBytes(const CudnnDescriptor& operation)
{
    switch (operation.kind) {
    case CudnnDescriptor::convolutionForward:
        return transposedBytes(operation, forwardTensors);
    case CudnnDescriptor::convolutionBackwardData:
        return transposedBytes(operation, backwardDataTensors);
    case CudnnDescriptor::convolutionBackwardFilter:
        return transposedBytes(operation, backwardFilterTensors);
    default:
        return 0;
    }
}

// The backward pass of attention has five products, the forward pass two.
std::int64_t attentionBytes(const std::vector<CudnnDescriptor*>& operations)
{
    std::size_t products = 0;
    std::int64_t largest = 0;
    for (const CudnnDescriptor* operation : operations) {
        if (operation->kind != CudnnDescriptor::matrixProduct) {
            continue;
        }
        ++products;
        for (const int attribute : productOperands) {
            for (const CudnnDescriptor* tensor : operation->descriptors(attribute)) {
                largest = isVirtual(*tensor) ? largest : std::max(largest, elements(*tensor));
            }
        }
    }
    constexpr std::int64_t fp32 = 4;
    return products > productsOfForwardAttention ? largest * fp32 : 0;
}

}

void CudnnDescriptor::set(int attribute, CudnnType type, std::int64_t count, const void* values)
{
    const std::size_t bytes = bytesOf(type) * static_cast<std::size_t>(std::max<std::int64_t>(0, count));
    std::vector<char>& stored = attributes[attribute];
    stored.assign(bytes, 0);
    if (bytes > 0) {
        std::memcpy(stored.data(), values, bytes);
    }
}

int CudnnDescriptor::get(int attribute, CudnnType type, std::int64_t requested, std::int64_t* count, void* values) const
{
    const auto found = attributes.find(attribute);
    const std::size_t size = bytesOf(type);
    const std::size_t known = found == attributes.end() || size == 0 ? 0 : found->second.size() / size;
    const std::size_t given = std::min(known, static_cast<std::size_t>(std::max<std::int64_t>(0, requested)));
    if (count) {
        *count = static_cast<std::int64_t>(known);
    }
    if (given > 0 && values) {
        std::memcpy(values, found->second.data(), given * size);
    }
    return success;
}

std::vector<std::int64_t> CudnnDescriptor::integers(int attribute) const
{
    const auto found = attributes.find(attribute);
    if (found == attributes.end()) {
        return {};
    }
    std::vector<std::int64_t> values(found->second.size() / sizeof(std::int64_t));
    std::memcpy(values.data(), found->second.data(), values.size() * sizeof(std::int64_t));
    return values;
}

std::vector<CudnnDescriptor*> CudnnDescriptor::descriptors(int attribute) const
{
    std::vector<CudnnDescriptor*> all;
    for (const std::int64_t address : integers(attribute)) {
        all.push_back(reinterpret_cast<CudnnDescriptor*>(address));
    }
    return all;
}

std::int64_t workspaceBytes(const CudnnDescriptor& graph)
{
    const auto operations = graph.descriptors(graphOperations);
    std::int64_t bytes = attentionBytes(operations);
    for (const CudnnDescriptor* operation : operations) {
        bytes = std::max(bytes, convolutionBytes(*operation));
    }
    return bytes;
}

}
