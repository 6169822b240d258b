// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the fields of the Problem pane and determines which values become part of the problem.
#include "ui/panes/problem/problempane.h"

#include "core/exchange/planfile.h"

#include "ui/app/workbench.h"
#include "ui/panes/problem/anychoice.h"
#include "ui/panes/problem/constraintsform.h"
#include "ui/panes/problem/frameworkfield.h"
#include "ui/panes/problem/moneyform.h"
#include "ui/panes/problem/problemfields.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/trainablerows.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"
#include "ui/words/words.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

namespace stagecraft {

namespace {

// Empty if the search or the number of micro-batches determines the size.
QString countedMicroBatch(const Constraints& constraints)
{
    const bool open = constraints.micro_batches || varies(constraints.vary, Dimension::MicroBatch);
    return open ? QString() : countText(constraints.micro_batch);
}

// Value of a section with a single field; otherwise empty.
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

// A field changes only if its part of the problem changes; rejected or incomplete input stays until then.
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
        m_cluster->setCursorPosition(0); // shows the beginning of a long text
    }
    m_framework->setValue(said);
    m_constraints->setValue(said);
    Problem paid = said; // problem with the accepted cluster
    paid.cluster = problem.cluster;
    m_money->setValue(paid, reading.keeps_amount);
}

// The costs of a layer table are for one micro-batch size, so the search cannot vary it. If the number of micro-batches
// is set, the size follows from the data-parallel size.
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
        setVaries(constraints.vary, Dimension::MicroBatch, false); // the size is no longer searched
    } else if (!had_number) { // otherwise the field does not show the current size
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
    m_framework->applyTo(reading.problem); // also sets an export target
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
    if (!m_workbench.document().session()) {
        m_clusterToCome = path;
        show();
        return;
    }
    m_clusterFile.reset();
    m_cluster->setText(path);
    readClusterFile();
}

// Reads the file on another thread when typing has ended; the result is a separate undo step.
void ProblemPane::readClusterFile()
{
    const std::string path = m_cluster->text().trimmed().toStdString();
    if (path.empty() || !m_shown || path == m_shown->cluster.name || parseCluster(path)) {
        return;
    }
    m_clusterStop.request_stop(); // stops reading the previous file
    m_clusterStop = std::stop_source();
    m_refusals[ProblemSection::Cluster]->setText({}); // the path is not an error while the file is being read
    m_clusterFacts->setText(tr("Reading…"));
    m_clusterFacts->show();
    m_background.run([path, stop = m_clusterStop.get_token()] { return readCluster(path, stop); },
                     [this, path](const Result<Cluster>& cluster) {
                         m_clusterFacts->setText(m_shown ? fields::clusterFacts(m_shown->cluster) : QString());
                         if (m_cluster->text().trimmed().toStdString() != path) {
                             showRefusals();
                             return; // the field was edited meanwhile
                         }
                         m_clusterFile = {path, cluster};
                         if (cluster) {
                             beginStep();
                         }
                         edited(tr("Cluster"));
                         if (cluster && !m_refused.contains(ProblemSection::Cluster)) {
                             m_cluster->setText(
                                 // shows the name even if the cluster did not change
                                 QString::fromStdString(cluster->name));
                             beginStep();
                         }
                     });
}

// Returns `problem` with the rejected input of the fields, after a change from outside this pane.
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
    if (const auto session = m_workbench.document().session()) {
        m_base = session->problem;
    }
}

// Typing is one undo step from the problem before it: if it ends invalid, its valid intermediate states are discarded.
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

// The error of a section and the value used instead; empty if there is no error.
QString ProblemPane::refusalWords(ProblemSection section) const
{
    // otherwise the message about micro-batches belongs to another section
    const bool number = valueOf(m_microBatches).has_value();
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
    return counts.isEmpty() ? tr("%1\nPlans use the previous setting until this is fixed.").arg(words)
                            : tr("%1\nPlans use %2 until this is fixed.").arg(words, counts);
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
