// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "requestreader.h"

#include "scriptlocation.h"

#include "core/base/files.h"

#include <sys/stat.h>

namespace stagecraft {

namespace {

constexpr Bytes largestRequest(256 << 20);

struct Received {
    std::string text;
    bool is_open = false; // the pipe may deliver more input
};

bool isPipe(int descriptor)
{
    struct stat status {};
    return fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode);
}

Result<Received> receiveText(LineBuffer& input)
{
    const bool pipe = isPipe(input.descriptor());
    while (Bytes(static_cast<std::int64_t>(input.rest().size())) <= largestRequest) {
        const std::string& text = input.rest();
        const bool wholeDocument = !pipe || text.starts_with("{\n") || text.starts_with("{\r\n");
        if (!wholeDocument) {
            if (auto line = input.next()) {
                return Received {*std::move(line), true};
            }
        }
        if (!input.receive()) {
            return Received {input.rest(), false};
        }
    }
    return failure(ErrorCode::FileTooLarge, {Bytes(static_cast<std::int64_t>(input.rest().size())), largestRequest},
                   "standard input");
}

void setTrust(WorkerRequest& request, bool trust)
{
    request.profile.trust = trust;
    if (request.describe) {
        request.describe->trust = trust;
    }
    if (request.verify) {
        request.verify->trust = trust;
    }
}

Result<void> validate(const WorkerRequest& request)
{
    if (request.probe) {
        return {}; // a probe request has only a budget, which the codec limits
    }
    if (request.describe) {
        return validate(*request.describe);
    }
    return request.verify ? validate(*request.verify) : validate(request.profile);
}

}

Result<ReceivedRequest> receiveRequest(const std::string& path, bool trust, LineBuffer& input)
{
    Result<Received> received =
        path.empty() ? receiveText(input) : readFile(path, largestRequest).map([](std::string text) {
            return Received {std::move(text), false};
        });
    if (!received) {
        return failure(received.error());
    }
    auto request = decodeRequest(received->text, path.empty() ? "standard input" : path);
    if (!request) {
        return failure(request.error());
    }
    setTrust(*request, trust);
    if (const auto valid = validate(*request); !valid) {
        return failure(valid.error());
    }
    const std::string beside = path.substr(0, path.find_last_of('/') + 1);
    Model& model = request->verify ? request->verify->model : request->profile.model;
    if (const auto found = findScript(model, beside); !found) {
        return failure(found.error());
    }
    return ReceivedRequest {*std::move(request), received->is_open};
}

}
