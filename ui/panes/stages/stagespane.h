// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/background.h"
#include "ui/panes/pane.h"
#include "ui/panes/stages/stagestrip.h"

#include <atomic>
#include <memory>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace stagecraft {

class InlineMessage;
class StageModel;
class Workbench;

// Editor for the stages of the selected plan. The first change to a plan from the search creates a user-defined plan,
// which becomes a candidate. Invalid changes show the core's error.
class StagesPane : public Pane {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit StagesPane(Workbench& workbench, QWidget* parent = nullptr);
    ~StagesPane() override;

    StageStrip* strip() const { return m_strip; }
    QString difference() const; // difference from the recommended plan, in a sentence
    QString refusal() const; // error of an invalid plan; empty if it is valid

    // Actions of the buttons.
    void split(); // splits the current stage in the middle
    void merge(); // merges the current stage with the next one
    void removeUserPlan(); // removes the user-defined plan

private:
    struct Shown {
        Plan plan;
        std::string user_plan; // name of the user-defined plan; empty if the search found the plan
        std::optional<Estimate> estimate;
    };

    struct Filled {
        std::string user_plan;
        int stage = 0;
        Stage content;

        friend bool operator==(const Filled&, const Filled&) = default;
    };

    bool eventFilter(QObject* watched, QEvent* event) override;
    bool isHalfTyped(const QObject* field) const;
    QWidget* makeContent();
    QWidget* makeEditor();
    void makeTools();
    std::optional<Shown> shown() const;
    std::optional<QString> subjectOf(const Shown& now) const; // subject of the exported chart
    void show();
    void showStage();
    void showDegrees(const Stage& stage);
    void showPolicy(const Plan& plan, const Stage& stage);
    void showName(const std::string& user_plan);
    void showWords(const Shown& shown);
    void requestLayers(const Plan& plan);
    void beginEdit();
    void change(const Plan& plan, const QString& what);
    void changeIfPossible(const Result<Plan>& plan, const QString& what);
    void changeDegrees();
    void changePolicy();
    void setPolicy(LayerRange layers, LayerPolicy policy);
    void openLayerMenu(int layer, const QPoint& at);
    LayerRange chosenLayers(const Stage& stage) const; // one layer, or all layers of the stage
    void rename();

    Workbench& m_workbench;
    StageStrip* m_strip;
    StageModel* m_model;
    QTableView* m_table;
    QComboBox* m_measure;
    QLabel* m_stage;
    QComboBox* m_tensor;
    QSpinBox* m_data;
    QSpinBox* m_layer; // layer that the policy applies to; minimum: all layers of the stage
    QComboBox* m_policy;
    QLineEdit* m_name;
    QPushButton* m_split;
    QPushButton* m_merge;
    QPushButton* m_remove;
    QLabel* m_difference;
    InlineMessage* m_refusal;
    QWidget* m_editor;
    QString m_impossible; // error of the last change
    // Last content of the fields. They are refilled only when it changes, so that half-typed input stays.
    std::optional<Filled> m_filled;
    std::optional<std::string> m_named;
    int m_editId = 0;
    bool m_showing = false; // fields are being filled from the plan
    // number of the newest request for layers; shared with the thread, which may outlive its request
    std::shared_ptr<std::atomic<int>> m_newest;
    Background m_background; // last, so that it is destroyed first
};

}
