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

// Form rows for the trainable parameters: all, LoRA adapters, or the parameters that match a pattern. Only rows that
// apply are shown.
class TrainableRows : public QObject {
    Q_OBJECT
public:
    // Adds the rows to the form, which must outlive this.
    explicit TrainableRows(QFormLayout* form, QObject* parent = nullptr);

    void setValue(const Trainable& trainable);
    // Empty if a field is invalid; complaint() then returns the error.
    std::optional<Trainable> value() const;
    QString complaint() const;

    void setVisible(bool visible);
    QComboBox* kindField() const { return m_kind; }
    std::array<QWidget*, 4> fields() const;

Q_SIGNALS:
    void kindChosen(); // the user selected a kind; emitted before changed()
    void changed(); // emitted for changes by the user and by setValue()

private:
    TrainableKind kind() const;
    void showRows();

    QFormLayout* m_form;
    QComboBox* m_kind;
    QSpinBox* m_rank;
    QLineEdit* m_adapted; // pattern of linear layers with LoRA adapters
    QLineEdit* m_pattern; // pattern of parameter names
    bool m_visible = true;
};

}
