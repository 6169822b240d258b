// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Names from files are shown literally everywhere in the window: as HTML they would load files.
#include "tests/gui/profilesfixture.h"
#include "tests/gui/settled.h"
#include "ui/charts/exportablechart.h"
#include "ui/words/plaintext.h"

#include <QAbstractItemView>
#include <QDockWidget>
#include <QFile>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSet>
#include <QTextDocument>
#include <QToolTip>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

const QString tag = QStringLiteral("<img");
const QString hostile = QStringLiteral("<img src=x.png>%2");

bool isTaken(const QString& toolTip)
{
    return Qt::mightBeRichText(toolTip) && toolTip.contains(tag);
}

// Problem of a label; `found` counts labels that show the name.
QString complaintOf(const QLabel& label, int& found)
{
    if (!label.text().contains(tag)) {
        return {};
    }
    ++found;
    return label.textFormat() == Qt::PlainText
        ? QString()
        : QStringLiteral("label %1 in %2: %3")
              .arg(label.objectName(), QString::fromLatin1(label.parent()->metaObject()->className()), label.text());
}

QStringList complaintsOf(const QAbstractItemModel& model, int& found)
{
    QStringList complaints;
    const auto check = [&](const QVariant& toolTip, const QString& where) {
        found += toolTip.toString().contains(QStringLiteral("img src")) ? 1 : 0;
        if (isTaken(toolTip.toString())) {
            complaints << where + toolTip.toString();
        }
    };
    const QString name = QString::fromLatin1(model.metaObject()->className());
    for (int column = 0; column < model.columnCount(); ++column) {
        check(model.headerData(column, Qt::Horizontal, Qt::ToolTipRole), name + QStringLiteral(" header: "));
        for (int row = 0; row < std::min(model.rowCount(), 50); ++row) {
            check(model.index(row, column).data(Qt::ToolTipRole), name + QStringLiteral(": "));
        }
    }
    return complaints;
}

// Problems of a chart's tooltips, found by moving the pointer over it.
QStringList complaintsOf(QWidget& chart, int& found)
{
    constexpr int step = 9;
    QStringList complaints;
    for (int x = 0; x < chart.width(); x += step) {
        for (int y = 0; y < chart.height(); y += step) {
            QHelpEvent help(QEvent::ToolTip, {x, y}, chart.mapToGlobal(QPoint(x, y)));
            QApplication::sendEvent(&chart, &help);
            const QString toolTip = QToolTip::text();
            found += toolTip.contains(QStringLiteral("img src")) ? 1 : 0;
            if (isTaken(toolTip)) {
                return {QString::fromLatin1(chart.metaObject()->className()) + QStringLiteral(": ") + toolTip};
            }
        }
    }
    return complaints;
}

// Collects all labels of the program when they are first shown, including short-lived ones, or at the latest when the
// test asks.
class Labels : public QObject {
public:
    Labels() { qApp->installEventFilter(this); }

    // Returns labels with Qt's default text format, which guesses, except those that Qt creates.
    QStringList withoutFormat()
    {
        for (const QWidget* widget : QApplication::allWidgets()) {
            note(widget);
        }
        return {m_guessed.begin(), m_guessed.end()};
    }
    qsizetype count() const { return m_seen.size(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Polish || event->type() == QEvent::Show) {
            note(qobject_cast<QWidget*>(watched));
        }
        return false;
    }

private:
    void note(const QWidget* widget)
    {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (label == nullptr || label->inherits("QTipLabel") || label->objectName().startsWith("qt_")) {
            return;
        }
        m_seen.insert(label);
        if (label->textFormat() == Qt::AutoText) {
            const QObject* parent = label->parent();
            m_guessed.insert(QStringLiteral("%1 in %2: %3")
                                 .arg(label->objectName(),
                                      QLatin1String(parent ? parent->metaObject()->className() : "nothing"),
                                      label->text()));
        }
    }

    QSet<QString> m_guessed;
    QSet<const QLabel*> m_seen;
};

}

class PlainTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLabelHasAFormat();
    void messagesShowNamesLetterByLetter();
    void toolTipsShowNamesLetterByLetter();
    void theWindowShowsNamesLetterByLetter();
};

// All labels of every pane, dialog and window have an explicit format.
void PlainTextTest::everyLabelHasAFormat()
{
    Labels labels;
    test::ProfilesExplorer explorer;
    QVERIFY(explorer.openSmall());
    for (QDockWidget* dock : explorer.window.findChildren<QDockWidget*>()) {
        dock->show();
        dock->raise();
        QVERIFY(test::settle(*dock));
    }
    QStringList opened;
    for (QAction* action : explorer.window.findChildren<QAction*>()) {
        const QString text = action->text().remove(u'&');
        static const QRegularExpression dialogs(QStringLiteral(
            "^(Start page|Profile…|How was this computed\\?|Manual|Commands…|Keyboard shortcuts|About Stagecraft)$"));
        if (!action->isEnabled() || !dialogs.match(text).hasMatch() || action->menu()) {
            continue;
        }
        action->trigger();
        QTest::qWait(20);
        for (QWidget* window : QApplication::topLevelWidgets()) {
            if (window != &explorer.window && window->isVisible()) {
                opened << QLatin1String(window->metaObject()->className());
                window->close();
            }
        }
    }
    const QStringList guessed = labels.withoutFormat();
    QVERIFY2(guessed.isEmpty(), qPrintable(guessed.join(u'\n')));
    opened.removeDuplicates();
    QVERIFY2(labels.count() > 150 && opened.size() >= 4,
             qPrintable(QStringLiteral("%1 labels; %2").arg(labels.count()).arg(opened.join(u' '))));
}

void PlainTextTest::messagesShowNamesLetterByLetter()
{
    QWidget window;
    WindowDialogs dialogs;
    dialogs.showMessage(&window, hostile, hostile + QStringLiteral("\nsecond line"));
    dialogs.choose(&window, hostile, hostile, {hostile}, [](int) {});
    dialogs.confirm(&window, hostile, hostile, hostile, [] {});
    const auto boxes = window.findChildren<QMessageBox*>();
    QCOMPARE(boxes.size(), 3);
    int found = 0;
    for (const QMessageBox* box : boxes) {
        for (const QLabel* label : box->findChildren<QLabel*>()) {
            QCOMPARE(complaintOf(*label, found), QString());
            QVERIFY(!label->openExternalLinks());
        }
    }
    QCOMPARE(found, 6);
}

void PlainTextTest::toolTipsShowNamesLetterByLetter()
{
    QVERIFY(!isTaken(plainToolTip(hostile)));
    QTextDocument document;
    document.setHtml(plainToolTip(hostile));
    QCOMPARE(document.toPlainText(), hostile);
    QCOMPARE(plainToolTip(QStringLiteral("a < b")), QStringLiteral("a < b"));
}

void PlainTextTest::theWindowShowsNamesLetterByLetter()
{
    test::ProfilesExplorer explorer;
    const QString file = explorer.folder.filePath(hostile + QStringLiteral(".json"));
    QVERIFY(QFile::copy(test::dataFile("models/gpt2-tiny.json"), file));
    explorer.window.openPath(file);
    QVERIFY(explorer.waitForPlans() && explorer.settle());
    auto measured = profileOf(explorer.model(), {1, 2, 4}, {explorer.sequenceOfProblem()});
    auto elsewhere = measured;
    for (Measurement& measurement : measured) {
        measurement.device.name = hostile.toStdString();
    }
    for (Measurement& measurement : elsewhere) {
        measurement.device.name = hostile.toStdString() + " 2";
    }
    QVERIFY(explorer.add(measured) && explorer.add(elsewhere) && explorer.waitForPlans());

    Problem changed = explorer.bench().document().session()->problem;
    ++changed.workload.global_batch;
    explorer.bench().edit(changed, explorer.bench().newEditId(), hostile); // the undo text contains the name
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.bench().undoStack().undoText().contains(hostile));

    int labels = 0;
    int toolTips = 0;
    QStringList complaints;
    for (QDockWidget* dock : explorer.window.findChildren<QDockWidget*>()) {
        dock->show();
        dock->raise();
        QTest::qWait(50);
        for (QWidget* widget : dock->findChildren<QWidget*>()) {
            if (dynamic_cast<ExportableChart*>(widget) != nullptr && widget->isVisible()) {
                complaints += complaintsOf(*widget, toolTips);
            }
        }
    }
    for (const QWidget* widget : QApplication::allWidgets()) {
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            complaints << complaintOf(*label, labels);
        }
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view && view->model()) {
            complaints += complaintsOf(*view->model(), toolTips);
        }
        complaints << (isTaken(widget->toolTip()) ? widget->objectName() + QStringLiteral(": ") + widget->toolTip()
                                                  : QString());
        for (const QAction* action : widget->actions()) {
            complaints << (isTaken(action->toolTip()) ? QStringLiteral("action: ") + action->toolTip() : QString());
        }
    }
    complaints.removeAll(QString());
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
    QVERIFY2(labels > 0 && toolTips > 0,
             qPrintable(QStringLiteral("%1 labels, %2 tool tips").arg(labels).arg(toolTips)));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    PlainTextTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_plaintext.moc"
