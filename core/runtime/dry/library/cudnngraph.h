// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace stagecraft::dry {

// Attribute types with the values of cudnnBackendAttributeType_t.
enum class CudnnType : int { DataType = 1, Boolean = 2, Integer = 3, Float = 4, Double = 5, Descriptor = 15 };

// A descriptor of cuDNN's backend with the attributes set on it. Not thread-safe, like cuDNN's.
struct CudnnDescriptor {
    // Kinds with the values of cudnnBackendDescriptorType_t.
    static constexpr int convolutionForward = 10;
    static constexpr int convolutionBackwardFilter = 11;
    static constexpr int convolutionBackwardData = 12;
    static constexpr int operationGraph = 15;
    static constexpr int matrixProduct = 19;
    static constexpr int attentionBackward = 43;

    int kind = 0;
    std::map<int, std::vector<char>> attributes;
    std::int64_t workspace = 0; // workspace bytes for execution; set on a graph and on everything made from it

    void set(int attribute, CudnnType type, std::int64_t count, const void* values);
    // Returns up to `requested` elements of an attribute; none if it was not set. The return value is a status.
    int get(int attribute, CudnnType type, std::int64_t requested, std::int64_t* count, void* values) const;

    std::vector<std::int64_t> integers(int attribute) const;
    std::vector<CudnnDescriptor*> descriptors(int attribute) const;
};

// Returns an upper bound of the workspace bytes of an operation graph, for which cuDNN needs a real device:
// - a convolution with channels-first tensors: a channels-last copy of each, which tensor cores read; none for
// channels-last tensors;
// - the backward pass of attention: the fp32 gradient of the queries, into which blocks are accumulated;
// - none for all other operations.
std::int64_t workspaceBytes(const CudnnDescriptor& graph);

}
