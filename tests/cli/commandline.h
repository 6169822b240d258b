// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/patience.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

namespace stagecraft::testing {

// Returns the text of a field: a string, or the English text of a message.
inline QString textOf(const QJsonValue& value)
{
    return value.isObject() ? value.toObject().value("text").toString() : value.toString();
}

// Result of a run of stagecraft-cli.
struct Finished {
    int code = -1;
    QByteArray out;
    QByteArray err;

    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
    QString errorCode() const { return json().value("error").toObject().value("code").toString(); }
};

// Runs the real program with a temporary home folder.
class CommandLine {
public:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QString write(const QString& name, const QByteArray& content) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
            qFatal("the temporary folder cannot be written");
        }
        return path(name);
    }

    // Writes an executable script.
    QString writeProgram(const QString& name, const QByteArray& lines) const
    {
        const QString program = write(name, "#!/bin/sh\n" + lines);
        if (!QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)) {
            qFatal("the temporary folder takes no programs");
        }
        return program;
    }

    void setEnvironment(const QString& name, const QString& value) { m_environment.insert(name, value); }

    // Starts a process without waiting, with closed standard input.
    void start(QProcess& process, const QStringList& arguments) const
    {
        process.setProcessEnvironment(environment());
        process.setStandardInputFile(QProcess::nullDevice());
        process.start(QStringLiteral(PROGRAM_FOLDER "/stagecraft-cli"), arguments);
    }

    static Finished wait(QProcess& process)
    {
        if (!process.waitForFinished(patient(240'000))) {
            process.kill();
            process.waitForFinished();
            return {-2, process.readAllStandardOutput(), process.readAllStandardError()};
        }
        const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -process.exitCode();
        return {code, process.readAllStandardOutput(), process.readAllStandardError()};
    }

    Finished run(const QStringList& arguments) const { return runIn({}, arguments); }

    // Runs the program in a folder; empty: the folder of this process.
    Finished runIn(const QString& folder, const QStringList& arguments) const
    {
        QProcess process;
        process.setWorkingDirectory(folder);
        start(process, arguments);
        return wait(process);
    }

    QProcessEnvironment environment() const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HOME", m_folder.path());
        environment.insert("STAGECRAFT_TEST_MODE", "1");
        environment.insert("LC_ALL", "C.UTF-8");
        environment.insert(m_environment);
        return environment;
    }

private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
};

}
