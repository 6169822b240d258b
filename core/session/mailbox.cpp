// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/mailbox.h"

#include <QPointer>

#include <utility>

namespace stagecraft {

void Mailbox::post(std::function<void()> letter)
{
    // The functions are passed under our mutex and the event carries nothing, as thread checkers cannot see Qt's locks.
    {
        const std::lock_guard lock(m_mutex);
        m_letters.push_back(std::move(letter));
        if (m_letters.size() > 1) {
            return; // the pending event delivers this one, too
        }
    }
    QMetaObject::invokeMethod(this, "deliver", Qt::QueuedConnection);
}

void Mailbox::deliver()
{
    std::vector<std::function<void()>> letters;
    {
        const std::lock_guard lock(m_mutex);
        letters.swap(m_letters);
    }
    const QPointer<Mailbox> alive(this); // a function may destroy the owner
    for (const auto& letter : letters) {
        if (!alive) {
            return;
        }
        letter();
    }
}

}
