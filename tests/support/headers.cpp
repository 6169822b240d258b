// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Owns the precompiled headers of the tests (tests/CMakeLists.txt).
