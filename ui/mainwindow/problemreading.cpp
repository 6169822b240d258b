// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the problem pane that reads its fields, and decides what of them becomes the question.
#include "ui/mainwindow/problempane.h"

#include "core/exchange/planfile.h"

#include "ui/mainwindow/constraintsform.h"
#include "ui/mainwindow/moneyform.h"
#include "ui/mainwindow/problemfields.h"
#include "ui/mainwindow/workbench.h"
#include "ui/support/anychoice.h"
#include "ui/support/errortext.h"
#include "ui/support/frameworkfield.h"
#include "ui/support/inlinemessage.h"
#include "ui/support/numbers.h"
#include "ui/support/plaintext.h"
#include "ui/support/trainablerows.h"
#include "ui/support/words.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

namespace stagecraft {

namespace {

// Empty where the search decides, or the number of micro-batches does.
QString countedMicroBatch(const Constraints& constraints)
{
    const bool open = constraints.micro_batches || varies(constraints.vary, Dimension::MicroBatch);
    return open ? QString() : countText(constraints.micro_batch);
}

// What a section says that is one field with one value; else empty.
QString countedValue(ProblemSection section, const Problem& problem)
{
    const Workload& workload = problem.workload;
    switch (section) {
    case ProblemSection::GlobalBatch:
        return countText(workload.global_batch);
    case ProblemSection::Sequence:
        return countText(workload.sequence);
    case ProblemSection::MicroBatch:
        return countedMicroBatch(problem.constraints);
    case ProblemSection::MicroBatches:
        return problem.constraints.micro_batches ? countText(*problem.constraints.micro_batches) : QString();
    case ProblemSection::Optimizer:
        return optimizerName(workload.optimizer);
    case ProblemSection::Attention:
        return attentionName(workload.attention);
    case ProblemSection::Dropout:
        return dropoutName(workload.dropout);
    case ProblemSection::Precision:
        return precisionName(workload.precision);
    case ProblemSection::Cluster:
        return QString::fromStdString(problem.cluster.name);
    default:
        return {};
    }
}

}

// A field changes only where the question does: what is refused or not yet readable stays until then.
void ProblemPane::showFields(const Problem& problem)
{
    const Reading reading = m_editing ? read(*m_base) : kept(problem);
    if (!m_editing) {
        m_base = problem;
        m_refused = reading.refused;
    }
    const Problem& said = reading.problem;
    for (const auto& [field, value] :
         {std::pair {m_globalBatch, said.workload.global_batch}, std::pair {m_sequence, said.workload.sequence}}) {
        if (field->value() != value) {
            field->setValue(static_cast<int>(value));
        }
    }
    showMicroBatch(said);
    showValue(m_optimizer, static_cast<int>(said.workload.optimizer));
    showValue(m_attention, static_cast<int>(said.workload.attention));
    showValue(m_dropout, static_cast<int>(said.workload.dropout));
    showValue(m_precision, static_cast<int>(said.workload.precision));
    m_precision->setToolTip(plainToolTip(precisionMeaning(said.workload.precision)));
    if (!reading.keeps_trainable) {
        m_trainable->setValue(said.workload.trainable);
    }
    const QString cluster = QString::fromStdString(problem.cluster.name);
    if (!m_refused.contains(ProblemSection::Cluster) && m_cluster->text().trimmed() != cluster) {
        m_cluster->setText(cluster);
        m_cluster->setCursorPosition(0); // a long one shows its beginning
    }
    m_framework->setValue(said);
    m_constraints->setValue(said);
    Problem paid = said; // by what counts
    paid.cluster = problem.cluster;
    m_money->setValue(paid, reading.keeps_amount);
}

// A layer table's costs are of one micro-batch: the search takes the given one. A given number of micro-batches leaves
// their size to the data degree.
void ProblemPane::showMicroBatch(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    const bool given = hasGivenCosts(problem.model);
    offerAny(m_microBatch, !given);
    const auto size = given ? std::optional(static_cast<int>(constraints.micro_batch))
                            : shownValue(constraints, Dimension::MicroBatch, constraints.micro_batch);
    showValue(m_microBatch, constraints.micro_batches && !given ? std::nullopt : size);
    showValue(m_microBatches,
              constraints.micro_batches ? std::optional(static_cast<int>(*constraints.micro_batches)) : std::nullopt);
    const bool editable = m_globalBatch->isEnabled();
    m_microBatch->setEnabled(editable && (given || !constraints.micro_batches));
    m_microBatches->setEnabled(editable && (!given || constraints.micro_batches));
}

void ProblemPane::applyMicroBatch(Problem& problem) const
{
    Constraints& constraints = problem.constraints;
    const bool had_number = constraints.micro_batches.has_value();
    constraints.micro_batches = valueOf(m_microBatches);
    if (hasGivenCosts(problem.model)) {
        constraints.micro_batch = m_microBatch->value();
    } else if (constraints.micro_batches) {
        setVaries(constraints.vary, Dimension::MicroBatch, false); // its size is not open any more
    } else if (!had_number) { // else the field does not show the size that counts again
        applyChoice(constraints, Dimension::MicroBatch, constraints.micro_batch, valueOf(m_microBatch),
                    std::int64_t(1));
    }
}

ProblemPane::Reading ProblemPane::read(const Problem& base) const
{
    Reading reading {base};
    Workload& workload = reading.problem.workload;
    workload.global_batch = m_globalBatch->value();
    workload.sequence = m_sequence->value();
    workload.optimizer = static_cast<OptimizerKind>(m_optimizer->currentData().toInt());
    workload.attention = static_cast<AttentionKind>(m_attention->currentData().toInt());
    workload.dropout = static_cast<DropoutUse>(m_dropout->currentData().toInt());
    workload.precision = static_cast<Precision>(m_precision->currentData().toInt());
    if (const auto trainable = m_trainable->value()) {
        workload.trainable = *trainable;
    } else {
        reading.keeps_trainable = true;
        reading.refused[ProblemSection::Trainable] << m_trainable->complaint();
    }
    m_money->applyTo(reading.problem.billing);
    if (const QString complaint = m_money->complaint(); !complaint.isEmpty()) {
        reading.keeps_amount = true;
        reading.refused[ProblemSection::Money] << complaint;
    }
    applyMicroBatch(reading.problem);
    m_constraints->applyTo(reading.problem);
    m_framework->applyTo(reading.problem); // which brings a target
    const std::string text = m_cluster->text().trimmed().toStdString();
    if (text != base.cluster.name) {
        if (const auto cluster = clusterOf(text)) {
            reading.problem.cluster = *cluster;
        } else {
            reading.keeps_cluster = true;
            reading.refused[ProblemSection::Cluster] << errorText(cluster.error());
        }
    }
    return reading;
}

Result<Cluster> ProblemPane::clusterOf(const std::string& text) const
{
    return m_clusterFile && m_clusterFile->path == text ? m_clusterFile->cluster : parseCluster(text);
}

void ProblemPane::useClusterFile(const QString& path)
{
    if (!m_workbench.document().question()) {
        m_clusterToCome = path;
        show();
        return;
    }
    m_clusterFile.reset();
    m_cluster->setText(path);
    readClusterFile();
}

// A file is read at the end of typing, on another thread, and is a step of its own.
void ProblemPane::readClusterFile()
{
    const std::string path = m_cluster->text().trimmed().toStdString();
    if (path.empty() || !m_shown || path == m_shown->cluster.name || parseCluster(path)) {
        return;
    }
    m_clusterStop.request_stop(); // of another file
    m_clusterStop = std::stop_source();
    m_refusals[ProblemSection::Cluster]->setText({}); // a path is no cluster, until the file says which
    m_clusterFacts->setText(tr("Reading…"));
    m_clusterFacts->show();
    m_background.run([path, stop = m_clusterStop.get_token()] { return readCluster(path, stop); },
                     [this, path](const Result<Cluster>& cluster) {
                         m_clusterFacts->setText(m_shown ? fields::clusterFacts(m_shown->cluster) : QString());
                         if (m_cluster->text().trimmed().toStdString() != path) {
                             showRefusals();
                             return; // typed on
                         }
                         m_clusterFile = {path, cluster};
                         if (cluster) {
                             beginStep();
                         }
                         edited(tr("Cluster"));
                         if (cluster && !m_refused.contains(ProblemSection::Cluster)) {
                             m_cluster->setText(QString::fromStdString(cluster->name)); // also where it was that before
                             beginStep();
                         }
                     });
}

// `problem` with what the fields say that it refuses, after a change that was not made here.
ProblemPane::Reading ProblemPane::kept(const Problem& problem) const
{
    if (!m_shown) {
        return {problem};
    }
    const Reading before = read(*m_shown);
    Reading now {problem};
    Problem wanted = problem;
    for (const ProblemPart& part : problemParts()) {
        if (part.same(problem, *m_shown)) {
            part.take(wanted, before.problem);
        }
    }
    for (const RefusedPart& refused : takeWhatCanBe(problem, wanted).refused) {
        refused.part->take(now.problem, wanted);
        now.refused[refused.part->section] << errorText(refused.error);
        now.keeps_cluster = now.keeps_cluster || refused.part->section == ProblemSection::Cluster;
    }
    const auto keep = [&](bool Reading::*kind, bool same, ProblemSection section) {
        if (before.*kind && same) {
            now.*kind = true;
            now.refused[section] << before.refused.at(section);
        }
    };
    keep(&Reading::keeps_trainable, problem.workload.trainable == m_shown->workload.trainable,
         ProblemSection::Trainable);
    keep(&Reading::keeps_amount, problem.billing.amount == m_shown->billing.amount, ProblemSection::Money);
    keep(&Reading::keeps_cluster, problem.cluster == m_shown->cluster, ProblemSection::Cluster);
    return now;
}

void ProblemPane::beginStep()
{
    m_editId = m_workbench.newEditId();
    m_offersBefore = m_workbench.chosenOffers();
    m_otherNodes = false;
    if (const auto question = m_workbench.document().question()) {
        m_base = question->problem;
    }
}

// What is typed is one step from where it began: an invalid end leaves nothing of its valid beginning.
void ProblemPane::edited(const QString& what)
{
    if (m_showing || !m_base) {
        return;
    }
    const Reading reading = read(*m_base);
    const TakenParts taken = takeWhatCanBe(*m_base, reading.problem);
    m_refused = reading.refused;
    for (const RefusedPart& refused : taken.refused) {
        m_refused[refused.part->section] << errorText(refused.error);
    }
    m_editing = true;
    m_workbench.edit(taken.problem, m_editId, what);
    m_editing = false;
    showRefusals();
}

// What is wrong with a field, and what counts until it is right; empty: nothing.
QString ProblemPane::refusalWords(ProblemSection section) const
{
    const bool number = valueOf(m_microBatches).has_value(); // then the word about micro-batches is about it
    if (section == (number ? ProblemSection::MicroBatch : ProblemSection::MicroBatches)) {
        return {};
    }
    const auto found = m_refused.find(section == ProblemSection::MicroBatches ? ProblemSection::MicroBatch : section);
    if (found == m_refused.end()) {
        return {};
    }
    QStringList lines;
    for (const QString& line : found->second) {
        lines << fields::sentence(line);
    }
    lines.removeDuplicates();
    const QString words = lines.join(u'\n');
    const QString counts = m_shown ? countedValue(section, *m_shown) : QString();
    return counts.isEmpty() ? tr("%1\nUntil then what was set before counts.").arg(words)
                            : tr("%1\nUntil then %2 counts.").arg(words, counts);
}

void ProblemPane::showRefusals()
{
    for (const auto& [section, message] : m_refusals) {
        message->setText(refusalWords(section));
    }
    m_clusterFacts->setVisible(!m_refused.contains(ProblemSection::Cluster));
    if (!m_refused.contains(ProblemSection::Money)) {
        m_money->refusal()->setText(m_money->notice());
    }
    noteRefused();
}

void ProblemPane::noteRefused()
{
    if (m_isRefused != !m_refused.empty()) {
        m_isRefused = !m_isRefused;
        Q_EMIT refusedChanged();
    }
}

}
