// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>
#include <mutex>
#include <vector>

namespace stagecraft {

// Brings functions from any thread to the thread that made the mailbox, in order, by way of its event loop.
// What is not delivered when the mailbox is destroyed is dropped; nobody may post from then on.
class Mailbox : public QObject {
    Q_OBJECT
public:
    // Safe from any thread.
    void post(std::function<void()> letter);

private:
    Q_INVOKABLE void deliver();

    std::mutex m_mutex;
    std::vector<std::function<void()>> m_letters;
};

}
