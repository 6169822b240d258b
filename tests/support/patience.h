// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

// How many milliseconds a test waits for what comes within `milliseconds` where nothing slows the program down:
// sanitizers do by several times (tests/CMakeLists.txt).
constexpr int patient(int milliseconds)
{
    return milliseconds * STAGECRAFT_TEST_PATIENCE;
}

// True once it holds; false if it does not within a minute.
template <typename Condition>
bool comes(const Condition& condition)
{
    return QTest::qWaitFor(condition, patient(60'000));
}
