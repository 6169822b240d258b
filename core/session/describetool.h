// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace stagecraft {

// Writes the Python files that split a model into its layers to a folder, which must come first in PYTHONPATH; the
// module to run is stagecraft_describe. Errors: FileNotWritable.
Result<void> writeDescribeTool(const QString& folder);

}
