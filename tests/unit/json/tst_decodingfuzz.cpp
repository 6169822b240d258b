// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Documents that are truncated, changed at random, or filled with absurd figures: each is read or rejected.
#include "core/base/english.h"
#include "core/base/files.h"
#include "core/exchange/planfile.h"
#include "core/json/cataloguefile.h"
#include "core/json/codec.h"
#include "core/json/offersfile.h"
#include "tests/support/randomvalues.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <functional>
#include <limits>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// Writes, validates and reports each document that was read.
struct Tally {
    int read = 0;
    int refused = 0;

    void refuse(const Error& error)
    {
        ++refused;
        QVERIFY(!describe(error).empty());
        QVERIFY(!encodeJson(error).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).empty());
    }
    template <typename T>
    void count(const Result<T>& result)
    {
        if (result) {
            ++read;
        } else {
            refuse(result.error());
        }
    }
};

template <typename T>
void readAs(const std::string& text, Tally& tally)
{
    const auto result = readJson<T>(text, "fuzz.json");
    tally.count(result);
    if (!result) {
        return;
    }
    const std::string again = encodeJson(*result).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    QVERIFY(readJson<T>(again, "again.json").has_value());
    if constexpr (std::is_same_v<T, Problem>) {
        if (const auto valid = validateForPlanning(*result); !valid) {
            QVERIFY(!describe(valid.error()).empty());
        }
    }
    if constexpr (std::is_same_v<T, Plan>) {
        RandomValues random(3);
        const auto valid = validate(*result, random.problem());
        QVERIFY(valid || !describe(valid.error()).empty());
    }
}

using Reader = std::function<void(const std::string& text, Tally& tally)>;

struct Document {
    const char* name;
    nlohmann::json content;
    Reader read;
};

template <typename T>
Document documentOf(const char* name, const T& value)
{
    return {name, encodeJson(value), readAs<T>};
}

template <auto readAnswer>
Document fileOf(const char* name, const char* path)
{
    const auto text = readFile(std::string(SOURCE_FOLDER "/resources/") + path, Bytes(1 << 20));
    return {name, nlohmann::json::parse(text.value_or("")),
            [](const std::string& changed, Tally& tally) { tally.count(readAnswer(changed, "fuzz.json")); }};
}

PlanDocument planDocument(RandomValues& random)
{
    return {random.problem(), random.plan(), random.estimate(), "stagecraft", "stagecraft 0.1.0"};
}

std::vector<Document> documents(unsigned seed)
{
    RandomValues random(seed);
    const auto plan = nlohmann::json::parse(writePlan(planDocument(random), PlanFileFormat::Json));
    const auto json = [](const std::string& text, Tally& tally) {
        tally.count(readPlan(text, PlanFileFormat::Json, "plan.json"));
        tally.count(readPlan(text, PlanFileFormat::Yaml, "plan.yaml")); // JSON is also YAML
    };
    return {documentOf("model", random.model()),
            documentOf("workload", random.workload()),
            documentOf("cluster", random.cluster()),
            documentOf("problem", random.problem()),
            documentOf("measurement", random.measurement()),
            documentOf("plan", random.plan()),
            documentOf("estimate", random.estimate()),
            documentOf("error", random.error()),
            {"plan file", plan, json},
            fileOf<readCatalogue>("catalogue file", "hardware/catalogue.json"),
            fileOf<readOffers>("offers file", "hardware/offers.json")};
}

class Mutations {
public:
    explicit Mutations(unsigned seed) : m_random(seed) {}

    // Changes, removes, repeats or moves one random value of a document.
    void change(nlohmann::json& document)
    {
        nlohmann::json& one = anyOf(document);
        switch (m_random() % 8) {
        case 0:
            if (one.is_object() && !one.empty()) {
                one.erase(std::next(one.begin(), static_cast<int>(m_random() % one.size())));
            }
            break;
        case 1:
            if (one.is_array() && !one.empty()) {
                const nlohmann::json first = one.front();
                one.insert(one.end(), m_random() % 100, first);
            }
            break;
        case 2: {
            nlohmann::json copy = anyOf(document); // a copy, because a value must not become its own child
            anyOf(document) = std::move(copy);
            break;
        }
        default:
            one = absurd();
        }
    }

    std::string cutOff(std::string text)
    {
        text.resize(m_random() % (text.size() + 1));
        return text;
    }

    std::string withOtherBytes(std::string text)
    {
        constexpr std::array<std::string_view, 12> pieces {"NaN",  "-",    "1e999", "-1e999", "[[[[",  "\"",
                                                           "\xff", "\\u0", "}",     "0x10",   "1e15,", "null"};
        for (std::size_t i = 1 + m_random() % 3; i > 0 && !text.empty(); --i) {
            const std::size_t where = m_random() % text.size();
            const auto piece = pieces[m_random() % pieces.size()];
            text.replace(where, m_random() % 2 == 0 ? 0 : std::min(piece.size(), text.size() - where), piece);
        }
        return text;
    }

private:
    nlohmann::json& anyOf(nlohmann::json& from)
    {
        nlohmann::json* at = &from;
        while (at->is_structured() && !at->empty() && m_random() % 8 != 0) {
            at = &*std::next(at->begin(), static_cast<int>(m_random() % at->size()));
        }
        return *at;
    }

    nlohmann::json absurd()
    {
        using Whole = std::numeric_limits<std::int64_t>;
        nlohmann::json deep = 1;
        for (std::size_t i = m_random() % 120; i > 0; --i) {
            deep = nlohmann::json::array({std::move(deep)});
        }
        const std::vector<nlohmann::json> all {nullptr,
                                               true,
                                               "",
                                               "NaN",
                                               std::string(100'000, 'x'),
                                               "\xf0\x28",
                                               0,
                                               -1,
                                               1'000'000,
                                               1'000'000'000'000'000,
                                               1e15,
                                               2147483648.0,
                                               Whole::max(),
                                               Whole::min(),
                                               std::numeric_limits<std::uint64_t>::max(),
                                               0.5,
                                               1e308,
                                               -1e308,
                                               5e-324,
                                               9223372036854775808.0,
                                               std::numeric_limits<double>::quiet_NaN(),
                                               nlohmann::json::array(),
                                               nlohmann::json::object(),
                                               std::move(deep)};
        return all[m_random() % all.size()];
    }

    std::mt19937 m_random;
};

std::string textOf(const nlohmann::json& document)
{
    return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}

class TestDecodingFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsCutOff();
    void whatIsChanged();
    void whatIsNotJson();
    void whatIsDeepOrLong();
};

void TestDecodingFuzz::whatIsCutOff()
{
    Mutations mutations(1);
    for (unsigned seed = 0; seed < 6; ++seed) {
        for (const Document& document : documents(seed)) {
            Tally tally;
            const std::string whole = textOf(document.content);
            for (int round = 0; round < 30; ++round) {
                document.read(mutations.cutOff(whole), tally);
            }
            QVERIFY2(tally.refused > 0, document.name);
        }
    }
}

void TestDecodingFuzz::whatIsChanged()
{
    Mutations mutations(2);
    Tally all;
    for (unsigned seed = 0; seed < 30; ++seed) {
        for (const Document& document : documents(seed)) {
            for (int round = 0; round < 20; ++round) {
                nlohmann::json changed = document.content;
                for (int i = 0; i <= round % 4; ++i) {
                    mutations.change(changed);
                }
                document.read(textOf(changed), all);
            }
        }
    }
    QVERIFY(all.read > 100);
    QVERIFY(all.refused > 1000);
}

void TestDecodingFuzz::whatIsNotJson()
{
    Mutations mutations(3);
    Tally all;
    for (unsigned seed = 0; seed < 10; ++seed) {
        for (const Document& document : documents(seed)) {
            const std::string whole = textOf(document.content);
            for (int round = 0; round < 20; ++round) {
                document.read(mutations.withOtherBytes(whole), all);
            }
        }
    }
    QVERIFY(all.refused > 1000);
}

void TestDecodingFuzz::whatIsDeepOrLong()
{
    const std::vector<std::string> texts {
        std::string(1'000'000, '['),
        std::string(1'000'000, '{'),
        std::string(200, '[') + std::string(200, ']'),
        R"({"layers":)" + std::string(1'000'000, '['),
        "- " + std::string(1'000'000, '-'),
        std::string(1'000'000, '&') + "a",
    };
    std::string layers = R"({"name":"m","layers":[{})";
    for (int i = 1; i < 1'000'000; ++i) {
        layers += ",{}";
    }
    for (const Document& document : documents(1)) {
        Tally tally;
        for (const std::string& text : texts) {
            document.read(text, tally);
        }
        if (const std::string name = document.name; name == "model" || name == "plan file") {
            document.read(layers + "]}", tally);
        }
        QCOMPARE(tally.read, 0);
    }
    RandomValues random(1);
    nlohmann::json model = encodeJson(random.model());
    const nlohmann::json layer = model["layers"].front();
    model["layers"].insert(model["layers"].end(), 20'000, layer);
    const auto refused = readJson<Model>(textOf(model), "model.json");
    QVERIFY(!refused);
    QVERIFY2(describe(refused.error()).find("20") != std::string::npos, describe(refused.error()).c_str());
}

QTEST_GUILESS_MAIN(TestDecodingFuzz)
#include "tst_decodingfuzz.moc"
