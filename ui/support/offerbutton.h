// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/cluster.h"

#include <QToolButton>

#include <functional>
#include <optional>

class QMenu;

namespace stagecraft {

// How the nodes of one group of a cluster are had, and a menu of the offers of such nodes, the cheapest first. The menu
// is filled when it opens, with what offers() has then.
class OfferButton : public QToolButton {
    Q_OBJECT
public:
    explicit OfferButton(QWidget* parent = nullptr);

    // `named`: whether the device type is told, as where there are several groups.
    void setGroup(const ClusterGroup& group, bool named);
    QString fullText() const { return m_text; } // which may be too long to be shown

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
