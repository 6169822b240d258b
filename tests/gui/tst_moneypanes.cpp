// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Length and cost of a run: user-defined and imported offers, the cost in every pane, and the proofs of the fastest and
// the cheapest plan.
#include "core/estimate/trainingcost.h"
#include "core/hardware/offerbook.h"
#include "core/search/gaptobest.h"
#include "core/session/useroffers.h"
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "ui/dialogs/offerdialog.h"
#include "ui/models/candidatemodel.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/plan/planpane.h"
#include "ui/panes/problem/offerbutton.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/words/moneywords.h"
#include "ui/words/words.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

using namespace stagecraft;

namespace {

Offer rented(const char* name, double price, OfferKind kind = OfferKind::OnDemand)
{
    Offer offer;
    offer.provider = "a-provider-with-quite-a-long-name-indeed";
    offer.name = name;
    offer.kind = kind;
    offer.device = "cpu";
    offer.devices_per_node = 4;
    offer.price_per_node = Sourced<UsdPerHour> {UsdPerHour(price), verbatim("their price list"), "2026-11-20"};
    return offer;
}

struct Payer : test::Explorer {
    ProblemPane* pane = window.problemPane();

    // Starts every test with only these two offers.
    Payer()
    {
        setOffers({{{rented("small", 3.5), false}, {rented("small", 1.25, OfferKind::Spot), false}}});
        QFile::remove(userOffersPath());
    }
    ~Payer() { setOffers(shippedOffers()); }

    const Problem& problem() { return bench().document().session()->problem; }
    const ClusterGroup& nodes() { return problem().cluster.groups.front(); }
    OfferButton* button() { return pane->findChild<OfferButton*>(); }
    void typeInto(QWidget* widget, const QString& text)
    {
        widget->setFocus();
        QTest::keyClick(widget, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(widget, Qt::Key_Delete);
        QTest::keyClicks(widget, text);
    }
    void train(const QString& amount)
    {
        typeInto(field<QLineEdit>("amount"), amount);
        QTest::keyClick(field<QLineEdit>("amount"), Qt::Key_Return);
    }
    // Opens the button's menu and returns the entry with this text.
    QAction* entry(const QString& text)
    {
        QMenu* menu = button()->menu();
        Q_EMIT menu->aboutToShow();
        for (QAction* action : menu->actions()) {
            if (action->text().contains(text)) {
                return action;
            }
        }
        return nullptr;
    }
    // Selects an entry with the mouse.
    bool pick(const QString& text)
    {
        QAction* wanted = nullptr;
        QTimer::singleShot(0, &window, [&] {
            QMenu* menu = button()->menu();
            for (QAction* action : menu->actions()) {
                wanted = wanted == nullptr && action->text().contains(text) ? action : wanted;
            }
            if (wanted != nullptr) {
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(wanted).center());
            }
            menu->close();
        });
        QTest::mouseClick(button(), Qt::LeftButton);
        activate();
        return wanted != nullptr && comes([this] { return bench().isUpToDate(); });
    }
    QTableView* table() { return window.candidatesPane()->table(); }
    QVariant star(int column, int role = Qt::DisplayRole) { return table()->model()->index(0, column).data(role); }
    QStringList planWords()
    {
        window.findChild<QDockWidget*>(QStringLiteral("planDock"))->raise();
        (void)QTest::qWaitFor([this] { return window.planPane()->isVisible(); }, 1000);
        QStringList words;
        for (const QLabel* label : window.planPane()->findChildren<QLabel*>()) {
            words << label->text();
        }
        return words;
    }
    QString writeTable(const QByteArray& rows)
    {
        QFile file(path("offers.csv"));
        (void)file.open(QIODevice::WriteOnly);
        file.write(rows);
        return file.fileName();
    }
    void import(const QByteArray& rows)
    {
        dialogs.reported.clear();
        dialogs.informed.clear();
        dialogs.file = writeTable(rows);
        entry(QStringLiteral("Import offers"))->trigger();
        QVERIFY(comes([this] { return !dialogs.reported.isEmpty() || !dialogs.informed.isEmpty(); }));
    }
};

const QByteArray columns = "provider,name,kind,device,devices_per_node,price_usd_per_node_hour,source,date\n";

}

class TestMoneyPanes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void offersAreChosenFromTheList();
    void chosenOffersStayWhereHardwareIsTypedThereAndBack();
    void anAmountIsOneStepOfUndoAndKept();
    void wrongAmountsSayWhy();
    void theTrainingCostIsThatOfTheCore();
    void userOffersAreKeptAndUsed();
    void wrongUserOffersAreRefused();
    void importedOffersAreInTheList();
    void wrongTablesLoseNothing();
    void energyAndPreemptionsAreInTheTrainingCost();
    void nodesWithoutOffersSaySo();
    void horizontalAxisShowsTheChosenFigure();
    void theStarSaysWhatItCosts();
};

void TestMoneyPanes::offersAreChosenFromTheList()
{
    Payer payer;
    QVERIFY(payer.openTable());
    QCOMPARE(payer.button()->fullText(), QStringLiteral("No price"));
    QVERIFY(payer.table()->isColumnHidden(CandidateModel::Cost));
    const int steps = payer.bench().undoStack().count();
    QVERIFY(payer.pick(QStringLiteral("small:spot")));
    QCOMPARE(payer.nodes().offer->id(), std::string("a-provider-with-quite-a-long-name-indeed/small:spot"));
    QCOMPARE(payer.nodes().price_per_node->value, 1.25);
    QCOMPARE(payer.bench().undoStack().count(), steps + 1);
    QVERIFY(payer.waitForPlans());
    QVERIFY(!payer.table()->isColumnHidden(CandidateModel::Cost));
    // The text of the cluster includes the price and can be parsed again.
    const std::string text = payer.field<QLineEdit>("cluster")->text().toStdString();
    QVERIFY(parseCluster(text)->groups == payer.problem().cluster.groups);
    // A long provider name does not widen the pane, and the full name is in the tooltip.
    QVERIFY(payer.button()->width() <= payer.pane->viewport()->width());
    QVERIFY(payer.button()->text() != payer.button()->fullText());
    QVERIFY(payer.button()->toolTip().contains(QStringLiteral("their price list")));

    QVERIFY(payer.pick(QStringLiteral("No price")));
    QVERIFY(!payer.nodes().price_per_node && !payer.nodes().offer);
    payer.bench().undoStack().undo();
    QVERIFY(payer.waitForPlans());
    QVERIFY(payer.button()->fullText().contains(QStringLiteral("$1.25/h")));
}

// The offer also stays when the user continues typing without leaving the field; a price removed from the text stays
// removed.
void TestMoneyPanes::chosenOffersStayWhereHardwareIsTypedThereAndBack()
{
    Payer payer;
    QVERIFY(payer.openTable());
    auto* field = payer.field<QLineEdit>("cluster");
    const QString first = field->text();
    const auto type = [&](const QString& text, bool leave) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, leave ? Qt::Key_Tab : Qt::Key_Return);
        return payer.waitForPlans();
    };
    QVERIFY(payer.pick(QStringLiteral("small:spot")));
    QVERIFY(payer.waitForPlans());
    const QString chosen = field->text();
    QVERIFY(chosen.startsWith(first + u'@'));
    for (const bool leave : {true, false}) {
        QVERIFY(type(QStringLiteral("1x8xA100-80GB"), leave));
        QVERIFY(!payer.nodes().offer);
        QVERIFY(type(first, leave));
        QVERIFY2(payer.nodes().offer, qPrintable(field->text()));
        QCOMPARE(payer.nodes().price_per_node->value, 1.25);
        QCOMPARE(field->text(), chosen);
    }
    // A price that was typed and confirmed meanwhile takes precedence.
    QVERIFY(type(first + QStringLiteral("@3.5"), false));
    QVERIFY(type(QStringLiteral("1x8xA100-80GB"), false));
    QVERIFY(type(first, false));
    QCOMPARE(payer.nodes().price_per_node->value, 3.5);
    QVERIFY(type(first, true));
    QCOMPARE(field->text(), first);
    QVERIFY(!payer.nodes().offer && !payer.nodes().price_per_node);
}

void TestMoneyPanes::anAmountIsOneStepOfUndoAndKept()
{
    Payer payer;
    QVERIFY(payer.openTable());
    QVERIFY(payer.table()->isColumnHidden(CandidateModel::TrainTime));
    const int steps = payer.bench().undoStack().count();
    payer.train(QStringLiteral("1.5M"));
    QCOMPARE(payer.problem().billing.amount, std::int64_t(1500000));
    QCOMPARE(payer.field<QLineEdit>("amount")->text(), QStringLiteral("1.5 M"));
    QCOMPARE(payer.bench().undoStack().count(), steps + 1);
    QVERIFY(payer.waitForPlans());
    QVERIFY(!payer.table()->isColumnHidden(CandidateModel::TrainTime));
    QVERIFY(payer.table()->isColumnHidden(CandidateModel::RunCost)); // no price
    const QString path = payer.path("kept.stagecraft");
    payer.bench().saveAs(path);
    QTRY_COMPARE(payer.bench().document().path(), path);
    QCOMPARE(Workspace::open(path.toStdString(), OpenMode::ReadOnly)->problem().value()->billing.amount,
             std::int64_t(1500000));
    payer.bench().undoStack().undo();
    QCOMPARE(payer.problem().billing.amount, std::int64_t(0));
    QTRY_COMPARE(payer.field<QLineEdit>("amount")->text(), QString());
}

void TestMoneyPanes::wrongAmountsSayWhy()
{
    Payer payer;
    QVERIFY(payer.openTable());
    payer.train(QStringLiteral("many"));
    QVERIFY2(payer.pane->moneyMessage().contains(QStringLiteral("many")), qPrintable(payer.pane->moneyMessage()));
    QCOMPARE(payer.problem().billing.amount, std::int64_t(0));
    payer.train(QStringLiteral("-5"));
    QVERIFY(!payer.pane->moneyMessage().isEmpty());
    payer.train(QStringLiteral("5e18"));
    QVERIFY(!payer.pane->moneyMessage().isEmpty());
    payer.train(QStringLiteral("300"));
    QVERIFY(payer.pane->moneyMessage().isEmpty());
    QCOMPARE(payer.problem().billing.amount, std::int64_t(300));
}

void TestMoneyPanes::theTrainingCostIsThatOfTheCore()
{
    Payer payer;
    QVERIFY(payer.openTable());
    QVERIFY(payer.pick(QStringLiteral("small (On-demand)")));
    payer.train(QStringLiteral("2M"));
    QVERIFY(payer.waitForPlans());
    const Candidate& star = payer.bench().plans().result()->candidates.front();
    const TrainingCost training_cost =
        trainingCostOf(star.estimate, star.plan, payer.problem(), payer.problem().billing);
    QCOMPARE(training_cost.steps, std::int64_t(125000)); // steps of 16 samples
    QCOMPARE(payer.star(CandidateModel::RunCost, CandidateModel::SortRole).toDouble(),
             training_cost.total->middle.value);
    QCOMPARE(payer.star(CandidateModel::TrainTime, CandidateModel::SortRole).toDouble(), training_cost.time.value);
    QCOMPARE(payer.star(CandidateModel::CostPerMillion, CandidateModel::CopyRole).toString().toDouble(),
             training_cost.per_million->middle.value);
    QVERIFY(payer.table()->isColumnHidden(CandidateModel::CostPerMillion)); // hidden until the user shows it
    const QAbstractItemModelTester tester(payer.table()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    payer.table()->sortByColumn(CandidateModel::RunCost, Qt::AscendingOrder);
    for (int row = 1; row < payer.table()->model()->rowCount(); ++row) {
        const auto cost = [&](int at) {
            return payer.table()->model()->index(at, CandidateModel::RunCost).data(CandidateModel::SortRole).toDouble();
        };
        QVERIFY(cost(row - 1) <= cost(row));
    }
    const QStringList words = payer.planWords();
    QVERIFY(words.contains(QStringLiteral("Training run")));
    QVERIFY(words.contains(QStringLiteral("2,000,000 samples in 125,000 steps")));
    QVERIFY(words.filter(QStringLiteral("their price list")).size() == 1);
}

void TestMoneyPanes::userOffersAreKeptAndUsed()
{
    Payer payer;
    QVERIFY(payer.openTable());
    QVERIFY(payer.pick(QStringLiteral("small (On-demand)")));
    payer.entry(QStringLiteral("Custom offer"))->trigger();
    auto* dialog = payer.window.findChild<OfferDialog*>();
    QVERIFY(dialog);
    const auto number = [&](const char* name) { return dialog->findChild<QDoubleSpinBox*>(QLatin1String(name)); };
    QCOMPARE(number("offerPrice")->value(), 3.5);
    payer.typeInto(dialog->findChild<QLineEdit*>(QStringLiteral("offerProvider")), QStringLiteral("lab"));
    payer.typeInto(dialog->findChild<QLineEdit*>(QStringLiteral("offerName")), QStringLiteral("rack"));
    payer.typeInto(number("offerPrice"), QStringLiteral("2.75"));
    QVERIFY(!dialog->keepButton()->isEnabled()); // the source of the price is missing
    payer.typeInto(dialog->findChild<QLineEdit*>(QStringLiteral("offerSource")), QStringLiteral("our contract"));
    QVERIFY2(dialog->keepButton()->isEnabled(), qPrintable(dialog->complaint()));
    const int steps = payer.bench().undoStack().count();
    QTest::mouseClick(dialog->keepButton(), Qt::LeftButton);
    QTRY_VERIFY(payer.nodes().offer && payer.nodes().offer->id() == "lab/rack");
    QCOMPARE(payer.nodes().price_per_node->value, 2.75);
    QCOMPARE(payer.bench().undoStack().count(), steps + 1);
    const auto kept = userOffers();
    QVERIFY(kept && kept->size() == 1);
    QVERIFY(kept->front().source() == verbatim("our contract"));
    QCOMPARE(kept->front().date(), QDate::currentDate().toString(Qt::ISODate).toStdString());
    QVERIFY(payer.entry(QStringLiteral("lab/rack (On-demand, custom)")));
    // The offer can be removed; the cluster keeps its price.
    payer.entry(QStringLiteral("Remove this custom offer"))->trigger();
    QTRY_VERIFY(offers()->byId("lab/rack") == nullptr);
    QCOMPARE(payer.nodes().price_per_node->value, 2.75);
    QVERIFY(payer.dialogs.asked.contains(QStringLiteral("Remove offer lab/rack?")));
}

void TestMoneyPanes::wrongUserOffersAreRefused()
{
    ClusterGroup nodes = parseCluster("2x4xcpu:8GiB@7").value().groups.front();
    OfferDialog dialog(nodes);
    const auto number = [&](const char* name) { return dialog.findChild<QDoubleSpinBox*>(QLatin1String(name)); };
    const auto text = [&](const char* name) { return dialog.findChild<QLineEdit*>(QLatin1String(name)); };
    text("offerSource")->setText(QStringLiteral("a page"));
    QVERIFY2(dialog.complaint().isEmpty(), qPrintable(dialog.complaint()));
    QCOMPARE(hourlyPrice(dialog.offer()).value, 7.0);
    number("offerPrice")->setValue(-3); // not a price
    QVERIFY(!dialog.keepButton()->isEnabled());
    number("offerPrice")->setValue(7);
    text("offerProvider")->setText(QStringLiteral("8x our own"));
    QVERIFY(dialog.complaint().contains(QStringLiteral("provider")));
    text("offerProvider")->setText(QStringLiteral("own"));
    auto* kind = dialog.findChild<QComboBox*>(QStringLiteral("offerKind"));
    kind->setCurrentIndex(kind->findData(static_cast<int>(OfferKind::Owned)));
    number("offerPurchase")->setValue(50000);
    QVERIFY(!dialog.complaint().isEmpty()); // two prices
    number("offerPrice")->setValue(0);
    QVERIFY(!dialog.complaint().isEmpty()); // the term is missing
    number("offerYears")->setValue(4);
    QVERIFY2(dialog.complaint().isEmpty(), qPrintable(dialog.complaint()));
    QVERIFY(offerFault(dialog.offer()).empty());
    QCOMPARE(hourlyPrice(dialog.offer()).value, 50000 / (4 * hoursPerYear));
    number("offerPower")->setValue(3);
    QVERIFY(dialog.complaint().contains(QStringLiteral("energy")));
}

void TestMoneyPanes::importedOffersAreInTheList()
{
    Payer payer;
    QVERIFY(payer.openTable());
    payer.import(columns
                 + "lab,rack,owned,cpu,4,0.5,our books,2026-11-01\nlab,other,spot,H100-80GB,8,9,mail,2026-11-01\n");
    QVERIFY2(payer.dialogs.informed.front().contains(QStringLiteral("2 added")),
             qPrintable(payer.dialogs.informed.front()));
    QVERIFY(payer.entry(QStringLiteral("lab/rack")));
    QVERIFY(!payer.entry(QStringLiteral("lab/other"))); // an offer of other nodes
    QVERIFY(payer.pick(QStringLiteral("lab/rack")));
    QCOMPARE(payer.nodes().price_per_node->value, 0.5);
    payer.import(columns + "lab,rack,owned,cpu,4,0.75,our books,2026-11-02\n");
    QVERIFY(payer.dialogs.informed.front().contains(QStringLiteral("1 replaced")));
    QCOMPARE(payer.nodes().price_per_node->value, 0.5); // unchanged until it is chosen again
    QCOMPARE(userOffers()->size(), std::size_t(2));
}

void TestMoneyPanes::wrongTablesLoseNothing()
{
    Payer payer;
    QVERIFY(payer.openTable());
    payer.import(columns + "lab,rack,owned,cpu,4,0.5,our books,2026-11-01\n");
    const auto before = userOffers().value();
    const auto book = offers();
    for (const auto& [rows, word] : {
             std::pair {"lab,a,owned,cpu,4,-1,x,2026-11-01\n", "price_usd_per_node_hour"},
             std::pair {"lab,a,owned,cpu,4,1e9,x,2026-11-01\n", "1e6"},
             std::pair {"lab,a,owned,cpu,4,0,x,2026-11-01\n", "price_usd_per_node_hour"},
             std::pair {"lab,a,owned,cpu,4,nan,x,2026-11-01\n", "price_usd_per_node_hour"},
             std::pair {"lab,a,owned,cpu,4,1,x,\n", "date"},
             std::pair {"lab,a,owned,cpu,4,1,x,yesterday\n", "date"},
             std::pair {"lab,a,owned,warp-drive,4,1,x,2026-11-01\n", "warp-drive"},
             std::pair {"lab,a,owned,cpu,0,1,x,2026-11-01\n", "devices_per_node"},
             std::pair {"lab,a,borrowed,cpu,4,1,x,2026-11-01\n", "borrowed"},
             std::pair {"lab,b,owned,cpu,4,1,x,2026-11-01\nlab,a,owned,cpu,4,,x,2026-11-01\n", "missing"},
         }) {
        payer.import(columns + rows);
        const QString reported = payer.dialogs.reported.join(u'\n');
        QVERIFY2(reported.startsWith(QStringLiteral("Could not import offers"))
                     && reported.contains(QLatin1String(word)),
                 qPrintable(reported));
        QVERIFY(userOffers().value() == before);
        QVERIFY(*offers() == *book);
    }
    for (const QByteArray& empty : {columns, QByteArray()}) {
        payer.import(empty);
        QVERIFY2(payer.dialogs.reported.front().contains(QStringLiteral("there are no offers")),
                 qPrintable(payer.dialogs.reported.front()));
    }
    QVERIFY(userOffers().value() == before);
}

void TestMoneyPanes::energyAndPreemptionsAreInTheTrainingCost()
{
    Payer payer;
    QVERIFY(payer.openTable());
    QVERIFY(payer.pick(QStringLiteral("small:spot")));
    payer.train(QStringLiteral("2M"));
    QVERIFY(payer.waitForPlans());
    const auto words = [&] { return payer.planWords().join(u'\n'); };
    QVERIFY(words().contains(QStringLiteral("adds nothing for interruptions")));
    const double computing = payer.star(CandidateModel::RunCost, CandidateModel::SortRole).toDouble();
    QTest::mouseClick(payer.field<QToolButton>("moreMoney"), Qt::LeftButton);
    payer.typeInto(payer.field<QDoubleSpinBox>("preemptions"), QStringLiteral("0.05"));
    QTest::keyClick(payer.field<QDoubleSpinBox>("preemptions"), Qt::Key_Return);
    QCOMPARE(payer.problem().billing.preemptions_per_node_hour->value, 0.05);
    payer.typeInto(payer.field<QDoubleSpinBox>("power"), QStringLiteral("2"));
    QVERIFY2(payer.pane->moneyMessage().contains(QStringLiteral("both power and energy price")),
             qPrintable(payer.pane->moneyMessage()));
    payer.typeInto(payer.field<QDoubleSpinBox>("energyPrice"), QStringLiteral("0.3"));
    QVERIFY(payer.pane->moneyMessage().isEmpty());
    QCOMPARE(payer.problem().billing.power_per_node->value, 2000.0);
    QVERIFY(payer.waitForPlans());
    QVERIFY(payer.star(CandidateModel::RunCost, CandidateModel::SortRole).toDouble() > 1.4 * computing);
    QTRY_VERIFY(words().contains(QStringLiteral("2.00 kW at $0.300 per kWh")));
    QVERIFY(!words().contains(QStringLiteral("adds nothing for interruptions")));
}

void TestMoneyPanes::nodesWithoutOffersSaySo()
{
    Payer payer;
    setOffers({});
    QVERIFY(payer.openTable());
    QAction* none = payer.entry(QStringLiteral("No offers for nodes with 4 × cpu"));
    QVERIFY(none && !none->isEnabled());
    payer.train(QStringLiteral("2M"));
    QVERIFY(payer.waitForPlans());
    QCOMPARE(payer.star(CandidateModel::RunCost).toString(), QString());
    QVERIFY(payer.planWords().contains(QStringLiteral("Set a price to see costs.")));
    payer.typeInto(payer.field<QLineEdit>("cluster"), QStringLiteral("4xcpu:8GiB@nobody"));
    QVERIFY2(payer.pane->clusterMessage().contains(QStringLiteral("offers: none")),
             qPrintable(payer.pane->clusterMessage()));
    // The field rejects the same absurd prices as the file.
    payer.typeInto(payer.field<QLineEdit>("cluster"), QStringLiteral("4xcpu:8GiB@-2"));
    QVERIFY(!payer.pane->clusterMessage().isEmpty());
    QVERIFY(!payer.nodes().price_per_node);
}

void TestMoneyPanes::horizontalAxisShowsTheChosenFigure()
{
    Payer payer;
    QVERIFY(payer.openTable());
    auto* across = payer.field<QComboBox>("across");
    QCOMPARE(across->count(), 3); // throughput, devices and peak memory
    QVERIFY(payer.pick(QStringLiteral("small (On-demand)")));
    payer.train(QStringLiteral("2M"));
    QVERIFY(payer.waitForPlans());
    QCOMPARE(across->count(), 5);
    across->setFocus();
    QTest::keyClick(across, Qt::Key_Down);
    QCOMPARE(across->currentText(), QStringLiteral("Cost"));
    TradeoffChart* chart = payer.window.findChild<TradeoffPane*>()->chart();
    QTest::keyClick(across, Qt::Key_Down);
    QCOMPARE(chart->across(), PlanAxis::TrainTime);
    QCOMPARE(chart->accessibleName(), QStringLiteral("Time to train vs. peak memory"));
    QTest::qWait(50);
    const auto& plans = payer.bench().plans();
    const auto& candidates = plans.result()->candidates;
    for (int i = 1; i < static_cast<int>(candidates.size()); ++i) { // plans further to the right take longer
        const double change =
            plans.training_costs()->of(i).time - plans.training_costs()->of(0).time > Seconds(0) ? 1 : -1;
        const int right = chart->positionOf(i).x() - chart->positionOf(0).x();
        QVERIFY(right * change >= 0);
    }
    payer.train(QString());
    QVERIFY(payer.waitForPlans());
    QCOMPARE(across->currentText(), QStringLiteral("Throughput")); // no run length, no time
    payer.bench().undoStack().undo();
    QVERIFY(payer.waitForPlans());
    QCOMPARE(across->currentText(), QStringLiteral("Time to train"));
}

void TestMoneyPanes::theStarSaysWhatItCosts()
{
    Payer payer;
    QVERIFY(payer.openTable());
    QVERIFY(payer.pick(QStringLiteral("small (On-demand)")));
    QVERIFY(payer.waitForPlans());
    const auto result = payer.bench().plans().result();
    const auto speed = stepTimeGap(*result);
    QVERIFY(speed && !speed->isBest());
    const QString step = payer.star(CandidateModel::Step).toString();
    QVERIFY2(step.contains(QStringLiteral(" (+")), qPrintable(step));
    QVERIFY(payer.star(CandidateModel::Cost).toString().contains(QStringLiteral(" (+")));
    QVERIFY(!payer.star(CandidateModel::Step, CandidateModel::CopyRole).toString().contains(u'+'));
    const QString words = outcomeSentence(*result);
    QVERIFY2(words.contains(speed->proven ? QStringLiteral("above the fastest plan that fits")
                                          : QStringLiteral("above the fastest plan found that fits")),
             qPrintable(words));
    QVERIFY(words.contains(QStringLiteral("with the cheapest plan")));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestMoneyPanes test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_moneypanes.moc"
