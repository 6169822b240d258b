// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/offerdialog.h"

#include "core/hardware/offerbook.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"

#include <QComboBox>
#include <QDateEdit>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

// True for valid names of providers and nodes, as in "aws/p5.48xlarge".
bool isPartOfId(const QString& text, bool provider)
{
    Offer tried;
    tried.provider = provider ? text.toStdString() : "a";
    tried.name = provider ? "a" : text.toStdString();
    tried.device = "a";
    tried.price_per_node = Sourced<UsdPerHour> {UsdPerHour(1), {}, {}};
    return offerFault(tried).empty();
}

template <typename Unit>
std::optional<Sourced<Unit>> figureOf(const QDoubleSpinBox* field, double factor, const Message& source,
                                      const std::string& date)
{
    return field->value() > 0 ? std::optional(Sourced<Unit> {Unit(field->value() * factor), source, date})
                              : std::nullopt;
}

constexpr double kilowatt = 1000;

}

OfferDialog::OfferDialog(const ClusterGroup& group, QWidget* parent)
    : QDialog(parent)
    , m_form(new QFormLayout)
    , m_provider(new QLineEdit)
    , m_name(new QLineEdit)
    , m_kind(new QComboBox)
    , m_source(new QLineEdit)
    , m_date(new QDateEdit)
    , m_message(new InlineMessage)
{
    setWindowTitle(tr("User-defined offer"));
    setMinimumWidth(460);
    auto* introduction = new PlainLabel(
        tr("Enter the price of a node with %1 × %2. The offer is saved for all workspaces and used for this cluster.")
            .arg(group.devices_per_node)
            .arg(QString::fromStdString(group.device.name)));
    introduction->setWordWrap(true);
    buildForm(m_form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_keep = buttons->addButton(tr("&Save and use"), QDialogButtonBox::AcceptRole);
    m_keep->setObjectName(QStringLiteral("keepOffer"));
    m_keep->setDefault(true);
    // Return must not press Cancel while OK is disabled
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    auto* layout = layOut(this);
    layout->addWidget(introduction);
    layout->addLayout(m_form);
    layout->addWidget(m_message);
    layout->addStretch(1);
    layout->addWidget(buttons);
    beginWith(group);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (complaint().isEmpty()) {
            Q_EMIT chosen(offer());
            accept();
        }
    });
    update();
}

QDoubleSpinBox* OfferDialog::addNumber(QFormLayout* form, const char* name, const QString& label, double most,
                                       const QString& unit)
{
    auto* box = new QDoubleSpinBox;
    box->setRange(0, most);
    box->setDecimals(4);
    box->setGroupSeparatorShown(true);
    box->setSuffix(QLatin1Char(' ') + unit);
    box->setSpecialValueText(tr("Not set"));
    describe(box, QLatin1String(name), label, {});
    addFormRow(form, label, box);
    connect(box, &QDoubleSpinBox::valueChanged, this, &OfferDialog::update);
    return box;
}

void OfferDialog::buildForm(QFormLayout* form)
{
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    describe(m_provider, QStringLiteral("offerProvider"), tr("Provider"), tr("Cloud provider or owner of the nodes"));
    describe(m_name, QStringLiteral("offerName"), tr("Node type"),
             tr("Name that the provider uses for this type of node"));
    describe(m_kind, QStringLiteral("offerKind"), tr("Kind"), tr("The provider can interrupt spot nodes at any time"));
    describe(m_source, QStringLiteral("offerSource"), tr("Source"),
             tr("Source of the price, such as a web page or a contract"));
    describe(m_date, QStringLiteral("offerDate"), tr("Date"), tr("Date of the price"));
    for (const auto& [kind, name] : enumNames<OfferKind>) {
        m_kind->addItem(offerKindName(kind), static_cast<int>(kind));
    }
    m_date->setCalendarPopup(true);
    for (QLineEdit* field : {m_provider, m_name, m_source}) {
        field->setMaxLength(400);
        connect(field, &QLineEdit::textChanged, this, &OfferDialog::update);
    }
    connect(m_kind, &QComboBox::currentIndexChanged, this, &OfferDialog::update);
    addFormRow(form, tr("Provider"), m_provider);
    addFormRow(form, tr("Node type"), m_name);
    addFormRow(form, tr("Kind"), m_kind);
    m_price = addNumber(form, "offerPrice", tr("Price"), mostPerHour, tr("$ per node-hour"));
    m_purchase = addNumber(form, "offerPurchase", tr("Purchase price"), mostPerPurchase, tr("$ per node"));
    m_years = addNumber(form, "offerYears", tr("Service life"), mostYears, tr("years"));
    m_preemptions = addNumber(form, "offerPreemptions", tr("Interruptions"), mostPreemptions, tr("per node-hour"));
    m_power = addNumber(form, "offerPower", tr("Power"), mostPower / kilowatt, tr("kW per node"));
    m_energy = addNumber(form, "offerEnergy", tr("Energy price"), mostEnergyPrice, tr("$ per kWh"));
    addFormRow(form, tr("Source"), m_source);
    addFormRow(form, tr("Date"), m_date);
    alignLabels({form});
}

void OfferDialog::beginWith(const ClusterGroup& group)
{
    const Offer offer = group.offer.value_or(Offer());
    m_start = offer;
    m_start.device = group.device.name;
    m_start.devices_per_node = group.devices_per_node;
    m_provider->setText(group.offer ? QString::fromStdString(offer.provider) : QStringLiteral("own"));
    m_name->setText(QString::fromStdString(group.offer ? offer.name : group.device.name));
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(offer.kind)));
    m_price->setValue(offer.purchase_price ? 0 : group.price_per_node.value_or(UsdPerHour(0)).value);
    m_purchase->setValue(offer.purchase_price ? offer.purchase_price->value.value : 0);
    m_years->setValue(offer.years_of_use.value_or(0));
    m_preemptions->setValue(offer.preemptions_per_node_hour ? offer.preemptions_per_node_hour->value.value : 0);
    m_power->setValue(offer.power_per_node ? offer.power_per_node->value.value / kilowatt : 0);
    m_energy->setValue(offer.energy_price ? offer.energy_price->value.value : 0);
    // A changed price gets today's date and a new source.
    m_date->setDate(QDate::currentDate());
}

Offer OfferDialog::offer() const
{
    Offer offer = m_start;
    const Message source = verbatim(m_source->text().trimmed().toStdString());
    const std::string date = m_date->date().toString(Qt::ISODate).toStdString();
    offer.provider = m_provider->text().trimmed().toStdString();
    offer.name = m_name->text().trimmed().toStdString();
    offer.kind = static_cast<OfferKind>(m_kind->currentData().toInt());
    const bool owned = offer.kind == OfferKind::Owned;
    offer.price_per_node = figureOf<UsdPerHour>(m_price, 1, source, date);
    offer.purchase_price = owned ? figureOf<Usd>(m_purchase, 1, source, date) : std::nullopt;
    offer.years_of_use = owned && m_years->value() > 0 ? std::optional(m_years->value()) : std::nullopt;
    offer.preemptions_per_node_hour =
        offer.kind == OfferKind::Spot ? figureOf<PerHour>(m_preemptions, 1, source, date) : std::nullopt;
    offer.power_per_node = figureOf<Watts>(m_power, kilowatt, source, date);
    offer.energy_price = figureOf<UsdPerKilowattHour>(m_energy, 1, source, date);
    return offer;
}

QString OfferDialog::complaint() const
{
    const Offer said = offer();
    if (!isPartOfId(m_provider->text().trimmed(), true)) {
        return tr("Enter a provider name that starts with a letter and contains only letters, digits and . _ + -");
    }
    if (!isPartOfId(m_name->text().trimmed(), false)) {
        return tr("Enter a node type that contains only letters, digits and . _ + - and does not start with a count "
                  "such as 8x.");
    }
    if (said.price_per_node && said.purchase_price) {
        return tr("Enter either an hourly price or a purchase price, not both.");
    }
    if (!said.price_per_node && !said.purchase_price) {
        return tr("Enter a price above 0.");
    }
    if (said.purchase_price.has_value() != said.years_of_use.has_value()) {
        return tr("Enter both a purchase price and a service life.");
    }
    if (said.power_per_node.has_value() != said.energy_price.has_value()) {
        return tr("Enter both the power and the energy price, or neither.");
    }
    if (m_source->text().trimmed().isEmpty()) {
        return tr("Enter the source of the price.");
    }
    return messageText(enteredOfferFault(said, QDate::currentDate().toString(Qt::ISODate).toStdString()));
}

void OfferDialog::update()
{
    const auto kind = static_cast<OfferKind>(m_kind->currentData().toInt());
    m_form->setRowVisible(m_purchase, kind == OfferKind::Owned);
    m_form->setRowVisible(m_years, kind == OfferKind::Owned);
    m_form->setRowVisible(m_preemptions, kind == OfferKind::Spot);
    const QString wrong = complaint();
    m_keep->setEnabled(wrong.isEmpty());
    const Offer said = offer();
    const auto book = offers();
    const KnownOffer* same = wrong.isEmpty() ? book->byId(said.id()) : nullptr;
    m_message->setText(
        !wrong.isEmpty() ? wrong
            : same != nullptr
            ? tr("An offer %1 already exists. Your offer overrides it.").arg(QString::fromStdString(said.id()))
            : QString());
}

}
