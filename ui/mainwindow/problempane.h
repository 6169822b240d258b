// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/chosenoffers.h"
#include "ui/mainwindow/problemparts.h"
#include "ui/support/background.h"

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

// The question: model, framework, workload, cluster and constraints. Every change that the core accepts is an edit at
// once; what it refuses stays in its field with the core's words and changes nothing, nor keeps the other fields from
// changing something. What the search says where it finds no plan at all is shown too.
class ProblemPane : public QScrollArea {
    Q_OBJECT
public:
    // All must outlive this.
    ProblemPane(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget* parent = nullptr);
    ~ProblemPane() override; // does not wait for a silent pipe

    void browseForModel();
    void showZoo(); // opens the list of models where the zoo begins
    // Asks about the cluster of this file, once there is a model; where it cannot be read, the field says why.
    void useClusterFile(const QString& path);
    QSize minimumSizeHint() const override; // fields are never cut

    // Something in the fields does not count as it stands.
    bool isRefused() const { return m_isRefused; }

    // For tests: the words beside a field that the core refuses; empty if there are none.
    QString workloadMessage() const; // of all its fields
    QString clusterMessage() const;
    QString moneyMessage() const;
    QString constraintsMessage() const;
    QString searchMessage() const; // why there are no plans
    QString frameworkMessage() const; // why it cannot train the problem

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
    void takeChosenOffer(); // at the end of typing
    void readClusterFile(); // whose path is in the field
    Result<Cluster> clusterOf(const std::string& text) const;
    void chooseType(const QString& name, int usual); // `usual`: devices of such a node

    // The problem as the fields say it; what they keep is not of the problem, but stays in them.
    struct Reading {
        Problem problem;
        std::map<ProblemSection, QStringList> refused {}; // words
        bool keeps_trainable = false;
        bool keeps_amount = false;
        bool keeps_cluster = false;
    };

    struct ClusterFile {
        std::string path;
        Result<Cluster> cluster;
    };

    void show(); // the document's question in the fields
    void showModel(const Problem& problem);
    void showFields(const Problem& problem);
    void showMicroBatch(const Problem& problem);
    void applyMicroBatch(Problem& problem) const;
    void fillModels();
    void showRows(const Problem& problem);
    Reading read(const Problem& base) const; // what cannot be read is as in `base`
    Reading kept(const Problem& problem) const;
    void beginStep(); // of undo
    void edited(const QString& what);
    void showRefusals();
    QString refusalWords(ProblemSection section) const;
    void noteRefused();
    void showAnswer(); // of the search

    Workbench& m_workbench;
    Dialogs& m_dialogs;
    Settings& m_settings;
    QList<QFormLayout*> m_workload; // between them stand words about the fields
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
    QWidget* m_question; // all but the model
    std::optional<Problem> m_base; // before what is being typed
    ChosenOffers m_offersBefore; // then
    bool m_otherNodes = false; // the cluster's text was one of other nodes meanwhile
    std::optional<Problem> m_shown; // the question's when it was shown last
    QString m_workspace; // that it was of
    std::optional<ClusterFile> m_clusterFile; // read since the field was typed into
    QString m_clusterToCome; // path of the file for the first problem
    std::map<ProblemSection, QStringList> m_refused;
    std::map<ProblemSection, InlineMessage*> m_refusals; // below the fields
    bool m_isRefused = false; // when it was noted last
    int m_editId = 0;
    bool m_editing = false; // the question follows the fields
    bool m_showing = false; // the fields follow the document, not the user
    std::stop_source m_clusterStop; // of the file that is read
    Background m_background; // last: it ends before the others go
};

}
