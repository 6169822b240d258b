// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace stagecraft {

// Writes the Python files that cut a model into its layers into a folder, which is to stand first in PYTHONPATH; the
// module to run is stagecraft_describe. Errors: FileNotWritable.
Result<void> writeDescribeTool(const QString& folder);

}
