// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/scriptenvironment.h"

#include "core/base/files.h"
#include "core/words/session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>

#include <array>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::array toolFiles {
    std::pair {"sitecustomize.py",
               std::string_view(
#include "embedded/core/session/sitecustomize.py.inc"
                   )},
    std::pair {"stagecraft_dryrun/__init__.py",
               std::string_view(
#include "embedded/core/session/stagecraft_dryrun/__init__.py.inc"
                   )},
    std::pair {"stagecraft_dryrun/groups.py",
               std::string_view(
#include "embedded/core/session/stagecraft_dryrun/groups.py.inc"
                   )},
    std::pair {"stagecraft_dryrun/launcher.py",
               std::string_view(
#include "embedded/core/session/stagecraft_dryrun/launcher.py.inc"
                   )},
    std::pair {"stagecraft_dryrun/peak.py",
               std::string_view(
#include "embedded/core/session/stagecraft_dryrun/peak.py.inc"
                   )},
    std::pair {"stagecraft_dryrun/reads.py",
               std::string_view(
#include "embedded/core/session/stagecraft_dryrun/reads.py.inc"
                   )},
    std::pair {"stagecraft_dryrun/run.py",
               std::string_view(
#include "embedded/core/session/stagecraft_dryrun/run.py.inc"
                   )},
    std::pair {"stagecraft_dryrun/sizes.py",
               std::string_view(
#include "embedded/core/session/stagecraft_dryrun/sizes.py.inc"
                   )},
    std::pair {"stagecraft_dryrun/values.py",
               std::string_view(
#include "embedded/core/session/stagecraft_dryrun/values.py.inc"
                   )},
};

// Range of torch versions that dry runs are tested with.
constexpr std::pair oldestTorch {2, 6};
constexpr std::pair newestTorch {2, 11};

tl::unexpected<Error> unavailable(Message reason)
{
    return failure(ErrorCode::DryRunUnavailable, {std::move(reason)});
}

std::string versionText(std::pair<int, int> version)
{
    return std::to_string(version.first) + '.' + std::to_string(version.second);
}

std::pair<int, int> versionOf(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral(R"(^(\d+)\.(\d+))"));
    const auto match = pattern.match(text);
    return {match.captured(1).toInt(), match.captured(2).toInt()};
}

// Temporary files of a cancelled script (data loader folders) are removed with the run. torch's compile cache stays in
// its usual place.
void keepTemporaryFiles(QProcessEnvironment& environment, const QString& folder)
{
    const QString cache = QStringLiteral("TORCHINDUCTOR_CACHE_DIR");
    const QString user = environment.value(QStringLiteral("LOGNAME"), environment.value(QStringLiteral("USER")));
    if (!environment.contains(cache) && !user.isEmpty()) {
        environment.insert(cache, QDir::tempPath() + QStringLiteral("/torchinductor_") + user);
    }
    environment.insert(QStringLiteral("TMPDIR"), folder);
}

}

Result<QStringList> pythonOf(const LaunchCommand& command)
{
    if (!command.manager.empty()) {
        QStringList words;
        for (const std::string& word : command.manager) {
            words.append(QString::fromStdString(word));
        }
        words.append(command.python.empty() ? QStringLiteral("python") : QString::fromStdString(command.python));
        return words;
    }
    if (!command.python.empty()) {
        return QStringList {QString::fromStdString(command.python)};
    }
    const QString launcher = QString::fromStdString(command.launcher);
    const QString path = launcher.contains(u'/') ? launcher : QStandardPaths::findExecutable(launcher);
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return unavailable(say(words::session::launcher_missing, command.launcher));
    }
    const QString first = QString::fromLocal8Bit(file.readLine(4096)).trimmed();
    if (!first.startsWith(QLatin1String("#!"))) {
        return unavailable(say(words::session::launcher_without_python, path.toStdString()));
    }
    return QStringList {first.mid(2).trimmed()};
}

QStringList pythonQuery()
{
    return {QStringLiteral("-c"), QStringLiteral(R"(
import importlib.util, json, os, re, sys
spec = importlib.util.find_spec("torch")
found = {"python": list(sys.version_info[:2]), "executable": sys.executable}
if spec is not None and spec.origin:
    folder = os.path.dirname(spec.origin)
    found["folder"] = os.path.join(folder, "lib")
    try:
        with open(os.path.join(folder, "version.py"), encoding="utf-8") as file:
            text = file.read()
        for name in ("__version__", "cuda"):
            match = re.search(rf"^{name}\b.*=\s*['\"]([^'\"]+)['\"]", text, re.M)
            found[name] = match.group(1) if match else ""
    except OSError:
        pass
print("\n" + json.dumps(found))
)")};
}

Result<ScriptPython> readPython(const QStringList& started, const QByteArray& answer)
{
    const std::string name = started.join(u' ').toStdString();
    const QByteArray line = answer.trimmed().split('\n').last();
    const QJsonObject found = QJsonDocument::fromJson(line).object();
    if (!found.contains(QStringLiteral("python"))) {
        return unavailable(say(words::session::no_python, name));
    }
    const QString folder = found.value(QStringLiteral("folder")).toString();
    if (folder.isEmpty()) {
        return unavailable(say(words::session::no_torch, name));
    }
    const QString version = found.value(QStringLiteral("__version__")).toString();
    const auto number = versionOf(version);
    if (number.first == 0) {
        return unavailable(say(words::session::torch_unclear, name));
    }
    if (found.value(QStringLiteral("cuda")).toString().isEmpty()) {
        return unavailable(say(words::session::torch_without_cuda, version.toStdString(), name));
    }
    if (number < oldestTorch) {
        return unavailable(say(words::session::torch_too_old, version.toStdString(), name, versionText(oldestTorch)));
    }
    // Start the executable itself, as a manager would be an additional process between this one and the rank.
    const QString executable = found.value(QStringLiteral("executable")).toString();
    ScriptPython python {started.size() == 1 ? started.front() : executable, folder, version, {}};
    if (number > newestTorch) {
        python.note = say(words::session::torch_newer, version.toStdString(), versionText(newestTorch));
    }
    return python;
}

QProcessEnvironment environmentOf(const LaunchCommand& command)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto& [name, value] : command.environment) {
        environment.insert(QString::fromStdString(name), QString::fromStdString(value));
    }
    return environment;
}

Result<void> writeDryRunFiles(const QString& folder)
{
    QDir().mkpath(folder + QStringLiteral("/stagecraft_dryrun"));
    for (const auto& [path, text] : toolFiles) {
        const std::string file = (folder + QLatin1Char('/') + QLatin1String(path)).toStdString();
        if (auto written = writeFile(file, std::string(text)); !written) {
            return written;
        }
    }
    return {};
}

QProcessEnvironment rankEnvironment(const DryRunRequest& request, int rank, const RankFiles& files,
                                    const ReadGuess& guess)
{
    QProcessEnvironment environment = environmentOf(request.command);
    const auto set = [&environment](const char* name, const QString& value) {
        environment.insert(QLatin1String(name), value);
    };
    environment.remove(QStringLiteral("CUDA_VISIBLE_DEVICES")); // it refers to this machine's GPUs, not to the dry ones
    if (request.isDistributed()) {
        set("RANK", QString::number(rank));
        set("WORLD_SIZE", QString::number(request.world));
        set("LOCAL_RANK", QString::number(rank % request.devices_per_node));
        set("LOCAL_WORLD_SIZE", QString::number(std::min(request.devices_per_node, request.world)));
        set("GROUP_RANK", QString::number(rank / request.devices_per_node));
        set("MASTER_ADDR", QStringLiteral("127.0.0.1"));
        set("MASTER_PORT", QStringLiteral("29500"));
    }
    if (request.command.tool == LaunchTool::DeepSpeed) {
        set("LOCAL_SIZE", environment.value(QStringLiteral("LOCAL_WORLD_SIZE")));
        set("CROSS_RANK", environment.value(QStringLiteral("GROUP_RANK")));
        set("CROSS_SIZE", QString::number(std::max(request.world / request.devices_per_node, 1)));
    }
    const bool launches = request.command.tool == LaunchTool::Accelerate;
    const QJsonObject settings {{QStringLiteral("rank"), rank},
                                {QStringLiteral("world"), request.world},
                                {QStringLiteral("steps"), request.steps},
                                {QStringLiteral("report"), files.report},
                                {QStringLiteral("mail"), files.mail},
                                {QStringLiteral("snapshot"), files.snapshot},
                                {QStringLiteral("begun"), files.begun},
                                {QStringLiteral("unknown"), guess.number},
                                {QStringLiteral("varies"), !request.read_as.has_value()},
                                {QStringLiteral("otherwise"), guess.variation},
                                {QStringLiteral("launches"), launches}};
    set("STAGECRAFT_DRYRUN", QString::fromUtf8(QJsonDocument(settings).toJson(QJsonDocument::Compact)));
    environment.remove(QStringLiteral("STAGECRAFT_DRYRUN_PID"));
    keepTemporaryFiles(environment, files.temporary);
    const QString path = environment.value(QStringLiteral("PYTHONPATH"));
    set("PYTHONPATH", path.isEmpty() ? files.tools : files.tools + QLatin1Char(':') + path);
    return environment;
}

}
