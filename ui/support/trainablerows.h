// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trainable.h"

#include <QObject>

#include <array>
#include <optional>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;
class QWidget;

namespace stagecraft {

// Rows of a form that ask what learns: everything, adapters of a rank, or the parameters that a pattern names. Only
// those rows are shown that the answer needs.
class TrainableRows : public QObject {
    Q_OBJECT
public:
    // Adds the rows to the form, which must outlive this.
    explicit TrainableRows(QFormLayout* form, QObject* parent = nullptr);

    void setValue(const Trainable& trainable);
    // Nothing while the fields make no sense: complaint() says why.
    std::optional<Trainable> value() const;
    QString complaint() const;

    void setVisible(bool visible);
    QComboBox* kindField() const { return m_kind; }
    std::array<QWidget*, 4> fields() const;

Q_SIGNALS:
    void kindChosen(); // by the user, before changed()
    void changed(); // by the user or setValue()

private:
    TrainableKind kind() const;
    void showRows();

    QFormLayout* m_form;
    QComboBox* m_kind;
    QSpinBox* m_rank;
    QLineEdit* m_adapted; // linear layers of LoRA
    QLineEdit* m_pattern; // of parameters
    bool m_visible = true;
};

}
