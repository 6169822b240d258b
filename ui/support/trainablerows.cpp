// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/trainablerows.h"

#include "ui/support/forms.h"
#include "ui/support/words.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>

namespace stagecraft {

namespace {

constexpr int usualRank = 8;

// Spaces beside commas are only to be read; those inside of names count.
std::string patternOf(const QLineEdit* field)
{
    QStringList patterns = field->text().split(u',');
    for (QString& pattern : patterns) {
        pattern = pattern.trimmed();
    }
    patterns.removeAll(QString());
    return patterns.join(u',').toStdString();
}

void addRow(QFormLayout* form, const QString& label, QWidget* field, const QString& name, const QString& toolTip)
{
    describe(field, name, label, toolTip);
    addFormRow(form, label, field);
}

}

TrainableRows::TrainableRows(QFormLayout* form, QObject* parent)
    : QObject(parent)
    , m_form(form)
    , m_kind(new QComboBox)
    , m_rank(new QSpinBox)
    , m_adapted(new QLineEdit)
    , m_pattern(new QLineEdit)
{
    for (const auto kind : {TrainableKind::All, TrainableKind::Lora, TrainableKind::Pattern}) {
        m_kind->addItem(trainableKindName(kind), static_cast<int>(kind));
    }
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(10);
    m_rank->setRange(1, 1 << 16);
    m_rank->setValue(usualRank);
    m_adapted->setPlaceholderText(tr("all linear layers"));
    m_pattern->setPlaceholderText(QStringLiteral("*.bias"));
    addRow(form, tr("Trainable"), m_kind, QStringLiteral("trainable"),
           tr("Which parameters learn; the others are frozen: they have neither gradients nor optimizer states"));
    addRow(form, tr("Rank"), m_rank, QStringLiteral("rank"), tr("Width of the adapters"));
    addRow(
        form, tr("Adapted"), m_adapted, QStringLiteral("adapted"),
        tr("Linear layers with an adapter beside them, as in *.query, *.value; empty: all but the projection onto the "
           "classes"));
    addRow(form, tr("Pattern"), m_pattern, QStringLiteral("pattern"),
           tr("Names of parameters, as in *.bias or block 3.*; * stands for any characters, ? for one, commas stand "
              "between patterns"));
    connect(m_kind, &QComboBox::activated, this, &TrainableRows::kindChosen);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        showRows();
        Q_EMIT changed();
    });
    connect(m_rank, &QSpinBox::valueChanged, this, &TrainableRows::changed);
    connect(m_adapted, &QLineEdit::textChanged, this, &TrainableRows::changed);
    connect(m_pattern, &QLineEdit::textChanged, this, &TrainableRows::changed);
    showRows();
}

TrainableKind TrainableRows::kind() const
{
    return static_cast<TrainableKind>(m_kind->currentData().toInt());
}

// What is not asked for now keeps its words.
void TrainableRows::setValue(const Trainable& trainable)
{
    if (value() == trainable) {
        return;
    }
    const QString pattern = QString::fromStdString(trainable.pattern);
    if (trainable.kind == TrainableKind::Lora) {
        m_rank->setValue(static_cast<int>(trainable.rank));
        m_adapted->setText(pattern);
    } else if (trainable.kind == TrainableKind::Pattern) {
        m_pattern->setText(pattern);
    }
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(trainable.kind)));
}

std::optional<Trainable> TrainableRows::value() const
{
    if (!complaint().isEmpty()) {
        return std::nullopt;
    }
    switch (kind()) {
    case TrainableKind::All:
        break;
    case TrainableKind::Lora:
        return Trainable {TrainableKind::Lora, patternOf(m_adapted), m_rank->value()};
    case TrainableKind::Pattern:
        return Trainable {TrainableKind::Pattern, patternOf(m_pattern), 0};
    }
    return Trainable {};
}

QString TrainableRows::complaint() const
{
    if (kind() != TrainableKind::Pattern) {
        return {};
    }
    const std::string pattern = patternOf(m_pattern);
    if (pattern.empty()) {
        return tr("Write which parameters learn, for example *.bias.");
    }
    // The command line and the files write all three in one word.
    return parseTrainable(pattern) == Trainable {TrainableKind::Pattern, pattern, 0}
        ? QString()
        : tr("\"%1\" is not a pattern of parameter names, such as *.bias.").arg(QString::fromStdString(pattern));
}

void TrainableRows::setVisible(bool visible)
{
    m_visible = visible;
    showRows();
}

std::array<QWidget*, 4> TrainableRows::fields() const
{
    return {m_kind, m_rank, m_adapted, m_pattern};
}

void TrainableRows::showRows()
{
    m_form->setRowVisible(m_kind, m_visible);
    m_form->setRowVisible(m_rank, m_visible && kind() == TrainableKind::Lora);
    m_form->setRowVisible(m_adapted, m_visible && kind() == TrainableKind::Lora);
    m_form->setRowVisible(m_pattern, m_visible && kind() == TrainableKind::Pattern);
}

}
