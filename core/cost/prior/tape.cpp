// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/tape.h"

#include <algorithm>
#include <utility>

namespace stagecraft::prior {

Value::Value(const Value& other)
    : elements(other.elements)
    , type(other.type)
    , m_tape(other.m_tape)
    , m_storage(other.m_storage)
    , m_node(other.m_node)
    , m_output(other.m_output)
    , m_leaf(other.m_leaf)
    , m_source(other.m_source)
{
    if (m_tape != nullptr) {
        m_tape->hold(m_storage);
    }
}

Value::Value(Value&& other) noexcept
    : elements(other.elements)
    , type(other.type)
    , m_tape(std::exchange(other.m_tape, nullptr))
    , m_storage(other.m_storage)
    , m_node(other.m_node)
    , m_output(other.m_output)
    , m_leaf(other.m_leaf)
    , m_source(other.m_source)
{
}

Value& Value::operator=(Value other) noexcept
{
    std::swap(elements, other.elements);
    std::swap(type, other.type);
    std::swap(m_tape, other.m_tape);
    std::swap(m_storage, other.m_storage);
    std::swap(m_node, other.m_node);
    std::swap(m_output, other.m_output);
    std::swap(m_leaf, other.m_leaf);
    std::swap(m_source, other.m_source);
    return *this;
}

Value::~Value()
{
    if (m_tape != nullptr) {
        m_tape->release(m_storage);
    }
}

int Tape::allocate(std::int64_t bytes)
{
    const std::int64_t size = std::max<std::int64_t>(1, bytes);
    m_events.push_back(size);
    m_alive += size;
    m_storages.push_back({size, ++m_allocations, 1, 0});
    return static_cast<int>(m_storages.size()) - 1;
}

// Allocates a result or saved bytes of `how`; in a recomputed pass, reuses those stored in the first run.
int Tape::allocate(std::int64_t bytes, const Derivative& how)
{
    if (how.stored && m_again) {
        const int storage = m_stored.front();
        m_stored.pop_front();
        return storage;
    }
    const int storage = allocate(bytes);
    if (how.stored && !m_differentiated) {
        hold(storage);
        m_stored.push_back(storage);
    }
    return storage;
}

void Tape::hold(int storage)
{
    ++m_storages[static_cast<std::size_t>(storage)].references;
}

void Tape::release(int storage)
{
    Storage& held = m_storages[static_cast<std::size_t>(storage)];
    --held.references;
    const bool goes = held.recomputed_in_backward && !held.away && !m_backward && held.references == held.saved;
    if ((held.references == 0 || goes) && held.number > 0) {
        m_events.push_back(-held.number);
        m_alive -= held.bytes;
        held.away = goes;
    }
}

// Reallocates a storage that was freed for recomputation.
void Tape::bringBack(int storage)
{
    Storage& held = m_storages[static_cast<std::size_t>(storage)];
    if (std::exchange(held.away, false)) {
        held.number = ++m_allocations;
        m_events.push_back(held.bytes);
        m_alive += held.bytes;
    }
}

// Takes ownership of the reference that allocate() created.
Value Tape::reference(int storage, std::int64_t elements, NumberType type)
{
    Value value;
    value.elements = elements;
    value.type = type;
    value.m_tape = this;
    value.m_storage = storage;
    return value;
}

Value Tape::given(std::int64_t elements, NumberType type, bool learns)
{
    m_storages.push_back({elements * bytesOf(type), 0, 1, 0});
    Value value = reference(static_cast<int>(m_storages.size()) - 1, elements, type);
    value.m_leaf = learns && m_differentiated;
    if (value.m_leaf) {
        value.m_output = static_cast<int>(m_leaf_gradients.size());
        m_leaf_gradients.push_back(false);
    }
    return value;
}

Value Tape::constant(std::int64_t elements, NumberType type)
{
    return reference(allocate(elements * bytesOf(type)), elements, type);
}

int Tape::record(const std::vector<Value>& arguments, const Value* result, const Derivative& how, int results)
{
    const bool learns = std::any_of(arguments.begin(), arguments.end(), [](const Value& v) { return v.learns(); });
    if (!m_differentiated && how.stored && how.extra > 0) {
        release(allocate(how.extra, how));
    }
    if (!m_differentiated || !(learns || how.accumulates || !how.parameters.empty())) {
        return -1;
    }
    Node node;
    for (const Value& argument : arguments) {
        node.edges.push_back({argument.m_node, argument.m_output, argument.m_leaf, argument.bytes()});
    }
    const auto save = [&](int storage) {
        hold(storage);
        ++m_storages[static_cast<std::size_t>(storage)].saved;
        node.saved.push_back(storage);
    };
    for (const Value& value : how.saved) {
        save(value.m_source >= 0 ? value.m_source : value.m_storage);
    }
    if (how.saves_result && result != nullptr) {
        save(result->m_storage);
    }
    if (how.extra > 0) {
        const int own = allocate(how.extra, how);
        ++m_storages[static_cast<std::size_t>(own)].saved;
        node.saved.push_back(own);
    }
    node.parameters = how.parameters;
    node.temporary = how.temporary;
    node.temporaries = how.temporaries;
    node.passes = how.passes;
    node.overwrites = how.overwrites;
    node.gradients.assign(static_cast<std::size_t>(results), -1);
    m_nodes.push_back(std::move(node));
    return static_cast<int>(m_nodes.size()) - 1;
}

Value Tape::apply(const std::vector<Value>& arguments, std::int64_t elements, NumberType type, const Derivative& how)
{
    Value result = reference(allocate(how.bytes > 0 ? how.bytes : elements * bytesOf(type), how), elements, type);
    m_storages[static_cast<std::size_t>(result.m_storage)].recomputed_in_backward =
        how.again && m_differentiated && !m_again;
    m_before_rerun += how.before_rerun && !m_differentiated ? arguments.front().bytes() : 0;
    result.m_node = record(arguments, &result, how, 1);
    double traffic = static_cast<double>(result.bytes());
    for (const Value& argument : arguments) {
        traffic += static_cast<double>(argument.bytes());
    }
    count(result, arguments, how, how.traffic > 0 ? how.traffic : traffic);
    return result;
}

void Tape::count(const Value& result, const std::vector<Value>& arguments, const Derivative& how, double traffic)
{
    (m_backward ? m_backward_work : m_forward_work).kernels.push_back({how.arithmetic, traffic});
    if (result.m_node < 0) {
        return;
    }
    if (how.copied_back > 0) {
        countBackward(how.copied_back, 1);
    }
    if (how.again && !m_again) {
        m_backward_work.kernels.push_back({how.arithmetic, traffic});
    }
    if (how.passes) {
        return;
    }
    if (!how.product) {
        if (const auto* attention = std::get_if<AttentionShape>(&how.arithmetic)) {
            AttentionShape backward = *attention;
            backward.backward = true;
            m_backward_work.kernels.push_back({backward, 2 * traffic});
            return;
        }
        if (!std::holds_alternative<std::monostate>(how.arithmetic)) {
            const auto learns = [&](std::size_t i) { return i < arguments.size() && arguments[i].learns(); };
            return countGradients(how, traffic, learns(0), learns(1));
        }
        const bool looks = !how.saved.empty() || how.saves_result || how.extra > 0;
        return countBackward(traffic, how.times > 0 ? how.times : looks ? 2 : 1);
    }
    const bool input = std::any_of(arguments.begin(), arguments.end(), [](const Value& v) { return v.learns(); });
    const bool weight = how.accumulates || (how.weight && !how.parameters.empty());
    countGradients(how, traffic, input, weight);
    if (!how.weight && !how.parameters.empty()) { // only a bias: sum over all rows
        countBackward(static_cast<double>(result.bytes()), 1);
    }
}

// Counts `operations` kernels with `traffic` bytes each.
void Tape::countBackward(double traffic, int operations)
{
    if (operations > 0) {
        m_backward_work.kernels.push_back({{}, traffic, operations});
    }
}

// Counts the products for the requested gradients of a product's factors.
void Tape::countGradients(const Derivative& how, double traffic, bool input, bool weight)
{
    const auto* shape = std::get_if<ProductShape>(&how.arithmetic);
    if (shape == nullptr) {
        return countBackward(traffic, (input ? 1 : 0) + (weight ? 1 : 0));
    }
    if (input) {
        m_backward_work.kernels.push_back({shape->ofInput(), traffic});
    }
    if (weight) {
        m_backward_work.kernels.push_back({shape->ofWeight(), traffic});
    }
}

// Counts the sum of two gradients of `bytes` bytes in a third tensor.
void Tape::countSum(std::int64_t bytes)
{
    countBackward(3.0 * static_cast<double>(bytes), 1);
}

Value Tape::applyInPlace(const std::vector<Value>& arguments, const Derivative& how)
{
    Value result = arguments.front();
    result.m_node = record(arguments, &result, how, 1);
    result.m_leaf = false;
    result.m_output = 0;
    count(result, arguments, how, 2.0 * static_cast<double>(result.bytes()));
    return result;
}

Value Tape::view(const Value& argument, std::int64_t elements, bool part)
{
    Value result = argument;
    result.elements = elements;
    Derivative how;
    how.passes = !part;
    result.m_node = record({argument}, nullptr, how, 1);
    result.m_leaf = false;
    result.m_output = 0;
    return result;
}

Value Tape::recomputed_in_backward(Value result, const Value& source) const
{
    result.m_source = source.m_storage;
    return result;
}

std::vector<Value> Tape::parts(const Value& argument, const std::vector<std::int64_t>& elements)
{
    const int node = record({argument}, nullptr, {}, static_cast<int>(elements.size()));
    std::vector<Value> results;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        Value part = argument;
        part.elements = elements[i];
        part.m_node = node;
        part.m_leaf = false;
        part.m_output = static_cast<int>(i);
        results.push_back(std::move(part));
    }
    return results;
}

Value Tape::cached(std::int64_t elements, NumberType type)
{
    m_cache.push_back(constant(elements, type));
    return m_cache.back();
}

std::int64_t Tape::endForward()
{
    const std::int64_t before = m_alive;
    m_cache.clear();
    return before - m_alive;
}

bool Tape::keeps(const Value& value) const
{
    const Storage& storage = m_storages[static_cast<std::size_t>(value.m_storage)];
    return storage.saved > 0 && !storage.recomputed_in_backward;
}

void Tape::send(const Edge& edge, int gradient)
{
    if (edge.node < 0) { // belongs to an earlier layer
        if (m_leaf_gradients[static_cast<std::size_t>(edge.output)]) {
            countSum(edge.bytes);
        }
        m_leaf_gradients[static_cast<std::size_t>(edge.output)] = true;
        release(gradient);
        return;
    }
    int& there = m_nodes[static_cast<std::size_t>(edge.node)].gradients[static_cast<std::size_t>(edge.output)];
    if (there < 0) {
        there = gradient;
        return;
    }
    const int sum = allocate(edge.bytes);
    countSum(edge.bytes);
    release(there);
    release(gradient);
    there = sum;
}

std::vector<Value> Tape::withoutHistory(const std::vector<Value>& values) const
{
    std::vector<Value> plain = values;
    for (Value& value : plain) {
        value.m_node = -1;
        value.m_output = 0;
        value.m_leaf = false;
        value.m_source = -1;
    }
    return plain;
}

std::vector<Value> Tape::checkpoint(const std::vector<Value>& values, const Segment& run)
{
    if (!m_differentiated) {
        return run(values);
    }
    m_differentiated = false;
    std::vector<Value> results = run(withoutHistory(values));
    m_differentiated = true;
    Derivative how {values};
    how.accumulates = true; // parameters inside may be trainable
    const int number = record(values, nullptr, how, static_cast<int>(results.size()));
    Node& node = m_nodes[static_cast<std::size_t>(number)];
    node.segment = run;
    for (const Value& value : values) {
        node.values.emplace_back(value.elements, value.type);
    }
    for (std::size_t r = 0; r < results.size(); ++r) {
        results[r].m_node = number;
        results[r].m_output = static_cast<int>(r);
    }
    return results;
}

void Tape::runSegment(Node& node, bool later)
{
    const std::size_t first = m_nodes.size(); // node that collects the gradients of the values
    m_nodes.emplace_back().gradients.assign(node.values.size(), -1);
    std::vector<Value> values;
    for (std::size_t i = 0; i < node.values.size(); ++i) {
        hold(node.saved[i]);
        values.push_back(reference(node.saved[i], node.values[i].first, node.values[i].second));
        values.back().m_node = node.edges[i].wanted() ? static_cast<int>(first) : -1;
        values.back().m_output = static_cast<int>(i);
    }
    std::vector<Value> results = node.segment(values);
    for (std::size_t r = 0; r < results.size(); ++r) {
        const int gradient = node.gradients[r];
        if (gradient >= 0 && results[r].m_node >= 0) {
            hold(gradient);
            send({results[r].m_node, results[r].m_output, false, results[r].bytes()}, gradient);
        }
    }
    runBack(first + 1, later);
    std::vector<int> gradients = std::move(m_nodes[first].gradients);
    m_nodes.resize(first);
    results.clear();
    values.clear();
    for (const int storage : node.saved) {
        --m_storages[static_cast<std::size_t>(storage)].saved;
        release(storage);
    }
    for (const int gradient : node.gradients) {
        if (gradient >= 0) {
            release(gradient);
        }
    }
    for (std::size_t i = 0; i < gradients.size(); ++i) {
        if (gradients[i] >= 0) {
            send(node.edges[i], gradients[i]);
        }
    }
}

// Runs nodes that received gradients, last node first.
void Tape::runBack(std::size_t first, bool later)
{
    for (std::size_t n = m_nodes.size(); n-- > first;) {
        const auto& gradients = m_nodes[n].gradients;
        if (std::any_of(gradients.begin(), gradients.end(), [](int gradient) { return gradient >= 0; })) {
            run(n, later);
        }
    }
}

void Tape::run(std::size_t number, bool later)
{
    Node node = std::move(m_nodes[number]); // moved, as more nodes may be recorded
    m_nodes[number].gradients.clear();
    for (const int storage : node.saved) {
        bringBack(storage);
    }
    if (node.segment) {
        return runSegment(node, later);
    }
    std::vector<int> gradients;
    const auto wanted = static_cast<std::size_t>(
        std::count_if(node.edges.begin(), node.edges.end(), [](const Edge& e) { return e.wanted(); }));
    if (node.passes) {
        // All inputs share the result's gradient.
        for (std::size_t i = 0; i < wanted; ++i) {
            hold(node.gradients.front());
            gradients.push_back(node.gradients.front());
        }
    } else {
        for (const Edge& edge : node.edges) {
            if (edge.wanted() && node.overwrites && gradients.empty()) {
                hold(node.saved.front());
                gradients.push_back(node.saved.front());
            } else if (edge.wanted()) {
                gradients.push_back(allocate(edge.bytes));
            }
        }
    }
    std::vector<int> parameters;
    for (const std::int64_t bytes : node.parameters) {
        parameters.push_back(allocate(bytes));
    }
    std::vector<int> temporaries;
    for (int i = 0; i < node.temporaries && node.temporary > 0; ++i) {
        temporaries.push_back(allocate(node.temporary / node.temporaries));
    }
    std::for_each(temporaries.begin(), temporaries.end(), [this](int storage) { release(storage); });
    for (const int storage : node.saved) {
        --m_storages[static_cast<std::size_t>(storage)].saved;
        release(storage);
    }
    for (const int gradient : node.gradients) {
        if (gradient >= 0) {
            release(gradient);
        }
    }
    if (later) { // accumulated into existing gradients
        for (const int gradient : parameters) {
            release(gradient);
        }
    }
    std::size_t next = 0;
    for (const Edge& edge : node.edges) {
        if (edge.wanted()) {
            send(edge, gradients[next++]);
        }
    }
}

void Tape::makeGradients(const std::vector<std::int64_t>& bytes)
{
    for (const std::int64_t each : bytes) {
        m_gradients.push_back(allocate(each));
    }
    if (m_before_rerun > 0) {
        m_early_gradient = allocate(m_before_rerun);
    }
}

AllocationTrace Tape::backward(std::vector<Value> results, bool later)
{
    std::vector<Edge> ends;
    std::deque<int> made;
    for (const Value& result : results) {
        if (result.m_node >= 0) {
            ends.push_back({result.m_node, result.m_output, false, result.bytes()});
        }
        if (!m_gradients.empty()) {
            const int gradient = m_gradients.front();
            m_gradients.pop_front();
            if (result.m_node >= 0) {
                made.push_back(gradient);
            } else {
                release(gradient);
            }
        }
    }
    results.clear();
    markForward();
    m_backward = true;
    if (m_early_gradient >= 0) { // its node allocates it again
        release(std::exchange(m_early_gradient, -1));
    }
    for (const Edge& end : ends) {
        if (made.empty()) {
            send(end, allocate(end.bytes));
        } else {
            send(end, made.front());
            made.pop_front();
        }
    }
    runBack(0, later);
    return {m_events, m_forward_events};
}

}
