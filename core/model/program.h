// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/operators.h"

#include <memory>
#include <string>
#include <vector>

namespace stagecraft {

// What a layer takes: the sample itself, where a chain begins, or what the layer before it gives.
enum class Feed { TokenIds, Image, Hidden };

template <>
inline constexpr auto enumNames<Feed> = std::array {
    std::pair {Feed::TokenIds, std::string_view("token_ids")},
    std::pair {Feed::Image, std::string_view("image")},
    std::pair {Feed::Hidden, std::string_view("hidden")},
};

// One operator at work. Values are numbered: first what the layer takes, then the results of the statements in order.
struct Statement {
    std::string name; // prefix of its parameters' names, unique within the layer where it has any
    Operator op;
    std::vector<int> inputs;
    // A result dies with its last use, or, as a local variable of the original's forward function would, only with the
    // end of the forward pass.
    bool held = false;
    std::vector<std::string> frozen {}; // its parameters that do not learn
    // Statements of one number other than 0 stand side by side and are run again together in the backward pass, from
    // what goes into them, as torch.utils.checkpoint() runs a function again.
    int segment = 0;

    friend bool operator==(const Statement&, const Statement&) = default;
};

// What a layer computes: operators in the order in which they run. Usually a layer takes one value and gives its last
// result. Where others cross its boundaries too (a skip, an encoder's states), it takes and gives several; a value that
// it gives as it took it passes through. Immutable, cheap to copy, safe from any thread; equal content is equal.
class Program {
public:
    Program();
    // `gives`: the values that leave the layer; empty: the last result. The content must be well-formed:
    // complaintAbout() finds nothing.
    Program(std::string kind, Feed feed, std::vector<Statement> statements, int takes = 1, std::vector<int> gives = {});

    // "transformer_block", ...: what people call such a layer.
    const std::string& kind() const { return m_content->kind; }
    Feed feed() const { return m_content->feed; }
    const std::vector<Statement>& statements() const { return m_content->statements; }
    // Number of values that it takes, and which values it gives (at least one).
    int takes() const { return m_content->takes; }
    const std::vector<int>& gives() const { return m_content->gives; }
    // True if it takes one value and gives its last result.
    bool isPlain() const;
    // True if some statement works on this value.
    bool uses(int value) const;
    // All of it as one line of text: equal text means equal cost.
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

// How many values an operator takes and gives.
int inputCount(const Operator& op);
int resultCount(const Operator& op);

// The statement whose result a value of the program is; nothing for what the layer takes and numbers beyond.
const Statement* makerOf(const Program& program, int value);

// True for what ends in the loss.
bool isLoss(const Operator& op);

// True if its result is kept where its layer is run again (Linear::stored).
bool isStored(const Operator& op);

// The largest that an operator's attributes may be: products of two, times samples and tokens, stay inside int64.
inline constexpr std::int64_t mostOfAnAttribute = 1 << 24;
inline constexpr double mostOfAFactor = 1e12;

// What is wrong with a program that comes from a file (values before they exist, attributes that no layer has);
// empty if nothing is.
Message complaintAbout(const std::vector<Statement>& statements, int takes = 1, const std::vector<int>& gives = {});

// Writes programs down: each call appends a statement and gives the number of its result.
class ProgramBuilder {
public:
    ProgramBuilder(std::string kind, Feed feed, int takes = 1)
        : m_kind(std::move(kind)), m_feed(feed), m_takes(takes), m_values(takes)
    {
    }

    static constexpr int input = 0;

    // The first of its results.
    int add(std::string name, Operator op, std::vector<int> inputs);
    int add(Operator op, std::vector<int> inputs) { return add({}, std::move(op), std::move(inputs)); }
    int add(Statement statement);
    // The last result lives to the end of the forward pass.
    int hold(int result);

    // The program gives its last result, or these values.
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
