// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/english.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/offerbook.h"
#include "tests/gui/shownwords.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <functional>

namespace stagecraft::test {

// Texts that are equal in every language: units, names of products and authors, paths, commands.
inline const char* const untranslatedNames[] {
    // units
    "GiB|MiB|KiB|TiB|GB/s|ms|µs|min|FLOP/s|[GTMP]?FLOPs?|GHz|kW|kWh|Gb/s|TFLOPS",
    // kinds of numbers, algorithms, schedules
    "fp32|fp16|bf16|SGD|AdamW?|DDP|ZeRO|MFU|NCCL|LoRA|SDPA|1F1B|GPipe|DAPPLE [AB]|ZB-H[12]|ZBV|Chimera|DualPipe|"
    "PipeDream(-2BW)?|SpecTrain|XPipe|TiMePReSt|PPLL|GraphPipe|JSON|YAML|PNG|SVG|PDF|CSV|CPUs?|GPUs?",
    // frameworks, makers, devices
    "libtorch|PyTorch|FSDP2|Megatron-(LM|Core)|[Mm]egatron|[Dd]eep[Ss]peed|torchtitan|nanotron\\w*|NVIDIA|AMD|"
    "Intel(\\(R\\))?|Xeon(\\(R\\))?|Processor|"
    "English|Deutsch|Stagecraft|Qt",
    // parallelism: "PP4 VPP2 TP2 CP2 DP1 EP8 +SP"
    "(V?PP|[TCDE]P)\\d+(,\\d+)*|\\+SP",
    // models, layers, files and keys
    "Llama-[\\d.]+B|megatron_\\w+|seqsel_\\w+|torchtitan\\w*|(resources/models/"
    ")?gpt2\\.json|gpt2(-small)?|sixteen-layers|wte|wpe|h\\d*|ln_f|lm_head|config\\.json|docs/"
    "\\w+\\.md|\\*?\\.\\w+|\\w+\\.csv(:\\d+)?|zoo:[\\w?=&.-]*",
    "block|embedding|head|/[-./\\w]+|@ [\\d.]+GHz|\\d+x[-\\w.]*@[-\\w/.:]+|uniform|\\d+xcpu:\\d+GiB|cpu:MEMORY",
    // a date of the C locale, keys
    "\\d+ [A-Z][a-z]{2} \\d{4}( [\\d:]+)?",
    // partitioners and their authors
    "CAPSlog|mcap-alpa|DAPPLE|Piper|SPP|BaPipe|HetPipe|DawnPiper|PaSE|SplitBrain|Automatic model parallelism|"
    "Hybrid data-model parallel training|[A-Z][a-z]+ et al\\. \\d{4}|Elango \\d{4}",
    // offers
    "[a-z]+/[-\\w.]+(:spot)?",
    "Ctrl|Shift|Alt|Return|Esc|Del|PgUp|PgDown|Home|End|Space|F\\d+",
};

// Returns sources and names of the catalogue's figures, which are quoted literally, longest first.
inline QStringList ofTheCatalogue(const std::function<std::string(const CatalogueEntry&)>& part)
{
    QStringList words;
    for (const CatalogueEntry& entry : catalogue().entries) {
        words << QString::fromStdString(part(entry));
    }
    std::sort(words.begin(), words.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
    return words;
}

inline QStringList sourcesOfOffers()
{
    QStringList sources;
    for (const auto& [offer, own] : shippedOffers().offers) {
        sources << QString::fromStdString(describe(offer.source()));
    }
    std::sort(sources.begin(), sources.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
    return sources;
}

// Removes brackets at any depth, tags and the names above; the result should contain no words.
inline QString untranslated(QString text)
{
    static const QRegularExpression inner(QStringLiteral("⟦[^⟦⟧]*⟧"));
    static const QRegularExpression tag(QStringLiteral("<[^>]*>|&\\w+;|&"));
    static const QRegularExpression word(QStringLiteral("\\p{L}{2,}"));
    for (QString before; before != text;) {
        before = text;
        text.replace(inner, QStringLiteral(" "));
    }
    text.replace(tag, QStringLiteral(" "));
    static const QStringList sources =
        ofTheCatalogue([](const auto& entry) { return describe(entry.device.memory.source); });
    static const QStringList offers = sourcesOfOffers();
    static const QStringList links = ofTheCatalogue([](const auto& entry) { return describe(entry.intra_node.source); })
        + ofTheCatalogue([](const auto& entry) { return describe(entry.network.source); });
    static const QStringList devices = ofTheCatalogue([](const auto& entry) { return entry.device.name; });
    for (const QString& source : sources + offers + links) {
        text.remove(source);
    }
    for (const char* name : untranslatedNames) {
        static QHash<const char*, QRegularExpression> patterns;
        if (!patterns.contains(name)) {
            patterns[name] =
                QRegularExpression(QStringLiteral("(?<![\\w-])(?:%1)(?![\\w-])").arg(QString::fromUtf8(name)));
        }
        text.remove(patterns[name]);
    }
    for (const QString& device : devices) {
        text.remove(device);
    }
    return text.contains(word) ? text.simplified() : QString();
}

struct Complaints {
    QStringList all;

    void look(const QWidget& widget)
    {
        QCoreApplication::processEvents();
        for (const ShownText& shown : shownTexts(widget)) {
            lookAt(shown.text, shown.where);
        }
        for (const QString& text : clippedTexts(widget)) {
            add(text);
        }
    }
    void lookAt(const QString& text, const QString& where = QStringLiteral("the window"))
    {
        if (const QString left = untranslated(text); !left.isEmpty()) {
            add(QStringLiteral("%1 shows \"%2\"").arg(where, left.left(120)));
        }
    }
    void add(const QString& complaint)
    {
        if (!all.contains(complaint)) {
            all << complaint;
        }
    }
    void check() const
    {
        for (const QString& complaint : all) {
            qInfo("%s", qPrintable(complaint));
        }
        QVERIFY2(all.isEmpty(), qPrintable(QStringLiteral("%1 texts").arg(all.size())));
    }
};

}
