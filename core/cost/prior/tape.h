// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/prior/kernel.h"
#include "core/problem/precision.h"
#include "core/profile/allocationtrace.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace stagecraft::prior {

class Tape;

// Reference-counted handle of a tensor on a tape. Its bytes are alive until the last reference in the program or the
// graph is gone. The tape must outlive it.
class Value {
public:
    Value() = default;
    Value(const Value& other);
    Value(Value&& other) noexcept;
    Value& operator=(Value other) noexcept;
    ~Value();

    std::int64_t elements = 0;
    NumberType type = NumberType::Fp32;
    std::int64_t bytes() const { return elements * bytesOf(type); }
    // True if it requires a gradient.
    bool learns() const { return m_node >= 0 || m_leaf; }

private:
    friend class Tape;
    Tape* m_tape = nullptr;
    int m_storage = -1;
    int m_node = -1; // node that produced it; -1 if none
    int m_output = 0; // index among the node's results
    bool m_leaf = false; // from an earlier layer: its gradient is released at once
    int m_source = -1; // storage to save in its place, from which it is recomputed; -1 if none
};

// Derivative of an elementary operation: saved tensors, gradients and backward work.
struct Derivative {
    std::vector<Value> saved {}; // subset of the arguments
    bool saves_result = false;
    std::int64_t extra = 0; // additional saved bytes: masks, statistics
    bool passes = false; // the arguments share the result's gradient, without new tensors
    bool overwrites = false; // the first argument's gradient overwrites the first saved tensor
    std::variant<std::monostate, ProductShape, AttentionShape> arithmetic {}; // forward pass
    bool product = false; // product of the argument and a weight: each of the two gradients is a product too
    bool weight = true; // product: the weight is trainable, not only a bias
    bool accumulates = false; // product: the weight's gradient accumulates into a buffer, without a new tensor
    int times = 0; // backward traffic in multiples of the forward pass; 0: twice if it reads saved tensors, else once
    std::vector<std::int64_t> parameters {}; // bytes of each parameter gradient
    std::int64_t temporary = 0; // bytes while its backward runs
    int temporaries = 1; // number of equal tensors that `temporary` is divided into
    std::int64_t bytes = 0; // bytes of the result; 0: elements x size of its type
    double traffic = 0; // bytes moved; 0: those of arguments and result
    double copied_back = 0; // bytes moved in the backward pass for FP8 copies of the output gradient
    bool stored = false; // recomputed pass: the result and the additional saved bytes remain from the first run
    // Recomputed in the backward pass where its result is first needed; until then its saved tensors are not kept. No
    // effect if the whole pass is recomputed.
    bool again = false;
    // Its backward needs no saved tensors: if the whole pass is recomputed, the gradient of its argument exists before
    // recomputation starts, as torch.utils.checkpoint recomputes at the first tensor that is needed.
    bool before_rerun = false;
};

// Records the allocations and frees of a layer while elementary operations run and are differentiated, by the rules of
// libtorch's engine: results are new tensors, a node keeps its saved tensors until it has run, gradients of a value
// that is used twice are added in a third tensor. Not thread-safe.
class Tape {
public:
    // Creates an empty tape; records a graph if `differentiated`.
    explicit Tape(bool differentiated) : m_differentiated(differentiated) {}
    // Starts recomputation: the operations recorded next repeat those so far, now with a graph. Only for tapes without
    // a graph.
    void runAgain() { m_differentiated = m_again = true; }
    // Allocates the gradients of results, given their bytes, before backward() runs.
    void makeGradients(const std::vector<std::int64_t>& bytes);
    ~Tape() { m_cache.clear(); }
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;

    // Returns a tensor that exists before the trace starts and is not part of it.
    Value given(std::int64_t elements, NumberType type, bool learns);
    // Returns a new tensor without history.
    Value constant(std::int64_t elements, NumberType type);
    // Records an operation. Returns its result in a new tensor.
    Value apply(const std::vector<Value>& arguments, std::int64_t elements, NumberType type, const Derivative& how);
    // Records an operation that writes its result into the first argument.
    Value applyInPlace(const std::vector<Value>& arguments, const Derivative& how);
    // Returns a view of a tensor. If it is only a part, its gradient has the size of the whole argument.
    Value view(const Value& argument, std::int64_t elements, bool part);
    // Returns `result` such that nodes save `source` in its place, which the graph keeps anyway.
    Value recomputed_in_backward(Value result, const Value& source) const;
    // Runs `run` on values without a graph. In the backward pass it runs again with a graph on the saved values, as
    // torch.utils.checkpoint() does: values and results are alive until its backward ends. On a tape without a graph it
    // only runs `run`.
    using Segment = std::function<std::vector<Value>(const std::vector<Value>&)>;
    std::vector<Value> checkpoint(const std::vector<Value>& values, const Segment& run);
    // Splits a tensor into parts, whose gradients are concatenated.
    std::vector<Value> parts(const Value& argument, const std::vector<std::int64_t>& elements);
    // Returns a tensor that is alive until endForward(), or longer if a node saves it.
    Value cached(std::int64_t elements, NumberType type);

    // Frees cached tensors. Returns the bytes freed.
    std::int64_t endForward();
    // Bytes alive in the trace.
    std::int64_t alive() const { return m_alive; }
    // True if the graph saves this tensor.
    bool keeps(const Value& value) const;
    // Ends the forward pass, releases `results`, allocates their gradients (unless makeGradients() did) and runs the
    // graph backward. With `later`, parameter gradients exist already and new ones are added to them. Returns the whole
    // trace.
    AllocationTrace backward(std::vector<Value> results, bool later);
    // Events of the trace so far.
    const std::vector<std::int64_t>& events() const { return m_events; }
    void markForward() { m_forward_events = static_cast<std::int64_t>(m_events.size()); }

    // Kernels of the forward pass.
    const PassWork& forwardWork() const { return m_forward_work; }
    // Kernels of the backward pass: products have one for each gradient; attention has one; others have two if they
    // read saved tensors, else one; none if gradients are passed on or none flows. Gradients of a value with several
    // uses are summed.
    const PassWork& backwardWork() const { return m_backward_work; }

private:
    friend class Value;
    struct Storage {
        std::int64_t bytes = 0;
        std::int64_t number = 0; // number of its allocation; 0: not in the trace
        int references = 0;
        int saved = 0; // number of these references from the graph
        bool recomputed_in_backward = false; // freed while only the graph refers to it
        bool away = false; // true while freed
    };
    struct Edge {
        int node = -1;
        int output = 0;
        bool leaf = false;
        std::int64_t bytes = 0;
        bool wanted() const { return node >= 0 || leaf; }
    };
    struct Node {
        std::vector<Edge> edges;
        std::vector<int> saved; // storages
        std::vector<std::int64_t> parameters;
        std::int64_t temporary = 0;
        int temporaries = 1;
        bool passes = false;
        bool overwrites = false;
        std::vector<int> gradients; // one per result; -1: none arrived
        Segment segment; // function of checkpoint(): computes its results from the saved values
        std::vector<std::pair<std::int64_t, NumberType>> values; // elements and types of those values
    };

    int allocate(std::int64_t bytes);
    int allocate(std::int64_t bytes, const Derivative& how);
    void hold(int storage);
    void release(int storage);
    void bringBack(int storage);
    Value reference(int storage, std::int64_t elements, NumberType type);
    int record(const std::vector<Value>& arguments, const Value* result, const Derivative& how, int results);
    void count(const Value& result, const std::vector<Value>& arguments, const Derivative& how, double traffic);
    void countBackward(double traffic, int operations);
    void countGradients(const Derivative& how, double traffic, bool input, bool weight);
    void countSum(std::int64_t bytes);
    void send(const Edge& edge, int gradient);
    void run(std::size_t number, bool later);
    void runSegment(Node& node, bool later);
    void runBack(std::size_t first, bool later);
    std::vector<Value> withoutHistory(const std::vector<Value>& values) const;

    bool m_differentiated;
    bool m_again = false;
    bool m_backward = false; // true while backward() runs
    std::deque<int> m_gradients; // gradients allocated by makeGradients()
    std::int64_t m_before_rerun = 0; // bytes of Derivative::before_rerun
    int m_early_gradient = -1; // storage of these bytes; -1 if none
    std::deque<int> m_stored; // storages with a reference each, to reuse in the recomputed pass, in order
    std::vector<Storage> m_storages;
    std::vector<Node> m_nodes;
    std::vector<Value> m_cache;
    std::vector<bool> m_leaf_gradients; // [leaf]: true if a gradient arrived
    std::vector<std::int64_t> m_events;
    std::int64_t m_forward_events = 0;
    std::int64_t m_allocations = 0;
    std::int64_t m_alive = 0;
    PassWork m_forward_work;
    PassWork m_backward_work;
};

}
