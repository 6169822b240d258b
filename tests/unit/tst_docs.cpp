// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Rules for the pages of docs/, README.md and CONTRIBUTING.md: every relative link refers to a file, and to a heading
// if it has an anchor; lines have at most 120 characters and sections at most 60 lines.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

#include <functional>

namespace {

constexpr qsizetype longestLine = 120;
constexpr int longestSection = 60;

// Kind of a line. Generated: between <!-- NAME:begin --> and <!-- NAME:end -->, written by a program.
enum class Part { Text, Heading, Table, Code, Generated };

struct Line {
    Part part = Part::Text;
    QString text;
};

QList<Line> linesOf(const QString& page)
{
    static const QRegularExpression begin("^<!-- \\S+:begin -->$");
    static const QRegularExpression end("^<!-- \\S+:end -->$");
    static const QRegularExpression heading("^#{1,6} ");
    QList<Line> lines;
    bool code = false;
    bool generated = false;
    for (const QString& text : page.split('\n')) {
        const bool fence = text.trimmed().startsWith("```");
        generated = generated || begin.match(text).hasMatch();
        if (generated) {
            lines.append({Part::Generated, text});
            generated = !end.match(text).hasMatch();
        } else if (code || fence || text.startsWith("    ")) {
            // An indented line is code or belongs to a list item; its links count in both cases.
            lines.append({code || fence ? Part::Code : Part::Text, text});
            code = code != fence;
        } else if (heading.match(text).hasMatch()) {
            lines.append({Part::Heading, text});
        } else {
            lines.append({text.startsWith('|') ? Part::Table : Part::Text, text});
        }
    }
    return lines;
}

QStringList lengthViolations(const QString& page)
{
    QStringList violations;
    const auto lines = linesOf(page);
    int section = 0;
    QString title;
    const auto endSection = [&] {
        if (section > longestSection) {
            violations.append(QString("section \"%1\" has %2 lines").arg(title).arg(section));
        }
        section = 0;
    };
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const Line& line = lines[i];
        if (line.part == Part::Heading) {
            endSection();
            title = line.text;
        }
        section += line.part == Part::Generated ? 0 : 1;
        if ((line.part == Part::Text || line.part == Part::Heading) && line.text.size() > longestLine) {
            violations.append(QString("line %1 has %2 characters").arg(i + 1).arg(line.text.size()));
        }
    }
    endSection();
    return violations;
}

// Anchors that GitHub makes from headings: letters, digits, "-" and "_" stay, spaces become "-", duplicates get "-1".
QStringList anchorsOf(const QString& page)
{
    static const QRegularExpression link("\\[([^\\]]*)\\]\\([^)]*\\)");
    static const QRegularExpression dropped("[^\\w\\- ]", QRegularExpression::UseUnicodePropertiesOption);
    QStringList anchors;
    QHash<QString, int> seen;
    for (const Line& line : linesOf(page)) {
        if (line.part != Part::Heading) {
            continue;
        }
        QString text = line.text.section(' ', 1).trimmed();
        text.replace(link, "\\1").remove(dropped);
        const QString anchor = text.toLower().replace(' ', '-');
        const int count = seen[anchor]++;
        anchors.append(count == 0 ? anchor : QString("%1-%2").arg(anchor).arg(count));
    }
    return anchors;
}

// Targets of inline links, pictures and link definitions, except in code.
QStringList linksOf(const QString& page)
{
    QString text;
    for (const Line& line : linesOf(page)) {
        if (line.part != Part::Code) {
            text += line.text + '\n';
        }
    }
    static const QRegularExpression code("`[^`]*`");
    static const QRegularExpression inlined("\\]\\(\\s*([^)\\s]+)\\s*\\)");
    static const QRegularExpression defined("^\\[[^\\]]+\\]:\\s*(\\S+)", QRegularExpression::MultilineOption);
    text.remove(code);
    QStringList links;
    for (const auto* pattern : {&inlined, &defined}) {
        for (auto matches = pattern->globalMatch(text); matches.hasNext();) {
            links.append(matches.next().captured(1));
        }
    }
    return links;
}

// Reads a file by its path relative to the source root.
using Reader = std::function<QString(const QString& path)>;

QStringList linkViolations(const QString& path, const QString& page, const Reader& read,
                           const std::function<bool(const QString& path)>& exists)
{
    QStringList violations;
    static const QRegularExpression scheme("^[a-z]+:");
    for (const QString& link : linksOf(page)) {
        if (scheme.match(link).hasMatch()) {
            continue;
        }
        const QString file = link.section('#', 0, 0);
        const QString target = file.isEmpty() ? path : QDir::cleanPath(QFileInfo(path).path() + '/' + file);
        if (!exists(target)) {
            violations.append("there is no " + link);
        } else if (link.contains('#') && !anchorsOf(read(target)).contains(link.section('#', 1))) {
            violations.append("there is no heading of " + link);
        }
    }
    return violations;
}

QString readSource(const QString& path)
{
    QFile file(QDir(SOURCE_FOLDER).filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

bool sourceExists(const QString& path)
{
    return QFileInfo::exists(QDir(SOURCE_FOLDER).filePath(path));
}

QStringList allPages()
{
    const QDir root(SOURCE_FOLDER);
    QStringList pages {"README.md", "CONTRIBUTING.md"};
    QDirIterator files(root.filePath("docs"), {"*.md"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        pages.append(root.relativeFilePath(files.next()));
    }
    pages.sort();
    return pages;
}

}

class DocsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyRelativeLinkLeadsSomewhere();
    void pagesKeepTheirLengths();
    void plantedLinksAreFound_data();
    void plantedLinksAreFound();
    void anchorsAreThoseOfGitHub();
    void plantedLengthsAreFound();
};

void DocsTest::everyRelativeLinkLeadsSomewhere()
{
    const auto pages = allPages();
    QVERIFY(pages.size() > 20);
    QStringList violations;
    for (const QString& path : pages) {
        for (const QString& violation : linkViolations(path, readSource(path), readSource, sourceExists)) {
            violations.append(path + ": " + violation);
        }
    }
    QVERIFY2(violations.isEmpty(), qPrintable('\n' + violations.join('\n')));
}

void DocsTest::pagesKeepTheirLengths()
{
    QStringList violations;
    for (const QString& path : allPages()) {
        for (const QString& violation : lengthViolations(readSource(path))) {
            violations.append(path + ": " + violation);
        }
    }
    QVERIFY2(violations.isEmpty(), qPrintable('\n' + violations.join('\n')));
}

void DocsTest::plantedLinksAreFound_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("found");
    const auto row = [](const char* text, const QStringList& found) { QTest::addRow("%s", text) << text << found; };
    row("[a](b.md)", {});
    row("[a](b.md#a-heading)", {});
    row("[a](#here)\n\n## Here", {});
    row("[a\nlong text](b.md)", {});
    row("[a](https://example.org/none.md)", {});
    row("`[a](none.md)`", {});
    row("```\n[a](none.md)\n```", {});
    row("[a]\n\n[a]: b.md", {});
    row("[a](none.md)", {"there is no none.md"});
    row("![a](images/none.png)", {"there is no images/none.png"});
    row("| [a](none.md) |", {"there is no none.md"});
    row("[a]\n\n[a]: none.md", {"there is no none.md"});
    row("[a](b.md#none)", {"there is no heading of b.md#none"});
    row("[a](#none)", {"there is no heading of #none"});
}

void DocsTest::plantedLinksAreFound()
{
    QFETCH(const QString, text);
    QFETCH(const QStringList, found);
    const QHash<QString, QString> files {{"docs/a.md", text}, {"docs/b.md", "# B\n\n## A heading\n"}};
    QCOMPARE(linkViolations(
                 "docs/a.md", text, [&](const QString& path) { return files.value(path); },
                 [&](const QString& path) { return files.contains(path); }),
             found);
}

void DocsTest::anchorsAreThoseOfGitHub()
{
    QCOMPARE(anchorsOf("# What is searched?\n## `plan`\n## `plan`\n```\n# comment\n```\n### Ä [b](c.md), d_e-f\n"),
             QStringList({"what-is-searched", "plan", "plan-1", "ä-b-d_e-f"}));
}

void DocsTest::plantedLengthsAreFound()
{
    const QString line(longestLine + 1, 'x');
    QCOMPARE(lengthViolations("# A\n" + line), QStringList {"line 2 has 121 characters"});
    QCOMPARE(lengthViolations("# A\n| " + line + "\n```\n" + line + "\n```\n"), QStringList {});
    QCOMPARE(lengthViolations("<!-- a:begin -->\n" + line + "\n<!-- a:end -->\n"), QStringList {});
    const QString rows = QString("x\n").repeated(longestSection);
    QCOMPARE(lengthViolations("## B\n" + rows + "## C\n"), QStringList {"section \"## B\" has 61 lines"});
    QCOMPARE(lengthViolations("## B\n<!-- a:begin -->\n" + rows + "<!-- a:end -->\n## C\n"), QStringList {});
}

QTEST_APPLESS_MAIN(DocsTest)
#include "tst_docs.moc"
