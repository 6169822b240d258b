// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// "How was this computed?": the terms of each figure equal the core's and add up to it; columns and parts show their
// formula and its source.
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "ui/dialogs/breakdowndialog.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/compare/comparemodel.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/words/memoryparts.h"
#include "ui/words/numbers.h"

#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QSet>
#include <QTableView>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace stagecraft;

namespace {

QTreeWidgetItem* rowOf(const QTreeWidget& tree, const QString& figure, const QString& term = {})
{
    for (int i = 0; i < tree.topLevelItemCount(); ++i) {
        QTreeWidgetItem* branch = tree.topLevelItem(i);
        if (branch->text(0) != figure) {
            continue;
        }
        for (int k = 0; k < branch->childCount() && !term.isEmpty(); ++k) {
            if (branch->child(k)->text(0) == term) {
                return branch->child(k);
            }
        }
        return term.isEmpty() ? branch : nullptr;
    }
    return nullptr;
}

// True if a document that the tooltip refers to exists.
bool namesASource(const QString& words)
{
    const auto match = QRegularExpression(QStringLiteral("Source: (docs/\\w+\\.md)")).match(words);
    return match.hasMatch() && QFile::exists(QStringLiteral(SOURCE_FOLDER "/") + match.captured(1));
}

// Parses "12.0 MiB (12,582,912 bytes)", with an optional sign.
qint64 signedBytes(const QString& text)
{
    const auto match = QRegularExpression(QStringLiteral("([\\d,]+) bytes")).match(text);
    const qint64 bytes = match.captured(1).remove(u',').toLongLong();
    return text.startsWith(QStringLiteral("−")) ? -bytes : bytes;
}

// Bytes in the line "parameters 12.0 MiB (12,582,912 bytes)".
qint64 namedBytes(const QString& lines, const QString& name)
{
    for (const QString& line : lines.split(QRegularExpression(QStringLiteral("\n| · ")))) {
        if (line.startsWith(name)) {
            return signedBytes(line);
        }
    }
    return 0;
}

struct BreakdownExplorer : test::Explorer {
    bool openPriced()
    {
        if (!openTable()) {
            return false;
        }
        auto* cluster = window.problemPane()->findChild<QLineEdit*>(QStringLiteral("cluster"));
        cluster->selectAll();
        QTest::keyClicks(cluster, QStringLiteral("2x2xcpu:8GiB@3"));
        return QTest::qWaitFor([this] { return bench().document().session()->problem.cluster.devices() == 4; }, 5000)
            && waitForPlans();
    }
    BreakdownDialog* ask()
    {
        activate();
        QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
        auto* dialog = qobject_cast<BreakdownDialog*>(QApplication::activeModalWidget());
        (void)comes([dialog] { return dialog && dialog->tree()->topLevelItemCount() > 0; });
        return dialog;
    }
};

}

class TestBreakdown : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void termsAreTheEstimates();
    void everyFigureShowsItsSource();
    void withoutAPlanNothingIsAsked();
};

void TestBreakdown::termsAreTheEstimates()
{
    BreakdownExplorer explorer;
    QVERIFY(explorer.openPriced());
    const Estimate estimate = explorer.bench().plans().current()->estimate;
    const auto highest = std::max_element(estimate.devices.begin(), estimate.devices.end(),
                                          [](const auto& a, const auto& b) { return a.peak < b.peak; });
    BreakdownDialog* dialog = explorer.ask();
    QVERIFY(dialog && dialog->message().isEmpty());
    const QTreeWidget& tree = *dialog->tree();
    const QString peak = QStringLiteral("Peak memory");
    QCOMPARE(rowOf(tree, peak)->text(1), exactBytesText(estimate.peak));
    for (const MemoryPart part : memoryParts) {
        QCOMPARE(rowOf(tree, peak, partName(part))->text(1), exactBytesText(partBytes(highest->breakdown, part)));
    }
    QCOMPARE(highest->breakdown.total(), estimate.peak); // the listed parts add up
    const Stage& stage = explorer.bench().plans().current()->plan.stages[static_cast<std::size_t>(highest->stage)];
    // The layers, and the remainder of the peak, add up to its parts.
    const QTreeWidgetItem* layers = rowOf(tree, QStringLiteral("Layers of the stage with the peak"));
    QCOMPARE(layers->child(stage.layers.count() - 1)->text(0).startsWith(QStringLiteral("Adjustment")), false);
    for (const auto& [name, term, part] : {std::tuple {"parameters", "parameters", MemoryPart::Parameters},
                                           std::tuple {"gradients", "gradients", MemoryPart::Gradients},
                                           std::tuple {"saved", "saved activations", MemoryPart::Activations}}) {
        qint64 sum = 0;
        for (int i = 0; i < stage.layers.count(); ++i) {
            sum += namedBytes(layers->child(i)->toolTip(0), QLatin1String(name));
        }
        if (const auto* beyond = rowOf(tree, layers->text(0), QStringLiteral("Adjustment: ") + QLatin1String(term))) {
            sum += signedBytes(beyond->text(1));
        }
        QCOMPARE(sum, partBytes(highest->breakdown, part).value);
    }
    QCOMPARE(rowOf(tree, QStringLiteral("Step time"))->text(1), exactSecondsText(estimate.step));
    const auto seconds = [&](const char* term) {
        return rowOf(tree, QStringLiteral("Step time"), QLatin1String(term))
            ->text(1)
            .remove(u',')
            .section(u' ', 0, 0)
            .toDouble();
    };
    QVERIFY(std::abs((seconds("Until the last backward pass") + seconds("After the last backward pass"))
                         / estimate.step.value
                     - 1)
            < 1e-6);
    QCOMPARE(rowOf(tree, QStringLiteral("Step time"), QStringLiteral("Pipeline bubble"))->text(1),
             percentText(estimate.bubble_fraction));
    QVERIFY(rowOf(tree, QStringLiteral("Throughput"), QStringLiteral("Global batch")));
    const QString cost = QStringLiteral("Cost per step");
    QVERIFY(estimate.cost_per_step && rowOf(tree, cost));
    const int nodes = rowOf(tree, cost, QStringLiteral("Nodes in use"))->text(1).toInt();
    const double price =
        rowOf(tree, cost, QStringLiteral("Price of these nodes"))->text(1).mid(1).section(u' ', 0, 0).toDouble();
    QCOMPARE(price, 3.0 * nodes);
    QVERIFY(std::abs(price * estimate.step.value / 3600 - estimate.cost_per_step->value)
            < 1e-6 * estimate.cost_per_step->value);
    dialog->tree()->setFocus();
    QTest::keyClick(dialog->tree(), Qt::Key_End);
    QTest::keyClick(dialog->tree(), Qt::Key_Home);
    QVERIFY(namesASource(dialog->explanation())); // in full below the table
    const QStringList lines = dialog->csv().split(u'\n', Qt::SkipEmptyParts);
    qsizetype rows = dialog->tree()->topLevelItemCount();
    for (int i = 0; i < dialog->tree()->topLevelItemCount(); ++i) {
        rows += dialog->tree()->topLevelItem(i)->childCount();
    }
    QVERIFY(lines.size() > rows); // plus a header; explanations may have several lines
    QCOMPARE(lines.front(), QStringLiteral("Figure,Term,Value,Seconds,Formula and source"));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!explorer.window.findChild<BreakdownDialog*>());
}

void TestBreakdown::everyFigureShowsItsSource()
{
    BreakdownExplorer explorer;
    QVERIFY(explorer.openPriced());
    explorer.field<QDockWidget>("compareDock")->raise();
    Comparing& comparing = explorer.window.comparing();
    for (int i = 0; i < 2; ++i) {
        comparing.add(Candidate(explorer.bench().plans().result()->candidates[static_cast<std::size_t>(i)]));
    }
    const ComparePane& pane = *explorer.window.comparePane();
    QTRY_VERIFY_WITH_TIMEOUT(pane.isUpToDate() && pane.table()->model()->rowCount() > 30, patient(60000));
    // Every numeric column of every table of the window has a formula.
    int columns = 0;
    for (const QTableView* table : explorer.window.findChildren<QTableView*>()) {
        const QAbstractItemModel& model = *table->model();
        for (int column = 0; column < model.columnCount(); ++column) {
            if (model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight) {
                const QString words = model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
                const QString where =
                    QStringLiteral("%1, %2: %3")
                        .arg(table->accessibleName(), model.headerData(column, Qt::Horizontal).toString(), words);
                QVERIFY2(namesASource(words), qPrintable(where));
                ++columns;
            }
        }
    }
    QVERIFY2(columns >= 70, qPrintable(QString::number(columns)));
    // Every row of the comparison has one, except rows of text.
    const QSet<QString> words {"Fits",           "Model",       "Cluster",     "Price age",   "Framework",
                               "Schedule",       "ZeRO",        "Activations", "CPU offload", "Layers per stage",
                               "Fullest device", "Not included"};
    const QAbstractItemModel& compared = *pane.table()->model();
    for (int row = 0; row < compared.rowCount(); ++row) {
        const QModelIndex title = compared.index(row, 0);
        if (!title.data(CompareModel::HeadingRole).toBool() && !words.contains(title.data().toString())) {
            QVERIFY2(namesASource(title.data(Qt::ToolTipRole).toString()), qPrintable(title.data().toString()));
        }
    }
    const QAbstractItemModel& candidates = *explorer.window.candidatesPane()->table()->model();
    for (const int column : {CandidateModel::Degrees, CandidateModel::MicroBatch, CandidateModel::Peak,
                             CandidateModel::Basis}) { // left-aligned
        const QString tip = candidates.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY2(namesASource(tip), qPrintable(tip));
    }
}

void TestBreakdown::withoutAPlanNothingIsAsked()
{
    BreakdownExplorer explorer;
    QVERIFY(!explorer.action(QStringLiteral("How was this computed?"))->isEnabled());
    QTest::keyClick(&explorer.window, Qt::Key_I, Qt::ControlModifier);
    QVERIFY(!explorer.window.findChild<BreakdownDialog*>());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestBreakdown breakdown;
    return QTest::qExec(&breakdown, argc, argv);
}
#include "tst_breakdown.moc"
