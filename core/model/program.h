// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/operators.h"

#include <memory>
#include <string>
#include <vector>

namespace stagecraft {

// Input of a layer: the sample itself at the start of a chain, otherwise the previous layer's output.
enum class Feed { TokenIds, Image, Hidden };

template <>
inline constexpr auto enumNames<Feed> = std::array {
    std::pair {Feed::TokenIds, std::string_view("token_ids")},
    std::pair {Feed::Image, std::string_view("image")},
    std::pair {Feed::Hidden, std::string_view("hidden")},
};

// Application of one operator. Values are numbered: first the layer's inputs, then the results of the statements in
// order.
struct Statement {
    std::string name; // prefix of its parameter names; unique within the layer if it has parameters
    Operator op;
    std::vector<int> inputs;
    // True if the result stays alive until the end of the forward pass, as a local variable of the original's forward
    // function; otherwise it is freed after its last use.
    bool held = false;
    std::vector<std::string> frozen {}; // names of its frozen parameters
    // Checkpointed group: statements with the same number other than 0 are adjacent and are recomputed together in the
    // backward pass, from the group's inputs, as by torch.utils.checkpoint().
    int segment = 0;

    friend bool operator==(const Statement&, const Statement&) = default;
};

// Computation of a layer: operators in execution order. A layer usually takes one value and returns its last result. If
// other values cross its boundaries too (a skip, an encoder's states), it takes and returns several; a returned input
// passes through unchanged. Immutable, cheap to copy, safe from any thread; compares by content.
class Program {
public:
    Program();
    // `gives`: values that leave the layer; empty: the last result. The content must be well-formed: complaintAbout()
    // returns an empty message.
    Program(std::string kind, Feed feed, std::vector<Statement> statements, int takes = 1, std::vector<int> gives = {});

    // Display name of the layer's kind, such as "transformer_block".
    const std::string& kind() const { return m_content->kind; }
    Feed feed() const { return m_content->feed; }
    const std::vector<Statement>& statements() const { return m_content->statements; }
    // Number of inputs, and the values that leave the layer (at least one).
    int takes() const { return m_content->takes; }
    const std::vector<int>& gives() const { return m_content->gives; }
    // True if the layer takes one value and returns its last result.
    bool isPlain() const;
    // True if any statement uses this value.
    bool uses(int value) const;
    // Returns the program as one line of text; equal text means equal cost.
    const std::string& signature() const { return m_content->signature; }

    friend bool operator==(const Program& a, const Program& b);

private:
    struct Content {
        std::string kind;
        Feed feed = Feed::Hidden;
        std::vector<Statement> statements;
        int takes = 1;
        std::vector<int> gives;
        std::string signature;
    };
    std::shared_ptr<const Content> m_content;
};

// Number of inputs and of results of an operator.
int inputCount(const Operator& op);
int resultCount(const Operator& op);

// Returns the statement that computes a value of the program. Null for the layer's inputs and numbers out of range.
const Statement* makerOf(const Program& program, int value);

// True for loss operators.
bool isLoss(const Operator& op);

// True if recomputation of the layer keeps the operator's result (Linear::stored).
bool isStored(const Operator& op);

// Upper limit of operator attributes: the product of two, times samples and tokens, fits into int64.
inline constexpr std::int64_t mostOfAnAttribute = 1 << 24;
inline constexpr double mostOfAFactor = 1e12;

// Returns the first error in a program read from a file (values used before they exist, invalid attributes). Empty if
// it is well-formed.
Message complaintAbout(const std::vector<Statement>& statements, int takes = 1, const std::vector<int>& gives = {});

// Builder of programs: each call appends a statement and returns the number of its result.
class ProgramBuilder {
public:
    ProgramBuilder(std::string kind, Feed feed, int takes = 1)
        : m_kind(std::move(kind)), m_feed(feed), m_takes(takes), m_values(takes)
    {
    }

    static constexpr int input = 0;

    // Appends a statement and returns the number of its first result.
    int add(std::string name, Operator op, std::vector<int> inputs);
    int add(Operator op, std::vector<int> inputs) { return add({}, std::move(op), std::move(inputs)); }
    int add(Statement statement);
    // Keeps the last result alive until the end of the forward pass.
    int hold(int result);

    // Returns the program; it returns its last result, or the values `gives`.
    Program finish(std::vector<int> gives = {})
    {
        return Program(std::move(m_kind), m_feed, std::move(m_statements), m_takes, std::move(gives));
    }

private:
    std::string m_kind;
    Feed m_feed;
    int m_takes;
    int m_values;
    std::vector<Statement> m_statements;
};

}
