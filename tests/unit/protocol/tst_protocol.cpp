// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/protocol/message.h"
#include "core/words/worker.h"
#include "tests/support/mutations.h"
#include "tests/support/randomvalues.h"

#include <QtTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// Error of reading a line; empty if there is none.
std::string complaint(const std::string& line)
{
    const auto message = decodeMessage(line);
    return message ? std::string() : describe(message.error());
}

}

class ProtocolTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsBackEveryMessage();
    void readsBackRequests();
    void looksAsDocumented();
    void reportsWhatIsWrongWithALine();
    void reportsWhatIsWrongWithARequest();
    void survivesMutations();
};

void ProtocolTest::readsBackEveryMessage()
{
    RandomValues random(11);
    for (int round = 0; round < 1000; ++round) {
        const WorkerMessage message {random.text(), random.whole(1, INT64_MAX), random.messageBody()};
        const std::string line = encode(message);
        QVERIFY2(line.find('\n') == std::string::npos, line.c_str());
        const auto read = decodeMessage(line);
        QVERIFY2(read.has_value(), line.c_str());
        QVERIFY2(*read == message, line.c_str());
    }
}

void ProtocolTest::readsBackRequests()
{
    RandomValues random(12);
    for (int round = 0; round < 300; ++round) {
        const WorkerRequest request {random.text(), random.profileRequest(),
                                     random.list(3, [&] { return random.measurement(); })};
        const auto read = decodeRequest(encode(request), "request");
        QVERIFY(read.has_value());
        QCOMPARE(read->job, request.job);
        QVERIFY(read->profile == request.profile);
        QVERIFY(read->known == request.known);
        QVERIFY(!read->probe);
        const WorkerRequest probing {random.text(), {}, {}, random.probeRequest()};
        const auto readProbing = decodeRequest(encode(probing), "request");
        QVERIFY(readProbing.has_value());
        QCOMPARE(readProbing->job, probing.job);
        QVERIFY(readProbing->probe == probing.probe);
        QVERIFY(deviceOf(*readProbing) == probing.probe->device);
        const WorkerRequest verifying {random.text(), {}, {}, {}, {}, random.verifyRequest()};
        const auto readVerifying = decodeRequest(encode(verifying), "request");
        QVERIFY(readVerifying.has_value());
        QVERIFY(readVerifying->verify == verifying.verify);
        QVERIFY(!readVerifying->profiles());
        QVERIFY(deviceOf(*readVerifying) == verifying.verify->device);
    }
}

// The text of messages is stable, since workers and explorers of different builds communicate.
void ProtocolTest::looksAsDocumented()
{
    const auto line = [](const MessageBody& body) { return encode(WorkerMessage {"a-job", 7, body}); };
    QCOMPARE(
        line(HeartbeatMessage {}),
        std::string(R"({"format":"stagecraft-message","job":"a-job","sequence":7,"type":"heartbeat","version":2})"));
    QCOMPARE(line(ProgressMessage {"measuring", verbatim("block"), say(words::worker::in_flight, 3), 2, 12}),
             std::string(R"({"done":2,"format":"stagecraft-message","job":"a-job","phase":"measuring",)"
                         R"("reason":{"arguments":[{"integer":3}],"code":"worker.in_flight"},"sequence":7,)"
                         R"("subject":"block","total":12,"type":"progress","version":2})"));
    QCOMPARE(
        line(ResultMessage {3, 1, true, false}),
        std::string(R"({"budget_spent":false,"cancelled":true,"failed":1,"format":"stagecraft-message","job":"a-job",)"
                    R"("measured":3,"sequence":7,"type":"result","version":2})"));
    QCOMPARE(line(HelloMessage {{DeviceKind::Cpu, "CPU", Bytes(1024), "libtorch 2.11.0", "", 2}, "0.1.0"}),
             std::string(
                 R"({"device":{"driver":"","kind":"cpu","memory_bytes":1024,"name":"CPU","software":"libtorch 2.11.0",)"
                 R"("threads":2},"format":"stagecraft-message","job":"a-job","room_bytes":0,"sequence":7,)"
                 R"("type":"hello","version":2,"worker_version":"0.1.0"})"));
    QCOMPARE(
        line(ErrorMessage {{ErrorCode::OutOfMemory, {std::string("a layer"), Bytes(2048)}, "here"}}),
        std::string(
            R"({"error":{"arguments":[{"text":"a layer"},{"bytes":2048}],"code":"out_of_memory",)"
            R"("where":"here"},"format":"stagecraft-message","job":"a-job","sequence":7,"type":"error","version":2})"));
}

void ProtocolTest::reportsWhatIsWrongWithALine()
{
    const std::string intro = "the profiler sent an invalid message (";
    const auto head = [](const std::string& rest) {
        return R"({"format":"stagecraft-message","version":1,"job":"j",)" + rest + "}";
    };
    QVERIFY(complaint("Killed").starts_with(intro + "the file is not JSON"));
    QVERIFY(complaint("").starts_with(intro));
    QCOMPARE(complaint("{}"), intro + "the field \"format\" is missing)");
    QCOMPARE(complaint("[]"), intro + "the field \"(document)\" must be an object)");
    QCOMPARE(complaint(head(R"("sequence":0,"type":"heartbeat")")),
             intro + "the field \"sequence\" is 0 but must be between 1 and 9223372036854775807)");
    QCOMPARE(
        complaint(head(R"("sequence":1,"type":"song")")),
        intro
            + "the field \"type\" is \"song\"; supported values: hello, progress, measurement, probe, description, "
              "stage, result, error, heartbeat)");
    QCOMPARE(complaint(head(R"("sequence":1,"type":"hello","worker_version":"1","device":{"kind":"cpu"})")),
             intro + "the field \"device.name\" is missing)");
    const auto newer = decodeMessage(R"({"format":"stagecraft-message","version":3})");
    QCOMPARE(newer.error().code, ErrorCode::FormatNewer);
    QCOMPARE(newer.error().arguments, (ArgumentList {std::int64_t(3), std::int64_t(2)}));
    const auto other = decodeMessage(R"({"format":"stagecraft-plan","version":2})");
    QCOMPARE(other.error().code, ErrorCode::WorkerProtocol);
}

void ProtocolTest::reportsWhatIsWrongWithARequest()
{
    const auto codeOf = [](const char* text) { return decodeRequest(text, "r.json").error(); };
    QCOMPARE(codeOf("x").code, ErrorCode::NotJson);
    QCOMPARE(codeOf("{}").code, ErrorCode::FieldMissing);
    QCOMPARE(codeOf(R"({"format":"stagecraft-plan","version":1})").code, ErrorCode::FormatWrong);
    QCOMPARE(codeOf(R"({"format":"stagecraft-request","version":9})").code, ErrorCode::FormatNewer);
    QCOMPARE(codeOf(R"({"format":"stagecraft-request","version":0})").code, ErrorCode::FieldOutOfRange);
    QCOMPARE(codeOf(R"({"format":"stagecraft-request","version":1,"job":"j"})").where, std::string("r.json"));
    QCOMPARE(codeOf(R"({"format":"stagecraft-request","version":1,"job":"j","probe":null})").code,
             ErrorCode::FieldWrongType);
    QCOMPARE(codeOf(R"({"format":"stagecraft-request","version":1,"job":"j","probe":{},"profile":{}})").code,
             ErrorCode::FieldInconsistent);
    QCOMPARE(codeOf(R"({"format":"stagecraft-request","version":1,"job":"j","verify":{},"describe":{}})").code,
             ErrorCode::FieldInconsistent);
}

void ProtocolTest::survivesMutations()
{
    RandomValues random(13);
    std::mt19937_64 engine(14);
    int refused = 0;
    constexpr int lines = 3000;
    for (int i = 0; i < lines; ++i) {
        refused += decodeMessage(mutated(encode(WorkerMessage {"job", 1, random.messageBody()}), engine)) ? 0 : 1;
    }
    QVERIFY(refused > lines / 3);
    for (int i = 0; i < 300; ++i) {
        (void)decodeRequest(mutated(encode(WorkerRequest {"job", random.profileRequest(), {}}), engine), "mutated");
    }
}

QTEST_GUILESS_MAIN(ProtocolTest)
#include "tst_protocol.moc"
