// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Rules for input and output: names are never interpreted as HTML, numbers never depend on the user's language, and no
// file operation throws.
#include "tests/support/sources.h"

#include <QRegularExpression>
#include <QTest>

using namespace stagecraft::testing;

namespace {

struct Call {
    qsizetype line = 0;
    QString arguments;
};

// Text between the parenthesis at `open` and its partner.
QString insideParentheses(const QString& text, qsizetype open)
{
    int depth = 0;
    bool quoted = false;
    for (qsizetype at = open; at < text.size(); ++at) {
        const QChar c = text[at];
        if (quoted) {
            at += c == u'\\' ? 1 : 0;
            quoted = c != u'"';
        } else if (c == u'"') {
            quoted = true;
        } else if (c == u'(') {
            ++depth;
        } else if (c == u')' && --depth == 0) {
            return text.mid(open + 1, at - open - 1).simplified();
        }
    }
    return {};
}

// `function` is a pattern that ends before the parenthesis.
QList<Call> callsOf(const Source& source, const QString& function)
{
    QList<Call> calls;
    const QRegularExpression pattern(function + QStringLiteral("\\("));
    for (auto matches = pattern.globalMatch(source.text); matches.hasNext();) {
        const auto match = matches.next();
        calls.append({source.text.left(match.capturedStart()).count(u'\n') + 1,
                      insideParentheses(source.text, match.capturedEnd() - 1)});
    }
    return calls;
}

QString place(const Source& source, qsizetype line)
{
    return QStringLiteral("%1:%2: ").arg(source.path).arg(line);
}

// True for literals without arguments.
bool isLiteral(const QString& argument)
{
    static const QRegularExpression pattern(QStringLiteral(R"(^tr\(( ?"([^"\\]|\\.)*")+\)$)"));
    return pattern.match(argument).hasMatch();
}

void checkToolTips(const Source& source, QStringList& violations)
{
    for (const Call& call : callsOf(source, QStringLiteral("\\bsetToolTip"))) {
        if (!isLiteral(call.arguments) && !call.arguments.contains(QStringLiteral("plainToolTip("))) {
            violations.append(place(source, call.line) + "a tool tip without plainToolTip()");
        }
    }
    for (const Call& call : callsOf(source, QStringLiteral("\\bsetItemData"))) {
        static const QRegularExpression words(QStringLiteral(R"(tr\(( ?"([^"\\]|\\.)*")+\), Qt::ToolTipRole$)"));
        if (call.arguments.endsWith("Qt::ToolTipRole") && !words.match(call.arguments).hasMatch()
            && !call.arguments.contains("plainToolTip(")) {
            violations.append(place(source, call.line) + "an item's tool tip without plainToolTip()");
        }
    }
    // Tooltips that a chart shows itself, or functions for texts of the same kind.
    static const QRegularExpression made(QStringLiteral(R"(QString (\w+::)?toolTipOf\([^;{]*\{)"));
    static const QRegularExpression answered(QStringLiteral(R"(QString (\w+::)?toolTipAt\([^;{]*\{)"));
    const bool shows = source.text.contains("QToolTip::showText(") && !source.text.contains("toolTipAt(");
    const bool decides = source.text.contains(answered) && !source.text.contains("toolTipOf(");
    if ((shows || decides || source.text.contains(made)) && !source.text.contains("plainToolTip(")
        && !source.text.contains("toHtmlEscaped()")) {
        violations.append(source.path + ": a tool tip without plainToolTip()");
    }
    static const QRegularExpression answers(QStringLiteral("case Qt::ToolTipRole|== Qt::ToolTipRole"));
    if (source.text.contains(answers) && !source.text.contains("plainToolTip(")) {
        violations.append(source.path + ": a model's tool tips without plainToolTip()");
    }
}

void checkLabels(const Source& source, QStringList& violations)
{
    static const QRegularExpression label(
        QStringLiteral(R"(\bnew QLabel\b|<QLabel>\(|\bQLabel \w+[({;]|: public QLabel\b)"));
    static const QRegularExpression box(QStringLiteral(
        R"((\bnew |_unique<)(QMessageBox|QErrorMessage|QInputDialog|QProgressDialog)\b|\bQ(MessageBox|InputDialog)::[a-z])"));
    static const QRegularExpression row(QStringLiteral(R"(->(addRow|insertRow)\((\d+, )?(tr\(|label,|\w*[nN]ame\())"));
    const auto plain = source.text.count("setTextFormat(Qt::PlainText)");
    const auto rich = source.text.count("setTextFormat(Qt::RichText)"); // explicit, so its author escapes names
    const auto boxes = source.text.count(box);
    if (boxes > plain) { // each new box needs a format
        violations.append(source.path + ": a message box without a format");
    } else if (source.text.count(label) > plain + rich - boxes) {
        violations.append(source.path + ": a QLabel without a format; use PlainLabel");
    }
    if (source.text.contains(row)) {
        violations.append(source.path + ": a row of a form with a label of its own; use addFormRow()");
    }
}

void checkNumbers(const Source& source, QStringList& violations)
{
    static const QRegularExpression printed(
        QStringLiteral(R"(printf\([^;]*"[^"]*%[-+#0]*(\d+|\*)?(\.(\d+|\*))?L?[aefgAEFG])"));
    static const QRegularExpression read(
        QStringLiteral(R"(\b(std::)?(sto[fd]|stold|strto[fd]|strtold|atof|sscanf)\s*\(|std::locale::global)"));
    for (const auto& [pattern, what] :
         {std::pair {&printed, "printf of a number; use core/base/numbertext.h"},
          std::pair {&read, "a number that is read by the user's locale; use csvNumber() or std::from_chars()"}}) {
        if (const auto match = pattern->match(source.text); match.hasMatch()) {
            violations.append(place(source, source.text.left(match.capturedStart()).count(u'\n') + 1) + what);
        }
    }
}

// Checks that calls of std::filesystem do not throw: the throwing overloads have no std::error_code.
void checkFileCalls(const Source& source, QStringList& violations)
{
    static const QString throwing = QStringLiteral(
        "\\bfilesystem::(?:exists|is_\\w+|file_size|equivalent|canonical|weakly_canonical|status|"
        "symlink_status|remove|remove_all|rename|copy|copy_file|create_director(?:y|ies)|last_write_time|"
        "read_symlink|space|resize_file|temp_directory_path|current_path|permissions)");
    for (const Call& call : callsOf(source, throwing)) {
        if (!call.arguments.contains(QStringLiteral("status"))) {
            violations.append(place(source, call.line) + "a call of std::filesystem that throws");
        }
    }
}

QStringList violationsOf(const Source& source)
{
    QStringList violations;
    static const QRegularExpression code(QStringLiteral("\\.(h|cpp)$"));
    if (!code.match(source.path).hasMatch()) {
        return violations;
    }
    if (source.isInAny({"ui", "app/gui"})) {
        checkToolTips(source, violations);
        checkLabels(source, violations);
    }
    if (source.isInAny({"ui", "app", "core"})) {
        checkNumbers(source, violations);
        if (!source.isInAny({"core/runtime", "app/worker"})) { // a crash there ends one request
            checkFileCalls(source, violations);
        }
    }
    return violations;
}

}

class TextRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySourceKeepsTheRules();
    void plantedViolationIsFound_data();
    void plantedViolationIsFound();
    void whatIsAllowedIsNotReported_data();
    void whatIsAllowedIsNotReported();
};

void TextRulesTest::everySourceKeepsTheRules()
{
    const QStringList violations = violationsOfAllSources(violationsOf);
    QVERIFY2(violations.isEmpty(), qPrintable('\n' + violations.join('\n')));
}

void TextRulesTest::plantedViolationIsFound_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* path, const char* text) { QTest::newRow(text) << QString(path) << QString(text); };
    row("ui/a.cpp", "field->setToolTip(name);");
    row("ui/a.cpp", "field->setToolTip(tr(\"Of %1\").arg(name));");
    row("ui/a.cpp", "setToolTip(why.isEmpty()\n ? tr(\"a\")\n : why);");
    row("ui/a.cpp", "box->setItemData(0, deviceText(device), Qt::ToolTipRole);");
    row("ui/a.cpp", "case Qt::ToolTipRole:\n return m_name;");
    row("ui/a.cpp", "auto* words = new QLabel(name);");
    row("ui/a.cpp", "QLabel words(name);");
    row("ui/a.cpp", "auto words = std::make_unique<QLabel>(name);");
    row("ui/a.cpp", "QToolTip::showText(at, name, this);");
    row("ui/a.cpp", "QString toolTipOf(const Row& row)\n{\n    return row.name;\n}");
    row("ui/a.cpp", "one = new QLabel(a);\none->setTextFormat(Qt::PlainText);\ntwo = new QLabel(b);");
    row("ui/a.h", "class Words : public QLabel {");
    row("ui/a.cpp", "auto* box = new QMessageBox(parent);");
    row("app/gui/a.cpp", "QMessageBox::warning(parent, title, text);");
    row("ui/a.cpp", "form->addRow(tr(\"Name\"), field);");
    row("core/a.cpp", "std::snprintf(text, sizeof text, \"%.15g\", value);");
    row("app/a.cpp", "std::printf(\"%-8.3f s\", value);");
    row("ui/a.cpp", "snprintf(text, 8, digits ? \"%.*f\" : \"%.*e\", 2, value);");
    row("core/a.cpp", "const double value = std::stod(text);");
    row("core/a.cpp", "value = strtod (text, nullptr);");
    row("core/a.cpp", "while (std::filesystem::exists(free)) {");
    row("app/a.cpp", "std::filesystem::equivalent(a, b.path())");
}

void TextRulesTest::plantedViolationIsFound()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    const auto violations = violationsOf({path, text});
    QVERIFY2(violations.size() == 1, qPrintable(violations.join('\n')));
    QVERIFY2(violations.front().startsWith(path), qPrintable(violations.front()));
}

void TextRulesTest::whatIsAllowedIsNotReported_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"field->setToolTip(tr(\"Two (2) \\\"words\\\"\"));", "field->setToolTip(plainToolTip(name));",
          "box->setItemData(0, tr(\"None\"), Qt::ToolTipRole);", "QLabel* m_words = nullptr;",
          "case Qt::ToolTipRole:\n return plainToolTip(m_name);", "form->addRow(QString(), box);",
          "m_card->setTextFormat(Qt::RichText); m_card = new QLabel(this);", "std::snprintf(text, 8, \"%08x\", word);",
          "std::fprintf(stderr, \"%s: 5 % faster\\n\", name);", "std::filesystem::exists(path, status)"}) {
        QTest::newRow(text) << QString(text);
    }
}

void TextRulesTest::whatIsAllowedIsNotReported()
{
    QFETCH(QString, text);
    QCOMPARE(violationsOf({"ui/a.cpp", text}), QStringList());
}

QTEST_APPLESS_MAIN(TextRulesTest)
#include "tst_textrules.moc"
