// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/errortext.h"

#include "core/base/shortened.h"
#include "core/base/terminaltext.h"
#include "ui/words/coretext.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>

namespace stagecraft {

namespace {

struct Entry {
    ErrorCode code;
    const char* text;
};

constexpr std::array entries {
    Entry {
        ErrorCode::FileNotReadable,
        QT_TRANSLATE_NOOP("ErrorText", "the file cannot be read (%1); check that it exists and that you may read it")},
    Entry {ErrorCode::FileNotWritable,
           QT_TRANSLATE_NOOP("ErrorText",
                             "the file cannot be written (%1); choose another name or place, or free some space")},
    Entry {ErrorCode::FileTooLarge,
           QT_TRANSLATE_NOOP("ErrorText", "the file has %1, more than the %2 that such a file can need")},
    Entry {ErrorCode::NotJson, QT_TRANSLATE_NOOP("ErrorText", "the file is not JSON (%1)")},
    Entry {ErrorCode::NotYaml, QT_TRANSLATE_NOOP("ErrorText", "the file is not YAML (%1)")},
    Entry {ErrorCode::FieldMissing, QT_TRANSLATE_NOOP("ErrorText", "the field \"%1\" is missing")},
    Entry {ErrorCode::FieldWrongType, QT_TRANSLATE_NOOP("ErrorText", "the field \"%1\" must be %2")},
    Entry {ErrorCode::FieldOutOfRange,
           QT_TRANSLATE_NOOP("ErrorText", "the field \"%1\" is %2 but must lie between %3 and %4")},
    Entry {ErrorCode::FieldNotDivisible,
           QT_TRANSLATE_NOOP("ErrorText", "the field \"%1\" (%2) must be a multiple of \"%3\" (%4)")},
    Entry {ErrorCode::FieldUnknownValue,
           QT_TRANSLATE_NOOP("ErrorText", "the field \"%1\" is \"%2\"; known values: %3")},
    Entry {ErrorCode::FieldInconsistent, QT_TRANSLATE_NOOP("ErrorText", "the field \"%1\" does not fit together: %2")},
    Entry {ErrorCode::FamilyUnknown,
           QT_TRANSLATE_NOOP("ErrorText",
                             "the model type \"%1\" is not known; known types: %2. Any other model can be given as a "
                             "TorchScript file (.pt) or as a layer table (CSV)")},
    Entry {ErrorCode::ModelUnknown, QT_TRANSLATE_NOOP("ErrorText", "there is no model \"%1\" in the zoo; it has: %2")},
    Entry {ErrorCode::LayerMismatch, QT_TRANSLATE_NOOP("ErrorText", "the layer cannot take what comes before it (%1)")},
    Entry {
        ErrorCode::ScriptUntrusted,
        QT_TRANSLATE_NOOP(
            "ErrorText",
            "loading a TorchScript file runs code from it; allow that (--trust) only if you trust those who made it")},
    Entry {ErrorCode::ScriptUnusable, QT_TRANSLATE_NOOP("ErrorText", "the TorchScript file cannot be used: %1")},
    Entry {ErrorCode::ScriptChanged,
           QT_TRANSLATE_NOOP(
               "ErrorText",
               "this is another file than the one that was described (SHA-256 %1, and %2 then); describe it anew")},
    Entry {ErrorCode::TableMalformed, QT_TRANSLATE_NOOP("ErrorText", "line %1: %2")},
    Entry {ErrorCode::RunsUnusable,
           QT_TRANSLATE_NOOP("ErrorText", "of %1 runs fewer than %2 can be used, of memory and of time alike (%3)")},
    Entry {
        ErrorCode::SnapshotRefused,
        QT_TRANSLATE_NOOP(
            "ErrorText",
            "the file asks to run code (%1, at byte %2) and is refused; nothing was run. A memory snapshot has plain "
            "data alone: write it with torch.cuda.memory._dump_snapshot(), and do not load this file in Python")},
    Entry {ErrorCode::SnapshotUnusable, QT_TRANSLATE_NOOP("ErrorText", "the memory snapshot cannot be read: %1")},
    Entry {ErrorCode::StackUnknown,
           QT_TRANSLATE_NOOP(
               "ErrorText",
               "the stack \"%1\" of an earlier version has no framework in its place; choose a framework (%2)")},
    Entry {ErrorCode::FormatWrong, QT_TRANSLATE_NOOP("ErrorText", "this is not a %1 file: its \"format\" is \"%2\"")},
    Entry {
        ErrorCode::FormatNewer,
        QT_TRANSLATE_NOOP("ErrorText",
                          "the file has version %1, and this program reads versions up to %2; use a newer Stagecraft")},
    Entry {ErrorCode::ClusterMalformed,
           QT_TRANSLATE_NOOP("ErrorText",
                             "\"%1\" is not a cluster (%2); write NODESxDEVICESxTYPE[:MEMORY], for example 4xcpu:8GiB "
                             "or 2x8xH100-80GB, or a file")},
    Entry {ErrorCode::DeviceTypeUnknown,
           QT_TRANSLATE_NOOP("ErrorText", "the device type \"%1\" is not in the catalogue; it has: %2")},
    Entry {ErrorCode::OptionOutOfRange, QT_TRANSLATE_NOOP("ErrorText", "%1 is %2 but must lie between %3 and %4")},
    Entry {ErrorCode::OptionUnsupported, QT_TRANSLATE_NOOP("ErrorText", "%1 cannot be \"%2\"; possible: %3")},
    Entry {ErrorCode::TargetUnsupported,
           QT_TRANSLATE_NOOP("ErrorText",
                             "%1 cannot be \"%2\"; possible: %3 (--target any asks for plans whatever runs them)")},
    Entry {ErrorCode::RunUnlimited,
           QT_TRANSLATE_NOOP("ErrorText", "the run has no limit to keep; give a budget or a deadline")},
    Entry {ErrorCode::RunUnending,
           QT_TRANSLATE_NOOP("ErrorText",
                             "the length of the run is not known; say how many tokens or samples it trains with")},
    Entry {ErrorCode::PriceUnknown,
           QT_TRANSLATE_NOOP("ErrorText",
                             "a budget needs the price of a node, and no offer on demand of nodes with %1 x %2 is "
                             "known; set a price")},
    Entry {ErrorCode::PlanInvalid, QT_TRANSLATE_NOOP("ErrorText", "the plan is not possible: %1")},
    Entry {ErrorCode::ScheduleImpossible,
           QT_TRANSLATE_NOOP("ErrorText", "the schedule %1 is not possible here: %2; nearest that works: %3")},
    Entry {ErrorCode::NotMeasured,
           QT_TRANSLATE_NOOP("ErrorText", "%1 has not been measured at micro-batch %2 and sequence %3; run: %4")},
    Entry {ErrorCode::MeasuredElsewhere,
           QT_TRANSLATE_NOOP(
               "ErrorText",
               "the profile was measured on %1, the cluster has %2; profile the model on such a device first")},
    Entry {ErrorCode::WorkspaceNotOne,
           QT_TRANSLATE_NOOP("ErrorText", "the file is not a Stagecraft workspace; it was left as it is")},
    Entry {ErrorCode::WorkspaceNewer,
           QT_TRANSLATE_NOOP("ErrorText",
                             "the workspace has version %1, and this program reads versions up to %2; use a newer "
                             "Stagecraft. The file was left as it is")},
    Entry {ErrorCode::WorkspaceReadOnly,
           QT_TRANSLATE_NOOP("ErrorText", "the workspace cannot be changed: the file or its folder is read-only")},
    Entry {ErrorCode::WorkspaceBusy,
           QT_TRANSLATE_NOOP("ErrorText", "another process is writing to the workspace; try again when it is done")},
    Entry {ErrorCode::WorkspaceFailed, QT_TRANSLATE_NOOP("ErrorText", "the workspace could not be used (%1)")},
    Entry {ErrorCode::DiskFull,
           QT_TRANSLATE_NOOP(
               "ErrorText",
               "the disk is full, or files may not grow further here (ulimit -f); free some space and try again")},
    Entry {ErrorCode::WorkerMissing,
           QT_TRANSLATE_NOOP(
               "ErrorText",
               "the profiler %1 was not found; build it with STAGECRAFT_WORKER=ON or set STAGECRAFT_WORKER_PATH")},
    Entry {ErrorCode::WorkerFailed, QT_TRANSLATE_NOOP("ErrorText", "the profiler stopped (%1)")},
    Entry {ErrorCode::WorkerProtocol,
           QT_TRANSLATE_NOOP("ErrorText", "the profiler sent something that is not understood (%1)")},
    Entry {ErrorCode::DeviceUnavailable, QT_TRANSLATE_NOOP("ErrorText", "the device \"%1\" is not available (%2)")},
    Entry {ErrorCode::DryRunUnavailable, QT_TRANSLATE_NOOP("ErrorText", "a dry run is not possible here: %1")},
    Entry {ErrorCode::ModelUndescribable, QT_TRANSLATE_NOOP("ErrorText", "the model cannot be described: %1")},
    Entry {ErrorCode::OutOfMemory, QT_TRANSLATE_NOOP("ErrorText", "%1 does not fit into the memory of %2")},
    Entry {
        ErrorCode::LayerTooLarge,
        QT_TRANSLATE_NOOP("ErrorText",
                          "%1 did not fit into the memory of %2 at micro-batch %3 and sequence %4 when it was "
                          "profiled; profile it on a device with more memory, or, where more of it is free now, run: "
                          "%5")},
    Entry {ErrorCode::Cancelled, QT_TRANSLATE_NOOP("ErrorText", "cancelled")},
};

// A new code without a sentence here does not compile.
static_assert([] {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (static_cast<std::size_t>(entries[i].code) != i) {
            return false;
        }
    }
    return entries.size() == static_cast<std::size_t>(ErrorCode::Cancelled) + 1;
}());

}

const char* errorSourceText(ErrorCode code)
{
    return entries[static_cast<std::size_t>(code)].text;
}

QString errorTemplateText(ErrorCode code)
{
    return QCoreApplication::translate("ErrorText", errorSourceText(code));
}

namespace {

// Removes hints for the command line such as "(--policy)"; the window has fields for them.
QString withoutOptions(QString words)
{
    static const QRegularExpression option(QStringLiteral(" \\(--[^()]*\\)"));
    return words.remove(option);
}

struct ArgumentText {
    QString operator()(const std::string& text) const
    {
        return withoutOptions(coreText(terminalText(shortened(text, mostOfAnArgument))));
    }
    QString operator()(std::int64_t number) const { return countText(number); }
    QString operator()(double number) const { return numberText(number); }
    QString operator()(Bytes bytes) const { return bytesText(bytes); }
    QString operator()(Seconds seconds) const { return secondsText(seconds); }
};

}

QString errorSentence(const Error& error)
{
    const QString pattern = withoutOptions(errorTemplateText(error.code));
    QString sentence;
    // By hand, since an argument may itself contain "%2".
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool placeholder =
            pattern[i] == u'%' && i + 1 < pattern.size() && pattern[i + 1] >= u'1' && pattern[i + 1] <= u'9';
        if (!placeholder) {
            sentence += pattern[i];
            continue;
        }
        const auto index = static_cast<std::size_t>(pattern[++i].unicode() - u'1');
        sentence +=
            index < error.arguments.size() ? std::visit(ArgumentText {}, error.arguments[index]) : QStringLiteral("?");
    }
    return sentence;
}

namespace {

// True if a sentence begins with words of the core, "the schedule cannot be ...", and not with a user's name.
bool beginsWithWords(const Error& error)
{
    const auto* first = error.arguments.empty() ? nullptr : std::get_if<std::string>(&error.arguments.front());
    return first != nullptr && errorTemplateText(error.code).startsWith(QStringLiteral("%1"))
        && (first->starts_with("the ") || first->starts_with("a ") || first->starts_with("what "));
}

}

QString errorText(const Error& error)
{
    QString sentence = errorSentence(error);
    if (error.where.empty() && beginsWithWords(error)) {
        sentence.replace(0, 1, sentence.front().toUpper());
    }
    return error.where.empty()
        ? sentence
        : QStringLiteral("%1: %2").arg(QString::fromStdString(terminalText(error.where)), sentence);
}

}
