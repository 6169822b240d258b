// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/sizing.h"

#include <QScrollArea>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace stagecraft {

// What sizing answers, a paragraph for each question, with the plan that proves it. An answer stays on show until the
// next one is there.
class SizingAnswers : public QScrollArea {
    Q_OBJECT
public:
    explicit SizingAnswers(QWidget* parent = nullptr);

    // Answers to these questions are on their way, but for those that are on show and still stand: of the same problem
    // and the same request, without an age() since.
    void expect(const Problem& problem, const std::vector<SizingRequest>& requests);
    void age(); // what is on show answers an earlier question, until the next answers
    void forget(); // what is on show, before the next questions: it is of another workspace
    void cancel(); // no answers come any more
    void setAnswer(int request, const Result<SizingResult>& result);

    int count() const { return static_cast<int>(m_rows.size()); } // of questions; the others take one of them
    QString text(int request) const; // sentences; while there are none that it is searched
    QString proof(int request) const; // empty without a plan that fits
    bool isCurrent(int request) const; // false while what is on show answers an earlier question

private:
    struct Row {
        SizingRequest request;
        QLabel* words = nullptr;
        QLabel* proof = nullptr;
        QLabel* state = nullptr; // that a newer answer is searched
        bool answered = false; // ever
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
