// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/problem.h"
#include "core/session/useroffers.h"
#include "ui/app/background.h"

#include <QList>
#include <QWidget>

class QFormLayout;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace stagecraft {

class BillingRows;
class Dialogs;
class Disclosure;
class InlineMessage;
class OfferButton;

// The section of the Problem pane for the length of the run, node prices and billing options. User-defined offers are
// written to their file on another thread.
class MoneyForm : public QWidget {
    Q_OBJECT
public:
    explicit MoneyForm(Dialogs& dialogs, QWidget* parent = nullptr); // `dialogs` must outlive this

    void setValue(const Problem& problem,
                  bool keepAmount = false); // `keepAmount`: leaves an unreadable amount in its field
    void applyTo(BillingOptions& billing) const; // keeps the amount if the field is unreadable
    QString complaint() const; // error of an unreadable field; else empty
    QString notice() const; // settings that have no effect yet; else empty
    QList<QWidget*> fields() const;
    QList<QFormLayout*> forms() const;
    void unfold(bool open);
    InlineMessage* refusal() const { return m_refusal; }

Q_SIGNALS:
    void chosen(); // the user selected from a list; emitted before changed()
    void changed(const QString& what); // emitted for changes by the user and by setValue()
    // The user changed the prices of the problem's cluster.
    void clusterChosen(const stagecraft::Cluster& cluster, const QString& what);

private:
    void buildAmount();
    void showOffers();
    void connectButton(OfferButton* button, std::size_t group);
    void edit(std::size_t group);
    void importOffers();
    void importFile(const QString& path);
    void removeOffer(const std::string& id);
    void keepAndUse(std::size_t group, const Offer& offer);
    void use(std::size_t group, const Offer& offer);

    Dialogs& m_dialogs;
    QFormLayout* m_form;
    QLineEdit* m_amount;
    QWidget* m_offers;
    QVBoxLayout* m_offerLines;
    QList<OfferButton*> m_buttons; // one per group
    QLabel* m_facts;
    QFormLayout* m_moreForm;
    BillingRows* m_rows;
    Disclosure* m_more;
    InlineMessage* m_refusal;
    Cluster m_cluster;
    Background m_background; // last: destroyed before the other members
};

}
