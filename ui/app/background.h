// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/mailbox.h"
#include "core/session/taskthread.h"

#include <memory>
#include <utility>

namespace stagecraft {

// Runs work that may touch the disk on another thread, one item after another in order, so that the GUI thread does not
// wait. The destructor waits for the running item but drops its result. (Not QFuture::then(): with a context it crashes
// now and then in Qt 6.4.)
class Background {
public:
    // Runs `work` on another thread, then `done` with its result on the thread that created this object. Both are
    // copied.
    template <typename Work, typename Done>
    void run(Work work, Done done)
    {
        m_thread.run([this, work = std::move(work), done = std::move(done)] {
            auto value = std::make_shared<decltype(work())>(work());
            m_mailbox.post([value, done] { done(std::move(*value)); });
        });
    }

private:
    Mailbox m_mailbox;
    TaskThread m_thread; // ends first, while the mailbox that it posts to still exists
};

}
