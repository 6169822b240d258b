// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/problemname.h"

#include "ui/words/plaintext.h"
#include "ui/words/planrole.h"
#include "ui/words/words.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace stagecraft {

namespace {

constexpr qsizetype longestFileName = 200; // bytes; file systems allow 255, including the suffix

struct ProblemWords {
    Q_DECLARE_TR_FUNCTIONS(ProblemName)
};

}

QString problemName(const Problem& problem)
{
    static const QRegularExpression price(QStringLiteral("@[^+,]*"));
    return ProblemWords::tr("%1 on %2")
        .arg(QString::fromStdString(problem.model.name), QString::fromStdString(problem.cluster.name).remove(price));
}

QString problemFileName(const Problem& problem)
{
    static const QRegularExpression refused(QStringLiteral(R"([/\\:*?"<>|\x00-\x1f]+)"));
    QString name = problemName(problem).replace(refused, QStringLiteral("-"));
    while (QFile::encodeName(name).size() > longestFileName) {
        name.chop(name.size() > 1 && name.back().isLowSurrogate() ? 2 : 1);
    }
    name = name.trimmed();
    return name.startsWith(u'.') ? name.replace(0, 1, u'-') : name; // files with a leading dot are hidden
}

QString workspaceName(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    const QString suffix = QStringLiteral(".stagecraft");
    return name.size() > suffix.size() && name.endsWith(suffix) ? name.chopped(suffix.size()) : name;
}

QString problemSubject(const Problem& problem)
{
    return ProblemWords::tr("%1; objective: %2")
        .arg(problemName(problem), objectiveName(problem.constraints.objective));
}

QString planSubject(const Problem& problem, const Plan& plan, const QString& name)
{
    return ProblemWords::tr("%1; plan: %2 (%3); objective: %4")
        .arg(problemName(problem), degreesText(plan), shortName(name), objectiveName(problem.constraints.objective));
}

QString shortSource(const QString& source)
{
    const QFileInfo file(source);
    // Many models are files named config.json; the folder distinguishes them.
    return file.fileName() == QStringLiteral("config.json")
        ? QFileInfo(file.path()).fileName() + QStringLiteral("/config.json")
        : file.fileName();
}

}
