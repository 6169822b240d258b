// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/mainwindow/pane.h"
#include "ui/stages/stagestrip.h"
#include "ui/support/background.h"

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

// The stages of the selected plan, to be changed by hand. The first change of a plan that the search found makes a plan
// of the user's own, which is a candidate beside the others; what the core refuses of it is told with its words.
class StagesPane : public Pane {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit StagesPane(Workbench& workbench, QWidget* parent = nullptr);
    ~StagesPane() override;

    StageStrip* strip() const { return m_strip; }
    QString difference() const; // to the recommended plan, in a sentence
    QString refusal() const; // why the plan cannot be; empty if it can

    // What the buttons do.
    void split(); // the current stage in two of as many layers
    void merge(); // the current stage with the next one
    void removeOwn(); // the plan of the user's own

private:
    struct Shown {
        Plan plan;
        std::string own; // its name; empty: found by the search
        std::optional<Estimate> estimate;
    };

    struct Filled {
        std::string own;
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
    std::optional<QString> subjectOf(const Shown& now) const; // of its exported chart
    void show();
    void showStage();
    void showDegrees(const Stage& stage);
    void showPolicy(const Plan& plan, const Stage& stage);
    void showName(const std::string& own);
    void showWords(const Shown& shown);
    void requestLayers(const Plan& plan);
    void beginEdit();
    void change(const Plan& plan, const QString& what);
    void changeIfPossible(const Result<Plan>& plan, const QString& what);
    void changeDegrees();
    void changePolicy();
    void setPolicy(LayerRange layers, LayerPolicy policy);
    void openLayerMenu(int layer, const QPoint& at);
    LayerRange chosenLayers(const Stage& stage) const; // one, or all of the stage
    void rename();

    Workbench& m_workbench;
    StageStrip* m_strip;
    StageModel* m_model;
    QTableView* m_table;
    QComboBox* m_measure;
    QLabel* m_stage;
    QComboBox* m_tensor;
    QSpinBox* m_data;
    QSpinBox* m_layer; // whose activations; below the stage's first: of all its layers
    QComboBox* m_policy;
    QLineEdit* m_name;
    QPushButton* m_split;
    QPushButton* m_merge;
    QPushButton* m_remove;
    QLabel* m_difference;
    InlineMessage* m_refusal;
    QWidget* m_editor;
    QString m_impossible; // why the last change was none
    // What the fields were filled with: they change only with it, so that what is half typed stays.
    std::optional<Filled> m_filled;
    std::optional<std::string> m_named;
    int m_editId = 0;
    bool m_showing = false; // the fields follow the plan, not the user
    std::shared_ptr<std::atomic<int>> m_newest; // request for layers; shared with the thread that may outlive its wish
    Background m_background; // last: it ends before the others go
};

}
