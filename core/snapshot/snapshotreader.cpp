// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/snapshot/snapshotreader.h"

#include "core/base/files.h"
#include "core/snapshot/pickle/machine.h"
#include "core/snapshot/pickle/opcode.h"
#include "core/words/snapshot.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <new>

namespace stagecraft {

namespace {

struct Stopped {};

constexpr Bytes largestFile(std::int64_t(1) << 40);

}

bool looksLikeSnapshot(const std::string& path)
{
    std::error_code status;
    if (!std::filesystem::is_regular_file(path, status)) {
        return false;
    }
    std::ifstream file(path, std::ios::binary);
    std::array<char, 3> head {};
    if (!file.read(head.data(), head.size())) {
        return false;
    }
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(head[i]); };
    // Pickles in PyTorch's older file formats begin with a number.
    return byte(0) == static_cast<std::uint8_t>(Opcode::Proto) && byte(1) >= 2 && byte(1) <= 5
        && byte(2) != static_cast<std::uint8_t>(Opcode::Long1);
}

Result<Snapshot> readSnapshot(std::istream& stream, Bytes length, const SnapshotProgress& progress,
                              const std::stop_token& stop)
{
    PickleMachine machine;
    ByteSource source(stream, [&](std::int64_t read) {
        if (stop.stop_requested()) {
            throw Stopped {};
        }
        machine.checkMemory(read);
        if (progress) {
            progress(Bytes(read), length);
        }
    });
    const auto unusable = [](Message why) { return failure(ErrorCode::SnapshotUnusable, {std::move(why)}); };
    try {
        return machine.run(source);
    } catch (const Refused& refused) {
        return failure(ErrorCode::SnapshotRefused, {refused.operation, refused.offset});
    } catch (const Unusable& fault) {
        return unusable(fault.why);
    } catch (const ByteSource::Ended&) {
        return unusable(say(words::snapshot::cut_off, length.value));
    } catch (const std::bad_alloc&) {
        return unusable(words::snapshot::out_of_memory);
    } catch (const Stopped&) {
        return failure(ErrorCode::Cancelled);
    }
}

Result<Snapshot> readSnapshot(const std::string& path, const SnapshotProgress& progress, const std::stop_token& stop)
{
    auto file = openFile(path, largestFile);
    if (!file) {
        return failure(file.error());
    }
    std::error_code status;
    const auto length = std::filesystem::file_size(path, status);
    auto snapshot = readSnapshot(*file, Bytes(status ? 0 : static_cast<std::int64_t>(length)), progress, stop);
    if (!snapshot) {
        Error error = snapshot.error();
        error.where = path;
        return failure(std::move(error));
    }
    return snapshot;
}

}
