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

// A reference to a tensor that the tape knows: its bytes live until the last reference to them is gone, in the program
// that is written down as in the graph. The tape must outlive it.
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
    // True if a gradient flows back through it.
    bool learns() const { return m_node >= 0 || m_leaf; }

private:
    friend class Tape;
    Tape* m_tape = nullptr;
    int m_storage = -1;
    int m_node = -1; // that made it
    int m_output = 0; // which of its results
    bool m_leaf = false; // what comes from an earlier layer: its gradient is taken and dropped at once
    int m_source = -1; // storage that is saved in its place, as it is made of that again
};

// How an elementary operation is differentiated.
struct Derivative {
    std::vector<Value> saved {}; // of its arguments
    bool saves_result = false;
    std::int64_t extra = 0; // bytes of its own that it keeps: masks, statistics
    bool passes = false; // the arguments' gradients are the result's, not new tensors
    bool overwrites = false; // the first argument's gradient is written over the first saved tensor
    std::variant<std::monostate, ProductShape, AttentionShape> arithmetic {}; // of the forward pass
    bool product = false; // of the argument and a weight: each gradient of the two is a product of its own
    bool weight = true; // of a product: whether its weight learns, not only a bias
    bool accumulates = false; // of a product: it adds its weight's gradient to a buffer, so that no tensor is made
    int times = 0; // as the operation moves its backward pass; 0: twice where it looks at saved tensors, else once
    std::vector<std::int64_t> parameters {}; // bytes of parameter gradients
    std::int64_t temporary = 0; // bytes while its backward runs
    int temporaries = 1; // equal tensors that these are
    std::int64_t bytes = 0; // of the result; 0: those of its type
    double traffic = 0; // bytes moved, if not those of arguments and result
    double copied_back = 0; // bytes moved in the backward pass for FP8 copies of the output gradient
    bool stored = false; // where the pass is run again: what it gives and keeps of its own is there from the first time
    // It runs once more in the backward pass, where its result is first needed, and what that needs is not kept till
    // then. Not where the whole pass is run again.
    bool again = false;
    // Its backward pass needs nothing that a graph keeps: where the whole pass is run again, the gradient of its
    // argument is there before that begins, as torch.utils.checkpoint begins at the first tensor that is needed.
    bool before_rerun = false;
};

// Writes down what a layer allocates and frees while elementary operations run and are differentiated, by the rules of
// libtorch's engine: results are new tensors, a node keeps what it saved until it has run, gradients of a value that is
// used twice are added up in a third tensor. Not safe for several threads.
class Tape {
public:
    // With `differentiated`, a graph is made.
    explicit Tape(bool differentiated) : m_differentiated(differentiated) {}
    // Of one without a graph: what is written down next is the same again, with one.
    void runAgain() { m_differentiated = m_again = true; }
    // Allocates the gradients of results of so many bytes, with which backward() begins.
    void makeGradients(const std::vector<std::int64_t>& bytes);
    ~Tape() { m_cache.clear(); }
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;

    // A tensor that was there before; not in the trace.
    Value given(std::int64_t elements, NumberType type, bool learns);
    // A new tensor without history.
    Value constant(std::int64_t elements, NumberType type);
    // The result of an operation: a new tensor.
    Value apply(const std::vector<Value>& arguments, std::int64_t elements, NumberType type, const Derivative& how);
    // The same in the place of the first argument.
    Value applyInPlace(const std::vector<Value>& arguments, const Derivative& how);
    // Another way to see a tensor. Its gradient is a tensor of the whole argument if it is a part.
    Value view(const Value& argument, std::int64_t elements, bool part);
    // The same result, in whose place what it is made of is saved: something that the graph keeps anyway.
    Value recomputed_in_backward(Value result, const Value& source) const;
    // What `run` makes of values, without a graph. In the backward pass it runs again with one, from the values, which
    // the graph keeps, as torch.utils.checkpoint() does: they and what it gives are there until its own backward pass
    // ends. A tape without a graph only runs it.
    using Segment = std::function<std::vector<Value>(const std::vector<Value>&)>;
    std::vector<Value> checkpoint(const std::vector<Value>& values, const Segment& run);
    // Several parts of a tensor, whose gradients are put together.
    std::vector<Value> parts(const Value& argument, const std::vector<std::int64_t>& elements);
    // Bytes that live until endForward() and, where something saves them, longer.
    Value cached(std::int64_t elements, NumberType type);

    // Frees what was cached; gives the bytes that went.
    std::int64_t endForward();
    // Bytes alive of what the trace holds.
    std::int64_t alive() const { return m_alive; }
    // True if the graph holds this tensor.
    bool keeps(const Value& value) const;
    // Marks the end of the forward pass and runs the graph backwards from results with gradients that are made first.
    // `results` go before that. With `later`, parameter gradients are there already, and new ones added to them.
    AllocationTrace backward(std::vector<Value> results, bool later);
    // The trace so far.
    const std::vector<std::int64_t>& events() const { return m_events; }
    void markForward() { m_forward_events = static_cast<std::int64_t>(m_events.size()); }

    // The kernels that ran, for times.
    const PassWork& forwardWork() const { return m_forward_work; }
    // The same of a backward pass that was run: of a product one for each gradient; of attention one; of others two
    // where they look at what they saved, else one; none where gradients are passed on or none flows. Gradients of a
    // value that is used several times are added up.
    const PassWork& backwardWork() const { return m_backward_work; }

private:
    friend class Value;
    struct Storage {
        std::int64_t bytes = 0;
        std::int64_t number = 0; // of its allocation; 0: not in the trace
        int references = 0;
        int saved = 0; // of these by the graph
        bool recomputed_in_backward = false; // given back while the graph alone refers to it
        bool away = false; // which is so now
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
        std::vector<int> gradients; // of its results; -1: none came
        Segment segment; // of checkpoint(): makes its results of what it saved
        std::vector<std::pair<std::int64_t, NumberType>> values; // which that is
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
    bool m_backward = false; // runs
    std::deque<int> m_gradients; // that were made for the results
    std::int64_t m_before_rerun = 0; // bytes of Derivative::before_rerun
    int m_early_gradient = -1; // of so many
    std::deque<int> m_stored; // storages that wait to be taken when the pass is run again, a reference to each
    std::vector<Storage> m_storages;
    std::vector<Node> m_nodes;
    std::vector<Value> m_cache;
    std::vector<bool> m_leaf_gradients; // of what comes from earlier layers: whether one came
    std::vector<std::int64_t> m_events;
    std::int64_t m_forward_events = 0;
    std::int64_t m_allocations = 0;
    std::int64_t m_alive = 0;
    PassWork m_forward_work;
    PassWork m_backward_work;
};

}
