// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>
#include <mutex>
#include <vector>

namespace stagecraft {

// Delivers functions from any thread to the thread that made the mailbox, in order, through its event loop. Functions
// not delivered before destruction are dropped; nobody may post after that.
class Mailbox : public QObject {
    Q_OBJECT
public:
    // Thread-safe.
    void post(std::function<void()> letter);

private:
    Q_INVOKABLE void deliver();

    std::mutex m_mutex;
    std::vector<std::function<void()>> m_letters;
};

}
