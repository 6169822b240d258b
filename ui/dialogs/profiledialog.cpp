// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/profiledialog.h"

#include "core/cost/devicesimilarity.h"
#include "core/measuring/plan.h"
#include "ui/dialogs/profileform.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/fullheightarea.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

constexpr int leastWidth = 480;

// Measurements that the worker would receive as known: those of the same kind of device.
Measurements knownTo(const DeviceChoice& device, const Measurements& known, bool retry)
{
    Measurements some;
    std::copy_if(known.begin(), known.end(), std::back_inserter(some), [&device](const Measurement& measurement) {
        const bool identical = measurement.device.kind == device.kind;
        return device.dry
            ? measurement.device.isDry() && deviceSimilarity(measurement.device, *device.dry) == DeviceSimilarity::Same
            : identical && !measurement.device.isDry();
    });
    return retry ? successesOf(std::move(some)) : some;
}

}

ProfileDialog::ProfileDialog(std::shared_ptr<const PlanningSession> session, std::shared_ptr<const Measurements> known,
                             QWidget* parent)
    : QDialog(parent)
    , m_known(std::move(known))
    , m_form(new ProfileForm(session->problem))
    , m_area(new FullHeightArea(m_form))
    , m_points(new PlainLabel)
    , m_message(new InlineMessage)
{
    setWindowTitle(tr("Profile"));
    setMinimumWidth(leastWidth);
    resize(minimumWidth(), 0);

    auto* introduction =
        new PlainLabel(tr("Measures memory and time of each distinct layer of %1 on this machine, one layer at a time. "
                          "Each result is saved immediately, and plans update while the profile runs.")
                           .arg(QString::fromStdString(session->problem.model.name)));
    introduction->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_start = buttons->addButton(tr("&Profile"), QDialogButtonBox::AcceptRole);
    m_points->setWordWrap(true);

    auto* layout = layOut(this);
    layout->addWidget(introduction);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_points);
    layout->addWidget(m_message);
    layout->addWidget(buttons);

    m_start->setDefault(true); // requires the dialog as parent
    connect(m_form, &ProfileForm::changed, this, &ProfileDialog::update);
    // Layouts update the size of their parents step by step after a row is hidden or shown.
    m_fit.setSingleShot(true);
    m_fit.setInterval(0);
    connect(&m_fit, &QTimer::timeout, this, &ProfileDialog::fit);
    connect(m_form, &ProfileForm::folded, this, [this] {
        m_shrink = true;
        m_fit.start();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (m_start->isEnabled()) {
            Q_EMIT chosen(*m_form->request(), m_form->retries());
            accept();
        }
    });
    update();
}

void ProfileDialog::propose(const ProfileRequest& request)
{
    m_form->setRequest(request);
}

void ProfileDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    m_shrink = true;
    fit();
}

void ProfileDialog::update()
{
    const auto& asked = m_form->request();
    const auto valid = asked ? validate(*asked) : Result<void>();
    m_message->setText(valid ? QString() : errorText(valid.error()));
    m_start->setEnabled(asked && valid);
    m_points->setVisible(asked && valid);
    if (asked && valid) {
        count(*asked);
    }
    m_fit.start();
}

// Counts on another thread, because large models have many points. The newest request wins.
void ProfileDialog::count(const ProfileRequest& request)
{
    const int number = ++m_counts;
    m_background.run(
        [request, known = m_known, retry = m_form->retries()] {
            const Measurements answers = knownTo(request.device, *known, retry);
            return std::pair(static_cast<qint64>(pointsOf(request).size()),
                             static_cast<qint64>(remainingSteps(request, answers).size()));
        },
        [this, number, some = request.tolerance > 0](const std::pair<qint64, qint64>& counts) {
            if (number == m_counts) {
                m_points->setText(
                    (some ? tr("Up to %Ln measurements, %1 remaining.", nullptr, static_cast<int>(counts.first))
                          : tr("%Ln measurements, %1 remaining.", nullptr, static_cast<int>(counts.first)))
                        .arg(countText(counts.second)));
                m_fit.start();
            }
        });
}

void ProfileDialog::fit()
{
    m_area->updateGeometry();
    layout()->activate();
    // depends on the language and the expanded sections
    setMinimumWidth(std::max(leastWidth, layout()->totalMinimumSize().width()));
    const int wanted = layout()->totalHeightForWidth(width());
    const int most = screen()->availableGeometry().height() - 60; // leaves space for the window frame
    resize(width(), std::min(most, std::exchange(m_shrink, false) ? wanted : std::max(height(), wanted)));
}

}
