// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

class QProcess;

namespace stagecraft {

// Before start(): the process gets a group of its own, so that Ctrl-C in a terminal reaches only us and we can end it
// in order; and it is told to end when this program dies, however that happens. To be called and started on a thread
// that outlives the process.
void prepareChild(QProcess& process);

// Why a process did not start.
Message whyNotStarted(const QProcess& process);

// How a process ended, with the limit of memory that a shell set for this program and so for its children, where there
// is one. One that is too small ends a process before it can say why.
Message withMemoryLimit(Message end);

// Kills what prepareChild() prepared, with all processes that it has started and that are still in its group.
void killGroup(QProcess& process);

// For destructors: what the process says is no longer heard, and if it runs it is asked to end, so that it can end what
// it has started; after so many milliseconds it is killed. Waits for its end.
void endChild(QProcess& process, int patience);

}
