// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/moneyform.h"

#include "core/base/files.h"
#include "core/exchange/offerscsv.h"
#include "core/hardware/clusterprice.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/offerdialog.h"
#include "ui/panes/problem/billingrows.h"
#include "ui/panes/problem/offerbutton.h"
#include "ui/panes/problem/problemfields.h"
#include "ui/widgets/disclosure.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"

#include <QDate>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

constexpr Bytes offersTableLimit(16 << 20);

Result<AddedOffers> addFromFile(const std::string& path)
{
    const auto text = readFile(path, offersTableLimit);
    if (!text) {
        return failure(text.error());
    }
    const auto read = readOffersCsv(*text, path, QDate::currentDate().toString(Qt::ISODate).toStdString());
    return read ? addUserOffers(*read) : failure(read.error());
}

}

MoneyForm::MoneyForm(Dialogs& dialogs, QWidget* parent)
    : QWidget(parent)
    , m_dialogs(dialogs)
    , m_amount(new QLineEdit)
    , m_offers(new QWidget)
    , m_offerLines(new QVBoxLayout(m_offers))
    , m_facts(fields::makeFacts())
    , m_refusal(new InlineMessage)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(7);
    layout->addWidget(makeHeading(tr("Run and price")));
    m_form = addFormLayout(layout);
    buildAmount();
    m_offerLines->setContentsMargins(0, 0, 0, 0);
    m_offerLines->setSpacing(4);
    addFormRow(m_form, tr("Price"), m_offers);
    layout->addWidget(m_facts);
    auto* more = new QWidget;
    auto* lines = new QVBoxLayout(more);
    lines->setContentsMargins(0, 0, 0, 0);
    m_moreForm = addFormLayout(lines);
    m_rows = new BillingRows(m_moreForm, this);
    connect(m_rows, &BillingRows::chosen, this, &MoneyForm::chosen);
    connect(m_rows, &BillingRows::changed, this, &MoneyForm::changed);
    m_more = new Disclosure(tr("Interruptions and energy"), more);
    m_more->button()->setObjectName(QStringLiteral("moreMoney"));
    layout->addWidget(m_more);
    layout->addWidget(m_refusal);
}

void MoneyForm::buildAmount()
{
    describe(m_amount, QStringLiteral("amount"), tr("Tokens"),
             tr("Length of the training run in tokens, or in samples for models without tokens. Examples: 300 B, 1.5 "
                "T, 3e11"));
    m_amount->setPlaceholderText(tr("one step"));
    addFormRow(m_form, tr("Tokens"), m_amount);
    connect(m_amount, &QLineEdit::textEdited, this,
            [this] { Q_EMIT changed(static_cast<QLabel*>(m_form->labelForField(m_amount))->text()); });
    connect(m_amount, &QLineEdit::editingFinished, this, [this] {
        if (const auto amount = amountFrom(m_amount->text())) {
            m_amount->setText(amountText(*amount));
        }
    });
}

void MoneyForm::setValue(const Problem& problem, bool keepAmount)
{
    const BillingOptions& billing = problem.billing;
    const QString unit = problem.model.sample == SampleKind::Tokens ? tr("Tokens") : tr("Samples");
    static_cast<QLabel*>(m_form->labelForField(m_amount))->setText(unit);
    m_amount->setAccessibleName(tr("%1 to train on").arg(unit));
    if (!keepAmount && amountFrom(m_amount->text()) != billing.amount) {
        m_amount->setText(amountText(billing.amount));
    }
    m_rows->setValue(billing);
    m_more->setSummary(m_rows->summary());
    m_cluster = problem.cluster;
    showOffers();
}

void MoneyForm::showOffers()
{
    const auto groups = static_cast<qsizetype>(m_cluster.groups.size());
    while (m_buttons.size() > groups) {
        delete m_buttons.takeLast();
    }
    while (m_buttons.size() < groups) {
        auto* button = new OfferButton;
        m_offerLines->addWidget(button);
        QWidget* before = m_buttons.isEmpty() ? static_cast<QWidget*>(m_amount) : m_buttons.back();
        setTabOrder(before, button);
        connectButton(button, static_cast<std::size_t>(m_buttons.size()));
        m_buttons << button;
    }
    if (!m_buttons.isEmpty()) { // aligns the label with the first button
        m_form->labelForField(m_offers)->setMinimumHeight(m_buttons.front()->sizeHint().height());
    }
    QStringList facts;
    for (qsizetype i = 0; i < groups; ++i) {
        const ClusterGroup& group = m_cluster.groups[static_cast<std::size_t>(i)];
        m_buttons[i]->setGroup(group, groups > 1);
        m_buttons[i]->setEnabled(m_amount->isEnabled());
        facts << priceFacts(group, QDate::currentDate());
    }
    facts.removeDuplicates(); // several groups without a price
    m_facts->setText(facts.join(u'\n'));
}

void MoneyForm::connectButton(OfferButton* button, std::size_t group)
{
    connect(button, &OfferButton::chosen, this, [this, group](const Offer& offer) { use(group, offer); });
    connect(button, &OfferButton::priceDropped, this, [this, group] {
        if (group < m_cluster.groups.size()) {
            Q_EMIT clusterChosen(withPrice(m_cluster, group, std::nullopt), tr("No price"));
        }
    });
    connect(button, &OfferButton::editRequested, this, [this, group] { edit(group); });
    connect(button, &OfferButton::removalRequested, this, [this, group] {
        if (group < m_cluster.groups.size() && m_cluster.groups[group].offer) {
            removeOffer(m_cluster.groups[group].offer->id());
        }
    });
    connect(button, &OfferButton::importRequested, this, &MoneyForm::importOffers);
}

// If the cluster has changed since the dialog opened, the offer is for other nodes: it is saved, but not used.
void MoneyForm::use(std::size_t group, const Offer& offer)
{
    if (group < m_cluster.groups.size() && isOfferFor(offer, m_cluster.groups[group])) {
        Q_EMIT clusterChosen(withOffer(m_cluster, group, offer),
                             tr("Price of %1").arg(QString::fromStdString(offer.id())));
    }
}

void MoneyForm::edit(std::size_t group)
{
    if (group >= m_cluster.groups.size()) {
        return;
    }
    auto* dialog = new OfferDialog(m_cluster.groups[group], window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setModal(true);
    connect(dialog, &OfferDialog::chosen, this, [this, group](const Offer& offer) { keepAndUse(group, offer); });
    dialog->show();
}

void MoneyForm::keepAndUse(std::size_t group, const Offer& offer)
{
    m_background.run([offer] { return addUserOffers({offer}); },
                     [this, group, offer](const Result<AddedOffers>& done) {
                         if (done) {
                             use(group, offer);
                         } else {
                             m_dialogs.showMessage(window(), tr("Could not save the offer"), errorText(done.error()));
                         }
                     });
}

void MoneyForm::importOffers()
{
    m_dialogs.askOpenFile(window(), {tr("Import offers"), {}, {}, {tr("Offer tables (*.csv)"), tr("All files (*)")}},
                          [this](const QString& path) { importFile(path); });
}

void MoneyForm::importFile(const QString& path)
{
    m_background.run(
        [file = path.toStdString()] { return addFromFile(file); },
        [this](const Result<AddedOffers>& done) {
            if (!done) {
                m_dialogs.showMessage(window(), tr("Could not import offers"),
                                      tr("%1\nYour custom offers have not changed.").arg(errorText(done.error())));
                return;
            }
            m_dialogs.inform(window(), tr("Offers imported"),
                             tr("%1 added, %2 replaced. The Price menu lists them for clusters of matching nodes.")
                                 .arg(done->added.size())
                                 .arg(done->replaced.size()));
        });
}

void MoneyForm::removeOffer(const std::string& id)
{
    const QString name = QString::fromStdString(id);
    m_dialogs.confirm(
        window(), tr("Remove offer %1?").arg(name),
        tr("Clusters that use this offer keep its price. A bundled offer of the same name becomes available again."),
        tr("Remove"), [this, id] {
            m_background.run([id] { return removeUserOffer(id); },
                             [this](const Result<bool>& done) {
                                 if (!done) {
                                     m_dialogs.showMessage(window(), tr("Could not remove the offer"),
                                                           errorText(done.error()));
                                 }
                             });
        });
}

void MoneyForm::applyTo(BillingOptions& billing) const
{
    billing.amount = amountFrom(m_amount->text()).value_or(billing.amount);
    m_rows->applyTo(billing);
}

QString MoneyForm::complaint() const
{
    return amountFrom(m_amount->text())
        ? QString()
        : tr("\"%1\" is not an amount between 1 and 10¹⁸. Enter an amount such as 300 B, 1.5 T or 3e11.")
              .arg(m_amount->text().trimmed());
}

QString MoneyForm::notice() const
{
    return m_rows->complaint();
}

QList<QWidget*> MoneyForm::fields() const
{
    QList<QWidget*> all {m_amount};
    for (OfferButton* button : m_buttons) {
        all << button;
    }
    return all + m_rows->fields();
}

QList<QFormLayout*> MoneyForm::forms() const
{
    return {m_form, m_moreForm};
}

void MoneyForm::unfold(bool open)
{
    m_more->setOpen(open);
}

}
