// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

// Scales a timeout for slow builds: sanitizers slow the program down by several times (tests/CMakeLists.txt).
constexpr int patient(int milliseconds)
{
    return milliseconds * STAGECRAFT_TEST_PATIENCE;
}

// Waits until the condition is true; false after four minutes, which a search may need while other tests run.
template <typename Condition>
bool comes(const Condition& condition)
{
    return QTest::qWaitFor(condition, patient(240'000));
}
