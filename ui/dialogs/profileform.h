// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measuring/request.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace stagecraft {

class Disclosure;
class InlineMessage;
class TrainableRows;

// Form for a profile: points, device and time limit; and, collapsed by default, training settings of the model, shares
// of layers and further measurements. An invalid field shows its error below itself.
class ProfileForm : public QWidget {
    Q_OBJECT
public:
    explicit ProfileForm(const Problem& problem, QWidget* parent = nullptr);

    void setRequest(const ProfileRequest& request);
    // Empty while a field is invalid.
    const std::optional<ProfileRequest>& request() const { return m_request; }
    // True if points that ran out of memory before are measured again.
    bool retries() const;

Q_SIGNALS:
    void changed();
    void folded(); // a section was collapsed or expanded

private:
    QFormLayout* addForm(QVBoxLayout* layout);
    InlineMessage* addMessage(QVBoxLayout* layout);
    void buildPoints(QVBoxLayout* layout);
    void buildDevice(QVBoxLayout* layout);
    void buildTraining(QVBoxLayout* layout);
    void buildShares(QVBoxLayout* layout);
    void buildExtras(QVBoxLayout* layout);
    void connectFields();

    void refresh();
    // Each reads its fields into the request and shows their errors. Returns false if there are any.
    bool readPoints(ProfileRequest& request);
    bool readTraining(ProfileRequest& request);
    bool readShares(ProfileRequest& request);
    void chooseDevice(const DeviceChoice& device);
    DeviceChoice device() const;
    QString summary() const; // non-default settings of the collapsed section

    Problem m_problem;
    std::optional<ProfileRequest> m_request;
    bool m_filling = false;
    QList<QFormLayout*> m_forms;
    QLineEdit* m_microBatches;
    QLineEdit* m_sequences;
    QComboBox* m_device;
    std::vector<DeviceType> m_dryTypes; // entries of the device field
    QSpinBox* m_gpu;
    QSpinBox* m_minutes;
    QCheckBox* m_trust; // shown for TorchScript models
    Disclosure* m_more;
    QComboBox* m_precision;
    QComboBox* m_optimizer;
    QComboBox* m_attention;
    QComboBox* m_dropout;
    TrainableRows* m_trainable = nullptr;
    QLabel* m_otherWorkload;
    QLineEdit* m_tensor;
    QLineEdit* m_expert;
    QCheckBox* m_sequenceParallel;
    QCheckBox* m_recompute;
    QCheckBox* m_checks;
    QCheckBox* m_retry;
    QDoubleSpinBox* m_tolerance;
    InlineMessage* m_microBatchesMessage = nullptr;
    InlineMessage* m_sequencesMessage = nullptr;
    InlineMessage* m_trainableMessage = nullptr;
    InlineMessage* m_tensorMessage = nullptr;
    InlineMessage* m_expertMessage = nullptr;
};

}
