// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/trainablerows.h"

#include "ui/widgets/forms.h"
#include "ui/words/words.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>

namespace stagecraft {

namespace {

constexpr int usualRank = 8;

// Removes spaces around commas; spaces inside names are significant.
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
           tr("Parameters to train. Frozen parameters have no gradients and no optimizer state."));
    addRow(form, tr("LoRA rank"), m_rank, QStringLiteral("rank"), tr("Rank of the LoRA adapters"));
    addRow(form, tr("Adapted layers"), m_adapted, QStringLiteral("adapted"),
           tr("Linear layers that get a LoRA adapter, such as *.query, *.value. If empty: all linear layers except the "
              "output projection."));
    addRow(form, tr("Pattern"), m_pattern, QStringLiteral("pattern"),
           tr("Names of the parameters to train, such as *.bias or block 3.*. Wildcards: * (any characters), ? (one "
              "character). Separate patterns by commas."));
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

// Hidden fields keep their text.
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
        return tr("Enter a pattern of parameter names to train, such as *.bias.");
    }
    // Command line and files write all three kinds in one word, so a pattern must not read as another kind.
    return parseTrainable(pattern) == Trainable {TrainableKind::Pattern, pattern, 0}
        ? QString()
        : tr("\"%1\" is not a valid pattern of parameter names. Enter a pattern such as *.bias.")
              .arg(QString::fromStdString(pattern));
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
