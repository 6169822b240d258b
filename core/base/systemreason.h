// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstring>
#include <string>

namespace stagecraft {

// Why the system refused a file, by its error code (errno): the usual reasons in words of our own, which the window can
// translate; others in the system's.
inline std::string systemReason(int code)
{
    switch (code) {
    case ENOENT:
        return "there is no such file or folder";
    case EACCES:
    case EPERM:
        return "it is not permitted";
    case ENOTDIR:
        return "a part of its path is no folder";
    case EISDIR:
        return "it is a folder";
    case EROFS:
        return "the disk is read-only";
    case ENAMETOOLONG:
        return "its name is too long";
    case EMFILE:
    case ENFILE:
        return "too many files are open";
    case EFBIG:
        return "it is larger than the system allows";
    case EBUSY:
        return "another process uses it";
    case EIO:
        return "the disk reports an error";
    default:
        return std::strerror(code);
    }
}

}
