// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/sizing.h"

#include <QScrollArea>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace stagecraft {

// The sizing answers, one paragraph per question, with the plan that achieves each answer. An answer stays visible
// until the next one arrives.
class SizingAnswers : public QScrollArea {
    Q_OBJECT
public:
    explicit SizingAnswers(QWidget* parent = nullptr);

    // Marks answers to these requests as pending, except current answers to the same problem and request.
    void expect(const Problem& problem, const std::vector<SizingRequest>& requests);
    void age(); // marks all answers as outdated
    void forget(); // discards the answers of another workspace
    void cancel(); // no more answers will arrive
    void setAnswer(int request, const Result<SizingResult>& result);

    int count() const { return static_cast<int>(m_rows.size()); } // number of requests
    QString text(int request) const; // answer, or that the search is running
    QString proof(int request) const; // empty without a plan that fits
    bool isCurrent(int request) const; // false while the displayed answer is outdated

private:
    struct Row {
        SizingRequest request;
        QLabel* words = nullptr;
        QLabel* proof = nullptr;
        QLabel* state = nullptr; // "Searching…" or "Canceled"
        bool answered = false; // an answer has arrived at least once
        bool current = false;
    };

    Row makeRow();
    QString errorWords(const Error& error) const;
    static void age(Row& row);

    QVBoxLayout* m_layout;
    Problem m_problem;
    std::vector<Row> m_rows;
};

}
