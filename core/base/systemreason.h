// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/words/base.h"

#include <cerrno>
#include <cstring>

namespace stagecraft {

// Describes a system error code (errno) for a file: common reasons in Stagecraft's words, others in the system's.
inline Message systemReason(int code)
{
    switch (code) {
    case ENOENT:
        return words::base::no_such_file;
    case EACCES:
    case EPERM:
        return words::base::not_permitted;
    case ENOTDIR:
        return words::base::path_no_folder;
    case EISDIR:
        return words::base::is_folder;
    case EROFS:
        return words::base::disk_read_only;
    case ENAMETOOLONG:
        return words::base::name_too_long;
    case EMFILE:
    case ENFILE:
        return words::base::too_many_open;
    case EFBIG:
        return words::base::larger_than_allowed;
    case EBUSY:
        return words::base::used_by_another;
    case EIO:
        return words::base::disk_error;
    default:
        return verbatim(std::strerror(code));
    }
}

}
