// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Framework field of the Problem pane: chosen, stored, and rejected with the reason.
#include "core/base/english.h"
#include "core/framework/framework.h"
#include "core/hardware/cluster.h"
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "ui/panes/problem/problempane.h"

#include <QComboBox>
#include <QFile>
#include <QTest>
#include <QUndoStack>

using namespace stagecraft;

namespace {

const QString megatron = QStringLiteral("Megatron-Core");

struct Chooser : test::Explorer {
    const Problem& problem() { return bench().document().session()->problem; }
    bool choose(const char* name, const QString& text)
    {
        auto* list = field<QComboBox>(name);
        const int wanted = list->findText(text);
        if (wanted < 0) {
            return false;
        }
        list->setCurrentIndex(wanted);
        Q_EMIT list->activated(wanted);
        return true;
    }
    // Opens a model of four blocks, in bf16 with fp32 master weights.
    bool openLlama()
    {
        QFile file(path("small.json"));
        if (!file.open(QIODevice::WriteOnly)) {
            return false;
        }
        file.write(R"({"model_type": "llama", "num_hidden_layers": 4, "hidden_size": 512, "intermediate_size": 1536,
            "num_attention_heads": 8, "num_key_value_heads": 2, "vocab_size": 8000, "max_position_embeddings": 2048})");
        file.close();
        window.openPath(file.fileName());
        return waitForPlans() && choose("precision", QStringLiteral("bf16, fp32 master")) && waitForPlans();
    }
};

}

class TestFrameworkField : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansAreOfItsLayers();
    void optionsOfAFrameworkAreEntriesOfTheList();
    void fp8RecipesAreMegatrons();
    void whatIsNotKnownIsRefusedWithTheReason();
};

void TestFrameworkField::plansAreOfItsLayers()
{
    Chooser chooser;
    chooser.window.openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    QVERIFY(chooser.waitForPlans());
    QVERIFY(chooser.choose("precision", QStringLiteral("bf16, fp32 master")));
    QVERIFY(chooser.waitForPlans());
    const Bytes before = chooser.bench().plans().result()->candidates.front().estimate.peak;
    QVERIFY(chooser.choose("framework", megatron));
    QVERIFY(chooser.waitForPlans());
    QCOMPARE(chooser.problem().constraints.framework.name, Framework::MegatronCore);
    QCOMPARE(chooser.problem().target, Target::Megatron); // a target that the launcher supports
    const Estimate& estimate = chooser.bench().plans().result()->candidates.front().estimate;
    QVERIFY(estimate.peak != before && estimate.devices.front().breakdown.framework > Bytes(0));
    QVERIFY2(chooser.bench().commandLine().contains(QStringLiteral(" --framework megatron-core ")),
             qPrintable(chooser.bench().commandLine()));
    // The planning session stores the choice.
    const QString path = chooser.path("kept.stagecraft");
    chooser.bench().saveAs(path);
    QTRY_COMPARE(chooser.bench().document().path(), path);
    const auto kept = Workspace::open(path.toStdString(), OpenMode::ReadOnly)->problem().value();
    QCOMPARE(kept->constraints.framework.name, Framework::MegatronCore);
    chooser.bench().undoStack().undo();
    QVERIFY(chooser.waitForPlans());
    QCOMPARE(chooser.field<QComboBox>("framework")->currentIndex(), 0);
    QCOMPARE(chooser.problem().target, Target::Any);
}

// The list offers torchtitan with and without torch.compile: less memory, and one more word in the command.
void TestFrameworkField::optionsOfAFrameworkAreEntriesOfTheList()
{
    Chooser chooser;
    QVERIFY(chooser.openLlama());
    const auto peakWith = [&](const QString& framework) {
        return chooser.choose("framework", framework) && chooser.waitForPlans()
            ? chooser.bench().plans().result()->candidates.front().estimate.peak
            : Bytes(0);
    };
    const Bytes eager = peakWith(QStringLiteral("torchtitan"));
    QVERIFY2(chooser.bench().commandLine().contains(QStringLiteral(" --framework torchtitan ")),
             qPrintable(chooser.bench().commandLine()));
    QVERIFY(!chooser.bench().commandLine().contains(QStringLiteral("--compile")));
    QCOMPARE(chooser.problem().target, Target::Torchtitan);
    const Bytes compiled = peakWith(QStringLiteral("torchtitan (compiled)"));
    QVERIFY2(chooser.bench().commandLine().contains(QStringLiteral(" --framework torchtitan --compile ")),
             qPrintable(chooser.bench().commandLine()));
    QVERIFY(compiled > Bytes(0) && compiled < eager);
    QCOMPARE(chooser.field<QComboBox>("framework")->currentText(), QStringLiteral("torchtitan (compiled)"));
    chooser.bench().undoStack().undo();
    QVERIFY(chooser.waitForPlans());
    QCOMPARE(chooser.field<QComboBox>("framework")->currentText(), QStringLiteral("torchtitan"));
}

void TestFrameworkField::fp8RecipesAreMegatrons()
{
    Chooser chooser;
    QVERIFY(chooser.openLlama());
    Problem problem = chooser.problem();
    problem.cluster = parseCluster("1x2xH100-80GB").value();
    chooser.bench().edit(problem, chooser.bench().newEditId(), QStringLiteral("H100"));
    QVERIFY(chooser.waitForPlans());
    auto* recipe = chooser.field<QComboBox>("fp8Recipe");
    QVERIFY(!recipe->isVisibleTo(chooser.window.centralWidget()));
    QVERIFY(chooser.choose("framework", megatron));
    QVERIFY(chooser.waitForPlans());
    QCOMPARE(recipe->currentText(), QStringLiteral("Off"));
    QVERIFY(chooser.choose("fp8Recipe", QStringLiteral("tensorwise")));
    QVERIFY(chooser.waitForPlans());
    QCOMPARE(chooser.problem().constraints.framework.options.fp8_recipe, Fp8Recipe::Tensorwise);
    QVERIFY2(chooser.bench().commandLine().contains(QStringLiteral(" --fp8-recipe tensorwise ")),
             qPrintable(chooser.bench().commandLine()));
    // Another framework has no recipe; undo restores it.
    QVERIFY(chooser.choose("framework", QStringLiteral("torchtitan")));
    QVERIFY(chooser.waitForPlans());
    QCOMPARE(chooser.problem().constraints.framework.options.fp8_recipe, Fp8Recipe::None);
    chooser.bench().undoStack().undo();
    QVERIFY(chooser.waitForPlans());
    QCOMPARE(recipe->currentText(), QStringLiteral("tensorwise"));
    QVERIFY(chooser.choose("fp8Recipe", QStringLiteral("Off")));
    QVERIFY(chooser.waitForPlans());
    QVERIFY(!chooser.bench().commandLine().contains(QStringLiteral("--fp8-recipe")));
}

void TestFrameworkField::whatIsNotKnownIsRefusedWithTheReason()
{
    Chooser chooser;
    chooser.window.openPath(QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    QVERIFY(chooser.waitForPlans()); // in fp32
    QVERIFY(chooser.choose("framework", megatron));
    QVERIFY(chooser.waitForState(Workbench::PlanState::Failed));
    const std::string reported = describe(*chooser.bench().planError());
    QVERIFY2(reported.find("training in fp32") != std::string::npos, reported.c_str());
    QVERIFY(chooser.choose("framework", QStringLiteral("Generic PyTorch")));
    QVERIFY(chooser.waitForPlans());
}

QTEST_MAIN(TestFrameworkField)
#include "tst_frameworkfield.moc"
