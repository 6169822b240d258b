// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/chosenoffers.h"
#include "ui/app/background.h"
#include "ui/panes/problem/problemparts.h"

#include <QScrollArea>
#include <QStringList>

#include <map>
#include <optional>
#include <stop_token>

class QComboBox;
class QPushButton;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace stagecraft {

class ConstraintsForm;
class Dialogs;
class FrameworkField;
class InlineMessage;
class MoneyForm;
class Settings;
class TrainableRows;
class Workbench;

// The problem: model, framework, workload, cluster and constraints. A change that the core accepts is an edit at once.
// A rejected change stays in its field with an error message; the other fields still take effect. The pane also shows
// why a search found no plan.
class ProblemPane : public QScrollArea {
    Q_OBJECT
public:
    // All must outlive this.
    ProblemPane(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget* parent = nullptr);
    ~ProblemPane() override; // does not wait for a blocked read

    void browseForModel();
    void showZoo(); // opens the list of models at the model zoo
    // Uses the cluster of this file as soon as a model is open. If the file cannot be read, the field shows the error.
    void useClusterFile(const QString& path);
    QSize minimumSizeHint() const override; // no field is clipped

    // True if a field contains a value that was rejected.
    bool isRefused() const { return m_isRefused; }

    // For tests: the error message of a section; empty if there is none.
    QString workloadMessage() const; // error messages of all workload fields
    QString clusterMessage() const;
    QString moneyMessage() const;
    QString constraintsMessage() const;
    QString searchMessage() const; // reason why there are no plans
    QString frameworkMessage() const; // reason why the framework cannot train the problem

Q_SIGNALS:
    void refusedChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildModel(QVBoxLayout* layout);
    void buildWorkload(QVBoxLayout* layout);
    void buildCluster(QVBoxLayout* layout);
    void connectFields();
    void connectRows();
    void connectMoney();
    QList<QWidget*> fieldsOfRows() const;
    void addRefusal(ProblemSection section, QVBoxLayout* layout);
    QFormLayout* workloadForm(const QWidget* field) const;
    QSpinBox* addNumber(QFormLayout* form, const QString& label, const QString& toolTip, int most);
    void addCatalogue();
    bool isOfOtherNodes(const QString& text) const;
    void takeChosenOffer(); // called when typing has ended
    void readClusterFile(); // reads the path in the cluster field
    Result<Cluster> clusterOf(const std::string& text) const;
    void chooseType(const QString& name, int usual); // `usual`: devices per node of this type

    // The problem that the fields describe. Fields marked as kept show text that is not part of the problem.
    struct Reading {
        Problem problem;
        std::map<ProblemSection, QStringList> refused {}; // error messages
        bool keeps_trainable = false;
        bool keeps_amount = false;
        bool keeps_cluster = false;
    };

    struct ClusterFile {
        std::string path;
        Result<Cluster> cluster;
    };

    void show(); // shows the document's problem in the fields
    void showModel(const Problem& problem);
    void showFields(const Problem& problem);
    void showMicroBatch(const Problem& problem);
    void applyMicroBatch(Problem& problem) const;
    void fillModels();
    void showRows(const Problem& problem);
    Reading read(const Problem& base) const; // unreadable values come from `base`
    Reading kept(const Problem& problem) const;
    void beginStep(); // starts an undo step
    void edited(const QString& what);
    void showRefusals();
    QString refusalWords(ProblemSection section) const;
    void noteRefused();
    void showAnswer(); // shows the result of the search

    Workbench& m_workbench;
    Dialogs& m_dialogs;
    Settings& m_settings;
    QList<QFormLayout*> m_workload; // with messages between them
    QFormLayout* m_frameworkForm = nullptr; // above the workload
    QComboBox* m_model;
    QPushButton* m_browse = nullptr;
    QLabel* m_modelFacts;
    InlineMessage* m_modelMessage;
    QSpinBox* m_globalBatch = nullptr;
    QSpinBox* m_sequence = nullptr;
    QSpinBox* m_microBatch = nullptr;
    QSpinBox* m_microBatches = nullptr;
    QComboBox* m_optimizer;
    QComboBox* m_attention;
    QComboBox* m_dropout;
    QComboBox* m_precision;
    TrainableRows* m_trainable = nullptr;
    FrameworkField* m_framework = nullptr;
    QLineEdit* m_cluster;
    QToolButton* m_catalogue;
    QLabel* m_clusterFacts;
    MoneyForm* m_money;
    ConstraintsForm* m_constraints;
    QWidget* m_fields;
    QWidget* m_belowModel; // everything except the model
    std::optional<Problem> m_base; // before the current edit
    ChosenOffers m_offersBefore; // before the current edit
    bool m_otherNodes = false; // the edit passed through a cluster with other nodes
    std::optional<Problem> m_shown; // the problem shown last
    QString m_workspace; // workspace of m_shown
    std::optional<ClusterFile> m_clusterFile; // read since the field was last edited
    QString m_clusterToCome; // path of the file for the first problem
    std::map<ProblemSection, QStringList> m_refused;
    std::map<ProblemSection, InlineMessage*> m_refusals; // below the fields
    bool m_isRefused = false; // when refusedChanged() was last checked
    int m_editId = 0;
    bool m_editing = false; // the fields are being written to the document
    bool m_showing = false; // the document is being written to the fields
    std::stop_source m_clusterStop; // stops reading the cluster file
    Background m_background; // last: destroyed before the other members
};

}
