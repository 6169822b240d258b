// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// A dry run of a training script from the window asks for permission, and shows the allocations of the script.
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "ui/app/scriptrunner.h"
#include "ui/dialogs/dryrundialog.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/memory/tracepanel.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>

#ifndef TORCH_PYTHON // built without the profiler
#define TORCH_PYTHON ""
#define TORCH_SITE ""
#endif

using namespace stagecraft;

namespace {

// 4 MiB of parameters, and the same for each of AdamW's two states.
const QByteArray loop = R"(
import torch
layer = torch.nn.Linear(1024, 1024, bias=False).cuda()
optimizer = torch.optim.AdamW(layer.parameters())
for step in range(100):
    layer(torch.ones(256, 1024).cuda()).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
    print("step", step)
)";

struct Asked : test::Explorer {
    DryRunDialog* dialog()
    {
        window.showDryRunDialog();
        return window.findChild<DryRunDialog*>();
    }
    void write(const QString& name, const QByteArray& text)
    {
        QFile file(path(name.toUtf8().constData()));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    const Job* job() { return bench().jobs().job(bench().jobs().rowOf(ScriptRunner::jobId())); }
    bool settled()
    {
        return comes([this] { return job() && job()->state != JobState::Running; });
    }
};

QPushButton* allowButton(DryRunDialog* dialog)
{
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        if (button->text().contains(QStringLiteral("Allow"))) {
            return button;
        }
    }
    return nullptr;
}

// True if Python has a torch that was built with CUDA.
bool hasTorch()
{
    static const bool has = [] {
        qputenv("PYTHONPATH", TORCH_SITE);
        QProcess python;
        python.start(QStringLiteral(TORCH_PYTHON),
                     {QStringLiteral("-c"), QStringLiteral("import torch; assert torch.version.cuda")});
        return python.waitForFinished(patient(120000)) && python.exitStatus() == QProcess::NormalExit
            && python.exitCode() == 0;
    }();
    return has;
}

void allow(Asked& asked)
{
    DryRunDialog* dialog = asked.dialog();
    dialog->findChild<QLineEdit*>(QStringLiteral("folder"))->setText(asked.path(""));
    dialog->findChild<QLineEdit*>(QStringLiteral("command"))->setText(QStringLiteral(TORCH_PYTHON " train.py"));
    QVERIFY(allowButton(dialog)->isEnabled());
    QTest::mouseClick(allowButton(dialog), Qt::LeftButton);
}

}

class TestScriptDryRun : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatCannotRunIsRefusedBesideTheFields();
    void nothingRunsUnlessItIsAllowed();
    void anAllowedScriptIsRecorded();
    void aFailedScriptSaysWhy();
    void aRunIsCancelled();
};

void TestScriptDryRun::whatCannotRunIsRefusedBesideTheFields()
{
    Asked asked;
    DryRunDialog* dialog = asked.dialog();
    QVERIFY(dialog);
    QPushButton* allow = allowButton(dialog);
    QVERIFY(allow && !allow->isEnabled()); // nothing to run yet
    const auto refused = [&](const char* field, const QString& text) {
        auto* edit = dialog->findChild<QLineEdit*>(QString::fromLatin1(field));
        const QString before = edit->text();
        edit->setText(text);
        const bool is_refused = !allow->isEnabled();
        edit->setText(before);
        return is_refused;
    };
    auto* command = dialog->findChild<QLineEdit*>(QStringLiteral("command"));
    dialog->findChild<QLineEdit*>(QStringLiteral("folder"))->setText(asked.path(""));
    command->setText(QStringLiteral("torchrun --nproc-per-node 8 train.py"));
    QVERIFY(allow->isEnabled());
    QVERIFY(refused("command", QStringLiteral("accelerate launch train.py")));
    QVERIFY(refused("command", QStringLiteral("python")));
    QVERIFY(refused("folder", asked.path("missing")));
    QVERIFY(refused("ranks", QStringLiteral("8")));
    QVERIFY(refused("ranks", QStringLiteral("some")));
    QVERIFY(allow->isEnabled());
    dialog->reject();
}

void TestScriptDryRun::nothingRunsUnlessItIsAllowed()
{
    Asked asked;
    asked.write(QStringLiteral("train.py"), "open('ran', 'w')\n");
    DryRunDialog* dialog = asked.dialog();
    dialog->findChild<QLineEdit*>(QStringLiteral("folder"))->setText(asked.path(""));
    dialog->findChild<QLineEdit*>(QStringLiteral("command"))->setText(QStringLiteral("python3 train.py"));
    dialog->reject();
    QTest::qWait(200);
    QVERIFY(!asked.job());
    QVERIFY(!QFile::exists(asked.path("ran")));
}

void TestScriptDryRun::anAllowedScriptIsRecorded()
{
    if (!hasTorch()) {
        QSKIP("This libtorch is no package of this machine's Python, or was built without CUDA");
    }
    Asked asked;
    asked.write(QStringLiteral("train.py"), loop);
    allow(asked);
    QVERIFY(asked.settled());
    QCOMPARE(asked.job()->state, JobState::Done);
    const QStringList log = asked.job()->log;
    QVERIFY2(log.contains(QStringLiteral("step 0")), qPrintable(log.join(u'\n')));
    QVERIFY(comes([&] { return asked.bench().document().traces().size() == 1; }));
    const auto trace = asked.bench().document().traces().front();
    QCOMPARE(QString::fromStdString(trace->name), QStringLiteral("train.py rank 0.pickle"));
    // Parameters, gradients, two states, and allocations of the step and of cuBLAS.
    QVERIFY2(trace->peak >= Bytes(4 * 4 << 20) && trace->peak < Bytes(100 << 20),
             qPrintable(QString::number(trace->peak.value)));
    QVERIFY(asked.window.memoryPane()->traces()->isVisibleTo(&asked.window));
}

void TestScriptDryRun::aFailedScriptSaysWhy()
{
    if (!hasTorch()) {
        QSKIP("This libtorch is no package of this machine's Python, or was built without CUDA");
    }
    Asked asked;
    asked.write(QStringLiteral("train.py"), "import torch\nraise ValueError('no data here')\n");
    allow(asked);
    QVERIFY(asked.settled());
    QCOMPARE(asked.job()->state, JobState::Failed);
    QVERIFY(asked.job()->log.join(u'\n').contains(QStringLiteral("no data here")));
}

void TestScriptDryRun::aRunIsCancelled()
{
    if (!hasTorch()) {
        QSKIP("This libtorch is no package of this machine's Python, or was built without CUDA");
    }
    Asked asked;
    asked.write(QStringLiteral("train.py"), "import time\nprint('begun', flush=True)\ntime.sleep(600)\n");
    allow(asked);
    QVERIFY(comes([&] { return asked.job()->log.contains(QStringLiteral("begun")); }));
    Q_EMIT asked.bench().jobCancelRequested(ScriptRunner::jobId());
    QVERIFY(asked.settled());
    QCOMPARE(asked.job()->state, JobState::Cancelled);
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestScriptDryRun test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_scriptdryrun.moc"
