// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

class QProcess;

namespace stagecraft {

// Prepares a process before start(): it gets its own process group, so that Ctrl-C in a terminal reaches only this
// program, which can then end the child in order; and it ends when this program dies for any reason. Call this and
// start() on a thread that outlives the process.
void prepareChild(QProcess& process);

// Returns the reason why a process did not start.
Message whyNotStarted(const QProcess& process);

// Appends to a process's end reason the memory limit that a shell set for this program and its children, if there is
// one, as a limit that is too low ends a process before it can report a reason.
Message withMemoryLimit(Message end);

// Kills a process prepared by prepareChild() and all processes in its group.
void killGroup(QProcess& process);

// Ends a process from a destructor: disconnects its signals and asks it to end, so that it can end its children; kills
// it after `patience` milliseconds. Waits for its end.
void endChild(QProcess& process, int patience);

}
