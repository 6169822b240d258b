// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The rules of the house: which folder may include what, a licence in every file, no file over 600 lines.
#include "tests/support/sources.h"

#include <QRegularExpression>
#include <QTest>

using namespace stagecraft::testing;

namespace {

constexpr int maximalLines = 600;

// Folders of core in the order of the arrows: each may include itself and those before it.
const QStringList libraryFolders {"base",   "model",     "hardware", "problem", "framework",  "profile",  "runs",
                                  "cost",   "plan",      "schedule", "memory",  "simulation", "estimate", "calibration",
                                  "search", "measuring", "snapshot", "dryrun",  "json",       "protocol"};
const QStringList fileFolders {"store", "exchange", "session"};

QStringList includesOf(const Source& source)
{
    static const QRegularExpression pattern(R"(^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"])",
                                            QRegularExpression::MultilineOption);
    QStringList includes;
    for (auto matches = pattern.globalMatch(source.text); matches.hasNext();) {
        includes.append(matches.next().captured(1));
    }
    return includes;
}

QStringList prefixed(const QString& prefix, const QStringList& names)
{
    QStringList result;
    for (const auto& name : names) {
        result.append(prefix + name);
    }
    return result;
}

// The folders of the project whose headers a file may include; tests may include any.
QStringList foldersOpenTo(const Source& source)
{
    const auto library = prefixed("core/", libraryFolders);
    const auto files = prefixed("core/", libraryFolders + fileFolders);
    const auto folder = source.folder();
    if (files.contains(folder)) {
        return files.mid(0, files.indexOf(folder) + 1);
    }
    if (folder == "core/runtime") {
        return library + QStringList {folder};
    }
    if (folder == "app/worker") {
        return library + QStringList {"core/runtime", folder};
    }
    if (folder == "ui" || folder == "app/cli") {
        return files + QStringList {folder};
    }
    if (folder == "app/gui") {
        return files + QStringList {"ui", folder};
    }
    return {};
}

void checkFolders(const Source& source, QStringList& violations)
{
    if (source.isIn("tests")) {
        return;
    }
    const auto open = foldersOpenTo(source);
    if (open.isEmpty()) {
        violations.append(source.path + ": this folder is not in the order of the house");
        return;
    }
    for (const auto& include : includesOf(source)) {
        const Source included {include, {}};
        if (included.isInAny({"core", "ui", "app", "tests"}) && !open.contains(included.folder())) {
            violations.append(QString("%1: includes %2, which %3 may not").arg(source.path, include, source.folder()));
        }
    }
}

// Headers of a library, and the folders that may include them.
struct Library {
    QString name;
    QRegularExpression headers;
    QStringList folders;
};

const QList<Library>& libraries()
{
    static const QList<Library> all {
        {"Qt",
         QRegularExpression("^Qt[A-Z]\\w*(/|$)|^Q[A-Z]\\w*$|^q[a-z]+\\.h$"),
         {"core/session", "ui", "app/gui", "app/cli", "tests/unit", "tests/models", "tests/gui", "tests/cli",
          "tests/integration", "tests/soak", "tests/support", "tests/bench"}},
        {"Qt beyond QtCore",
         QRegularExpression(
             "^Qt(?!Core(/|$)|Test(/|$))[A-Z]\\w*(/|$)|^Q(Widget|Application|GuiApplication|Painter|Chart)$"),
         {"ui", "app/gui", "tests/models", "tests/gui", "tests/bench"}},
        {"libtorch, CUDA, NCCL or MPI",
         QRegularExpression("^(torch|ATen|c10|c10d|caffe2|cuda|cub|thrust)/"
                            "|^(cuda|cublas|cudnn|cufft|curand|cusolver|cusparse|nccl|nvml|nvrtc|nvToolsExt|mpi|driver_"
                            "types)\\w*\\.h"),
         {"core/runtime", "app/worker", "tests/runtime"}},
        {"SQLite", QRegularExpression("^SQLiteCpp/|^sqlite3"), {"core/store", "tests"}},
        {"yaml-cpp", QRegularExpression("^yaml-cpp/"), {"core/exchange", "tests"}},
    };
    return all;
}

void checkLibraries(const Source& source, QStringList& violations)
{
    for (const auto& include : includesOf(source)) {
        for (const auto& library : libraries()) {
            if (library.headers.match(include).hasMatch() && !source.isInAny(library.folders)) {
                violations.append(QString("%1: includes %2, but %3 belongs into %4 only")
                                      .arg(source.path, include, library.name, library.folders.join(", ")));
            }
        }
    }
}

void checkLicence(const Source& source, QStringList& violations)
{
    const auto isBuildFile = source.path.endsWith("CMakeLists.txt");
    const QString licence = source.isInAny({"ui", "app/gui"}) && !isBuildFile ? "GPL-3.0-or-later" : "Apache-2.0";
    const auto head = source.text.split('\n').mid(0, 4);
    // Written in two parts, so that tools which look for such lines don't take these for ours.
    const QString spdx = "SPDX-";
    const auto hasLine = [&head](const QString& wanted) {
        return std::any_of(head.begin(), head.end(), [&wanted](const auto& line) { return line.endsWith(wanted); });
    };
    if (!hasLine(spdx + "FileCopyrightText: 2026 The Stagecraft authors")
        || !hasLine(spdx + "License-Identifier: " + licence)) {
        violations.append(
            QString("%1: its first lines lack the copyright or the licence %2").arg(source.path, licence));
    }
}

void checkLength(const Source& source, QStringList& violations)
{
    const auto lines = source.text.count('\n');
    if (lines > maximalLines) {
        violations.append(
            QString("%1: %2 lines, at most %3 are allowed").arg(source.path).arg(lines).arg(maximalLines));
    }
}

QStringList violationsOf(const Source& source)
{
    QStringList violations;
    checkLicence(source, violations);
    checkLength(source, violations);
    static const QRegularExpression code("\\.(h|cpp|cu|cuh)$");
    if (source.isInAny({"core", "ui", "app", "tests"}) && code.match(source.path).hasMatch()) {
        checkFolders(source, violations);
        checkLibraries(source, violations);
    }
    return violations;
}

QString headOf(const QString& licence)
{
    const QString spdx = "// SPDX-";
    return spdx + "FileCopyrightText: 2026 The Stagecraft authors\n" + spdx + "License-Identifier: " + licence + '\n';
}

}

class HouseRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySourceKeepsTheRules();
    void plantedViolationIsFound_data();
    void plantedViolationIsFound();
    void allowedIncludeIsNotReported_data();
    void allowedIncludeIsNotReported();
    void missingLicenceIsFound();
    void longFileIsFound();
};

void HouseRulesTest::everySourceKeepsTheRules()
{
    const QStringList violations = violationsOfAllSources(violationsOf);
    QVERIFY2(violations.isEmpty(), qPrintable('\n' + violations.join('\n')));
}

void HouseRulesTest::plantedViolationIsFound_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("include");
    const auto row = [](const char* path, const char* include) {
        QTest::addRow("%s in %s", include, path) << QString(path) << QString(include);
    };
    row("core/model/planted.h", "\"core/plan/plan.h\"");
    row("core/base/planted.cpp", "\"core/json/codec.h\"");
    row("core/memory/planted.cpp", "\"core/runtime/profiler.h\"");
    row("core/runtime/planted.cpp", "\"core/store/workspace.h\"");
    row("core/store/planted.cpp", "\"core/session/document.h\"");
    row("core/session/planted.cpp", "\"ui/mainwindow/mainwindow.h\"");
    row("core/novelty/planted.h", "\"core/base/result.h\"");
    row("ui/models/planted.h", "\"core/runtime/profiler.h\"");
    row("app/cli/planted.cpp", "\"ui/support/theme.h\"");
    row("app/worker/planted.cpp", "\"core/session/document.h\"");
    row("core/search/planted.cpp", "<QString>");
    row("core/store/planted.cpp", "<QtCore/QString>");
    row("core/session/planted.cpp", "<QtWidgets/QWidget>");
    row("core/session/planted.cpp", "<QWidget>");
    row("app/worker/planted.cpp", "<qglobal.h>");
    row("tests/runtime/planted.cpp", "<QTest>");
    row("ui/charts/planted.cpp", "<torch/torch.h>");
    row("core/cost/planted.cpp", "<ATen/ATen.h>");
    row("core/session/planted.cpp", "<c10/util/Exception.h>");
    row("app/cli/planted.cpp", "<cuda_runtime.h>");
    row("core/profile/planted.cpp", "<nccl.h>");
    row("core/simulation/planted.cpp", "<mpi.h>");
    row("core/session/planted.cpp", "<SQLiteCpp/SQLiteCpp.h>");
    row("ui/dialogs/planted.cpp", "<sqlite3.h>");
    row("core/json/planted.cpp", "<yaml-cpp/yaml.h>");
}

void HouseRulesTest::plantedViolationIsFound()
{
    QFETCH(QString, path);
    QFETCH(QString, include);
    const auto licence = path.startsWith("ui/") ? "GPL-3.0-or-later" : "Apache-2.0";
    const auto violations = violationsOf({path, headOf(licence) + "  #  include " + include + '\n'});
    QCOMPARE(violations.size(), 1);
    QVERIFY2(violations.front().startsWith(path), qPrintable(violations.front()));
}

void HouseRulesTest::allowedIncludeIsNotReported_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("include");
    const auto row = [](const char* path, const char* include) {
        QTest::addRow("%s in %s", include, path) << QString(path) << QString(include);
    };
    row("core/plan/fine.h", "\"core/model/zoo/zoo.h\"");
    row("core/exchange/fine.cpp", "<yaml-cpp/yaml.h>");
    row("core/store/fine.cpp", "<SQLiteCpp/SQLiteCpp.h>");
    row("core/session/fine.cpp", "<QtCore/QtCore>");
    row("core/runtime/fine.cpp", "<torch/torch.h>");
    row("app/worker/fine.cpp", "\"core/protocol/message.h\"");
    row("app/worker/fine.cpp", "<cuda_runtime_api.h>");
    row("core/search/fine.cpp", "<queue>");
    row("ui/charts/fine.cpp", "<QtCharts/QChart>");
    row("tests/gui/tst_fine.cpp", "\"ui/mainwindow/mainwindow.h\"");
}

void HouseRulesTest::allowedIncludeIsNotReported()
{
    QFETCH(QString, path);
    QFETCH(QString, include);
    const auto licence = path.startsWith("ui/") ? "GPL-3.0-or-later" : "Apache-2.0";
    QCOMPARE(violationsOf({path, headOf(licence) + "#include " + include + '\n'}), QStringList());
}

void HouseRulesTest::missingLicenceIsFound()
{
    QCOMPARE(violationsOf({"core/model/planted.h", "#pragma once\n"}).size(), 1);
    QCOMPARE(violationsOf({"core/model/planted.h", headOf("GPL-3.0-or-later")}).size(), 1);
    QCOMPARE(violationsOf({"ui/charts/planted.h", headOf("Apache-2.0")}).size(), 1);
    QCOMPARE(violationsOf({"packaging/planted.sh", "#!/bin/sh\n"}).size(), 1);
}

void HouseRulesTest::longFileIsFound()
{
    const auto head = headOf("Apache-2.0");
    QCOMPARE(violationsOf({"core/model/planted.cpp", head + QString(maximalLines - 2, '\n')}), QStringList());
    QCOMPARE(violationsOf({"core/model/planted.cpp", head + QString(maximalLines - 1, '\n')}).size(), 1);
}

QTEST_APPLESS_MAIN(HouseRulesTest)
#include "tst_houserules.moc"
