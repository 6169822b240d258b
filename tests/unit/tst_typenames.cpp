// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// No two headers define different types with the same name: programs that link both would use the functions of one for
// the other.
#include "tests/support/sources.h"

#include <QMap>
#include <QRegularExpression>
#include <QTest>

using namespace stagecraft::testing;

namespace {

// Returns "namespace::Type" for each definition in the first column, with the last namespace that begins before it.
QStringList typesOf(const QString& header)
{
    static const QRegularExpression line(
        QStringLiteral(
            "^(?:namespace ([\\w:]+) \\{|(?:struct|class|enum class) (\\w+)(?: final)?(?: : [^{\\n]*)? \\{)"),
        QRegularExpression::MultilineOption);
    QString scope;
    QStringList types;
    for (auto at = line.globalMatch(header); at.hasNext();) {
        const auto match = at.next();
        if (match.captured(2).isEmpty()) {
            scope = match.captured(1);
        } else {
            types.append(scope + "::" + match.captured(2));
        }
    }
    return types;
}

QStringList namesInTwoHeaders(const QList<Source>& sources)
{
    QMap<QString, QString> header; // header of each type
    QStringList found;
    for (const Source& source : sources) {
        if (!source.path.endsWith(".h")) {
            continue;
        }
        for (const QString& type : typesOf(source.text)) {
            const QString other = header.value(type, source.path);
            if (other != source.path) {
                found.append(QString("%1 is defined in %2 and in %3").arg(type, other, source.path));
            }
            header.insert(type, source.path);
        }
    }
    return found;
}

}

class TypeNamesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTypeHasANameOfItsOwn();
    void plantedNameIsFound();
};

void TypeNamesTest::everyTypeHasANameOfItsOwn()
{
    const QList<Source> sources = allSources();
    QVERIFY(sources.size() > 50);
    const QStringList found = namesInTwoHeaders(sources);
    QVERIFY2(found.isEmpty(), qPrintable('\n' + found.join('\n')));
}

void TypeNamesTest::plantedNameIsFound()
{
    const QString layer = "namespace stagecraft {\nstruct Layer {\n};\n}\n";
    const Source first {"core/a/a.h", layer};
    QCOMPARE(namesInTwoHeaders({first, {"ui/b/b.h", layer}}).size(), 1);
    QCOMPARE(namesInTwoHeaders({first, {"ui/b/b.h", QString(layer).replace("struct Layer {", "class Layer : Base {")}})
                 .size(),
             1);
    QVERIFY(namesInTwoHeaders({first, {"ui/b/b.cpp", layer}}).isEmpty());
    QVERIFY(namesInTwoHeaders({first, {"ui/b/b.h", QString(layer).replace("stagecraft", "stagecraft::b")}}).isEmpty());
    QVERIFY(namesInTwoHeaders({first, {"ui/b/b.h", "namespace stagecraft {\nstruct Layer;\n}\n"}}).isEmpty());
}

QTEST_APPLESS_MAIN(TypeNamesTest)
#include "tst_typenames.moc"
