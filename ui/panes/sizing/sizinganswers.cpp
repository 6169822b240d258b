// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/sizinganswers.h"

#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/staleoverlay.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/messagetext.h"
#include "ui/words/sizingwords.h"

#include <QLabel>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

void makeReadable(QLabel* label)
{
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
}

}

SizingAnswers::SizingAnswers(QWidget* parent) : QScrollArea(parent), m_layout(nullptr)
{
    setAccessibleName(tr("Answers"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    m_layout = new QVBoxLayout(content);
    m_layout->setContentsMargins(12, 8, 12, 8);
    m_layout->setSpacing(2);
    m_layout->addStretch(1);
    setWidget(content);
}

SizingAnswers::Row SizingAnswers::makeRow()
{
    Row row;
    row.words = new PlainLabel;
    row.proof = new MutedLabel;
    row.state = new MutedLabel;
    makeReadable(row.words);
    makeReadable(row.proof);
    row.state->setToolTip(tr("This answer is for the previous values. A new search is running."));
    row.proof->setContentsMargins(0, 0, 0, 10);
    row.proof->setToolTip(tr("Plan that achieves this answer: the recommended plan; for the cheapest cluster and the "
                             "fewest nodes for the run, the cheapest plan"));
    for (QLabel* label : {row.words, row.state, row.proof}) {
        m_layout->insertWidget(m_layout->count() - 1, label);
    }
    return row;
}

void SizingAnswers::expect(const Problem& problem, const std::vector<SizingRequest>& requests)
{
    const bool same_problem = m_problem == problem;
    m_problem = problem;
    while (m_rows.size() < requests.size()) {
        m_rows.push_back(makeRow());
    }
    for (; m_rows.size() > requests.size(); m_rows.pop_back()) {
        for (QLabel* label : {m_rows.back().words, m_rows.back().state, m_rows.back().proof}) {
            delete label;
        }
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
        Row& row = m_rows[i];
        const bool same = row.request.goal == requests[i].goal && row.request.scaling == requests[i].scaling;
        if (row.current && same && same_problem && row.request.limits == requests[i].limits) {
            continue;
        }
        row.request = requests[i];
        row.answered = row.answered && same;
        row.words->setAccessibleName(goalName(requests[i]));
        if (!row.answered) {
            row.words->setText(tr("%1: searching…").arg(goalName(requests[i])));
            row.proof->clear();
        }
        row.state->setText(tr("Searching…"));
        row.state->setVisible(row.answered);
        age(row);
    }
}

void SizingAnswers::age()
{
    for (Row& row : m_rows) {
        age(row);
    }
}

void SizingAnswers::age(Row& row)
{
    row.current = false;
    for (QLabel* label : {row.words, row.proof}) {
        StaleOverlay::setOld(*label, row.answered);
    }
}

void SizingAnswers::forget()
{
    for (Row& row : m_rows) {
        row.answered = false;
        age(row);
    }
}

void SizingAnswers::cancel()
{
    for (Row& row : m_rows) {
        if (!row.answered) {
            row.words->setText(tr("%1: canceled.").arg(goalName(row.request)));
        }
        row.state->setText(tr("Canceled"));
    }
}

void SizingAnswers::setAnswer(int request, const Result<SizingResult>& result)
{
    Row& row = m_rows[static_cast<std::size_t>(request)];
    row.answered = true;
    row.current = true;
    row.state->hide();
    for (QLabel* label : {row.words, row.proof}) {
        StaleOverlay::setOld(*label, false);
    }
    row.words->setText(result ? answerText(m_problem, row.request, *result)
                              : tr("%1: %2.").arg(goalName(row.request), errorWords(result.error())));
    row.proof->setText(result && result->best ? proofText(*result) : QString());
}

QString SizingAnswers::errorWords(const Error& error) const
{
    const bool refused = error.code == ErrorCode::OptionUnsupported || error.code == ErrorCode::FrameworkUnsupported
        || error.code == ErrorCode::TargetUnsupported;
    if (m_problem.cluster.groups.size() > 1 && refused) {
        return tr("requires a cluster with a single device type");
    }
    return frameworkRefusal(m_problem, error).value_or(errorText(error));
}

QString SizingAnswers::text(int request) const
{
    return m_rows[static_cast<std::size_t>(request)].words->text();
}

QString SizingAnswers::proof(int request) const
{
    return m_rows[static_cast<std::size_t>(request)].proof->text();
}

bool SizingAnswers::isCurrent(int request) const
{
    return m_rows[static_cast<std::size_t>(request)].current;
}

}
