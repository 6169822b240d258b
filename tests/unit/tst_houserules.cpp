// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Rules for the sources: allowed includes between folders, no cycle between the folders of ui, a license in every file,
// no file over 600 lines.
#include "tests/support/sources.h"

#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace stagecraft::testing;

namespace {

constexpr int maximalLines = 600;

// Folders of core in dependency order: each may include itself and those before it.
const QStringList libraryFolders {"words",      "base",     "model",       "hardware", "problem",   "framework",
                                  "profile",    "runs",     "cost",        "plan",     "schedule",  "memory",
                                  "simulation", "estimate", "calibration", "search",   "measuring", "snapshot",
                                  "dryrun",     "json",     "protocol"};
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

// Folders of the project whose headers a file may include; tests may include any.
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
    // In two parts, so that tools which search for such lines ignore these.
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

// Checks that messages stay codes until displayed: only programs, and files that other programs' users read, contain
// English.
void checkEnglish(const Source& source, QStringList& violations)
{
    const QString header = "core/base/english.h";
    if (includesOf(source).contains(header) && !source.isInAny({"core/exchange", "app", "tests"})
        && source.path != "core/base/english.cpp") {
        violations.append(QString("%1: includes %2, but a message becomes text in core/exchange, app and tests only")
                              .arg(source.path, header));
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
        checkEnglish(source, violations);
    }
    return violations;
}

// Folders of ui that each folder includes, with one of the includes.
using FolderIncludes = QMap<QString, QMap<QString, QString>>;

// Groups folders by the first `depth` names of their paths: "ui/panes/memory" counts as "ui/panes" with 2, as itself
// with 3.
FolderIncludes folderIncludesOf(const QList<Source>& sources, int depth)
{
    const auto folderOf = [depth](const QString& path) { return path.section('/', 0, -2).section('/', 0, depth - 1); };
    FolderIncludes folders;
    for (const Source& source : sources) {
        for (const QString& include : source.isIn("ui") ? includesOf(source) : QStringList()) {
            if (include.startsWith("ui/") && folderOf(include) != folderOf(source.path)) {
                folders[folderOf(source.path)].insert(folderOf(include),
                                                      QString("%1 includes %2").arg(source.path, include));
            }
        }
    }
    return folders;
}

// All folders that a folder includes, directly or indirectly.
QSet<QString> reachedFrom(const QString& folder, const FolderIncludes& folders)
{
    QSet<QString> reached;
    QStringList open {folder};
    while (!open.isEmpty()) {
        for (const QString& next : folders.value(open.takeLast()).keys()) {
            if (!reached.contains(next)) {
                reached.insert(next);
                open.append(next);
            }
        }
    }
    return reached;
}

// Includes in a cycle between folders of ui, at any depth: folders with their subfolders as one, and each subfolder by
// itself.
QStringList folderCycles(const QList<Source>& sources)
{
    qsizetype deepest = 0;
    for (const Source& source : sources) {
        deepest = std::max(deepest, source.path.count('/'));
    }
    QStringList cycles;
    for (int depth = 2; depth <= deepest; ++depth) {
        const FolderIncludes folders = folderIncludesOf(sources, depth);
        for (auto from = folders.begin(); from != folders.end(); ++from) {
            for (auto to = from->begin(); to != from->end(); ++to) {
                if (reachedFrom(to.key(), folders).contains(from.key())) {
                    cycles.append(QString("cycle between %1 and %2: %3").arg(from.key(), to.key(), to.value()));
                }
            }
        }
    }
    cycles.removeDuplicates();
    return cycles;
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
    void foldersOfUiHaveNoCycle();
    void plantedCycleIsFound_data();
    void plantedCycleIsFound();
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
    row("app/cli/planted.cpp", "\"ui/style/theme.h\"");
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
    row("core/words/planted.h", "\"core/base/result.h\"");
    row("core/search/planted.cpp", "\"core/base/english.h\"");
    row("core/session/planted.cpp", "\"core/base/english.h\"");
    row("ui/words/planted.cpp", "\"core/base/english.h\"");
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
    row("core/base/fine.h", "\"core/words/common.h\"");
    row("core/exchange/fine.cpp", "<yaml-cpp/yaml.h>");
    row("core/exchange/fine.cpp", "\"core/base/english.h\"");
    row("app/cli/fine.cpp", "\"core/base/english.h\"");
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

void HouseRulesTest::foldersOfUiHaveNoCycle()
{
    const QList<Source> sources = allSources();
    QVERIFY(sources.size() > 50);
    const QStringList cycles = folderCycles(sources);
    QVERIFY2(cycles.isEmpty(), qPrintable('\n' + cycles.join('\n')));
}

void HouseRulesTest::plantedCycleIsFound_data()
{
    QTest::addColumn<QStringList>("includes"); // "FILE HEADER"
    QTest::addColumn<int>("found");
    QTest::newRow("none") << QStringList {"ui/a/a.cpp ui/b/b.h", "ui/a/c.h ui/c/c.h", "ui/b/d.h ui/c/c.h"} << 0;
    QTest::newRow("two folders") << QStringList {"ui/a/a.cpp ui/b/b.h", "ui/b/c.h ui/a/d.h"} << 2;
    QTest::newRow("three folders") << QStringList {"ui/a/a.h ui/b/b.h", "ui/b/c.h ui/c/d.h", "ui/c/e.cpp ui/a/f.h"}
                                   << 3;
    QTest::newRow("within a folder") << QStringList {"ui/a/a.h ui/a/b.h", "ui/a/b.cpp ui/a/a.h"} << 0;
    QTest::newRow("subfolders of one folder") << QStringList {"ui/a/x/a.h ui/a/y/b.h", "ui/a/y/c.h ui/a/x/d.h"} << 2;
    QTest::newRow("a folder and its subfolder") << QStringList {"ui/a/a.h ui/a/x/b.h", "ui/a/x/c.h ui/a/d.h"} << 2;
    QTest::newRow("a subfolder alone") << QStringList {"ui/a/x/a.h ui/a/b.h", "ui/a/x/c.h ui/a/y/d.h"} << 0;
    QTest::newRow("through another subfolder") << QStringList {"ui/a/x/a.h ui/b/b.h", "ui/b/c.h ui/a/y/d.h"} << 2;
    QTest::newRow("beyond ui") << QStringList {"ui/a/a.cpp core/b/b.h", "core/b/c.h ui/a/d.h"} << 0;
}

void HouseRulesTest::plantedCycleIsFound()
{
    QFETCH(const QStringList, includes);
    QFETCH(const int, found);
    QList<Source> sources;
    for (const QString& pair : includes) {
        sources.append({pair.section(' ', 0, 0), "#include \"" + pair.section(' ', 1) + "\"\n"});
    }
    const QStringList cycles = folderCycles(sources);
    QVERIFY2(cycles.size() == found, qPrintable(cycles.join('\n')));
}

QTEST_APPLESS_MAIN(HouseRulesTest)
#include "tst_houserules.moc"
