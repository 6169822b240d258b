// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace stagecraft::dry {

// Types of attributes, as cudnnBackendAttributeType_t numbers them.
enum class CudnnType : int { DataType = 1, Boolean = 2, Integer = 3, Float = 4, Double = 5, Descriptor = 15 };

// A descriptor of cuDNN's backend: the attributes that it was told. Not for several threads at once, as cuDNN's own.
struct CudnnDescriptor {
    // Kinds, as cudnnBackendDescriptorType_t numbers them.
    static constexpr int convolutionForward = 10;
    static constexpr int convolutionBackwardFilter = 11;
    static constexpr int convolutionBackwardData = 12;
    static constexpr int operationGraph = 15;
    static constexpr int matrixProduct = 19;
    static constexpr int attentionBackward = 43;

    int kind = 0;
    std::map<int, std::vector<char>> attributes;
    std::int64_t workspace = 0; // bytes that executing it takes; of a graph and all that is made from it

    void set(int attribute, CudnnType type, std::int64_t count, const void* values);
    // Answers with what was told, at most `requested` elements; none where nothing was told. Returns a status.
    int get(int attribute, CudnnType type, std::int64_t requested, std::int64_t* count, void* values) const;

    std::vector<std::int64_t> integers(int attribute) const;
    std::vector<CudnnDescriptor*> descriptors(int attribute) const;
};

// Bytes of the workspace that a graph of operations needs at most, of which cuDNN tells nothing without a device:
// - a convolution whose tensors have the channels outermost: a copy of each of them with the channels innermost, which
//   is what tensor cores read; with the channels innermost none;
// - the backward pass of attention: the gradient of the queries in fp32, which its blocks are added up in;
// - all else none.
std::int64_t workspaceBytes(const CudnnDescriptor& graph);

}
