// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/cluster.h"

#include <QToolButton>

#include <functional>
#include <optional>

class QMenu;

namespace stagecraft {

// Shows the price of the nodes of a device group, with a menu of matching offers, cheapest first. The menu is filled
// from offers() when it opens.
class OfferButton : public QToolButton {
    Q_OBJECT
public:
    explicit OfferButton(QWidget* parent = nullptr);

    // `named`: shows the device type too, for clusters with several groups.
    void setGroup(const ClusterGroup& group, bool named);
    QString fullText() const { return m_text; } // not elided

Q_SIGNALS:
    void chosen(const stagecraft::Offer& offer);
    void priceDropped();
    void editRequested();
    void removalRequested();
    void importRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    void elide();

    ClusterGroup m_group;
    QMenu* m_menu;
    QString m_text;
};

}
