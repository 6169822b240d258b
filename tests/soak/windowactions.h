// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/explorerfixture.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/problem/problempane.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/stages/stagespane.h"
#include "ui/panes/stages/stagestrip.h"
#include "ui/panes/timeline/timelinechart.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QSlider>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>
#include <QWheelEvent>

#include <random>

namespace stagecraft::test {

// Performs random user actions in the window, reproducible by seed. Models and clusters are small, so that searches are
// quick.
class RandomUser {
public:
    RandomUser(Explorer& explorer, unsigned seed) : m_explorer(explorer), m_random(seed) {}

    // Performs one action and returns its name.
    const char* act()
    {
        struct Choice {
            int weight;
            const char* name;
            void (RandomUser::*action)();
        };
        static constexpr std::array choices {
            Choice {24, "field", &RandomUser::changeField},  Choice {6, "cluster", &RandomUser::changeCluster},
            Choice {2, "model", &RandomUser::chooseModel},   Choice {10, "undo or redo", &RandomUser::undoOrRedo},
            Choice {10, "plan", &RandomUser::selectPlan},    Choice {12, "stages", &RandomUser::changeStages},
            Choice {8, "what-if", &RandomUser::tryWhatIf},   Choice {4, "filter", &RandomUser::filter},
            Choice {8, "pane", &RandomUser::switchPane},     Choice {2, "layout", &RandomUser::changeLayout},
            Choice {1, "theme", &RandomUser::changeTheme},   Choice {2, "export", &RandomUser::exportSomething},
            Choice {8, "zoom", &RandomUser::zoom},           Choice {6, "button", &RandomUser::pressButton},
            Choice {2, "compare", &RandomUser::comparePlan}, Choice {1, "dialog", &RandomUser::openDialog},
            Choice {6, "key", &RandomUser::pressKey},
        };
        int all = 0;
        for (const Choice& choice : choices) {
            all += choice.weight;
        }
        int drawn = below(all);
        for (const Choice& choice : choices) {
            drawn -= choice.weight;
            if (drawn < 0) {
                (this->*choice.action)();
                return choice.name;
            }
        }
        return "";
    }

    int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(m_random); }

private:
    template <typename T>
    const T& oneOf(const std::vector<T>& all)
    {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    }
    MainWindow& window() { return m_explorer.window; }

    // Returns the widgets that accept input.
    template <typename Widget>
    std::vector<Widget*> usable(const QWidget& in)
    {
        std::vector<Widget*> all;
        for (Widget* widget : in.findChildren<Widget*>()) {
            if (widget->isVisible() && widget->isEnabled() && !widget->visibleRegion().isEmpty()) {
                all.push_back(widget);
            }
        }
        return all;
    }

    void type(QWidget* field, const QString& text)
    {
        field->setFocus();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, text);
        QTest::keyClick(field, below(2) == 0 ? Qt::Key_Return : Qt::Key_Tab);
    }

    void changeNumber(QAbstractSpinBox* box)
    {
        box->setFocus();
        if (below(3) == 0) {
            type(box, QString::number(1 << below(7)));
        } else {
            QTest::keyClick(box, below(2) == 0 ? Qt::Key_Up : Qt::Key_Down);
        }
    }

    void changeChoice(QComboBox* box)
    {
        box->setFocus();
        for (int i = below(4); i >= 0; --i) {
            QTest::keyClick(box, below(2) == 0 ? Qt::Key_Up : Qt::Key_Down);
        }
    }

    void changeField()
    {
        const QWidget& pane = *window().problemPane();
        switch (below(6)) {
        case 0:
        case 1:
        case 2:
            if (const auto boxes = usable<QAbstractSpinBox>(pane); !boxes.empty()) {
                changeNumber(oneOf(boxes));
            }
            return;
        case 3:
        case 4:
            if (auto boxes = usable<QComboBox>(pane); !boxes.empty()) {
                std::erase_if(boxes, [](const QComboBox* box) { return box->objectName() == QStringLiteral("model"); });
                if (!boxes.empty()) {
                    changeChoice(oneOf(boxes));
                }
            }
            return;
        default:
            if (auto* more = m_explorer.field<QToolButton>("moreConstraints"); more && more->isVisible()) {
                more->click();
            }
        }
    }

    void changeCluster()
    {
        static const std::vector<const char*> clusters {
            "4xcpu:8GiB", "8xA100-80GB",   "2x8xA100-80GB", "2xcpu:1GiB", "16xcpu:500MiB", "8xH100-80GB",
            "1xcpu:4GiB", "4xA100-40GB@9", "8xnone",        "4x",         "2x4xL40S",      "8xA100-80GB+8xL40S"};
        auto* field = m_explorer.field<QLineEdit>("cluster");
        if (field->isEnabled() && field->isVisible()) {
            type(field, QLatin1String(oneOf(clusters)));
        }
    }

    void chooseModel()
    {
        static const std::vector<QString> models {
            dataFile("models/gpt2-tiny.json"), dataFile("sixteen-layers.csv"), QStringLiteral("zoo:resnet18"),
            QStringLiteral("zoo:gpt?layers=6&hidden=256&heads=4"), dataFile("models/no-type.json")};
        m_explorer.bench().chooseModel(oneOf(models));
    }

    void undoOrRedo()
    {
        QUndoStack& stack = m_explorer.bench().undoStack();
        // keyboard input to any focused field
        if (QWidget* focus = QApplication::focusWidget(); focus && below(2) == 0) {
            QTest::keyClick(focus, Qt::Key_Z,
                            below(3) > 0 ? Qt::ControlModifier : Qt::ControlModifier | Qt::ShiftModifier);
            return;
        }
        for (int i = below(4); i >= 0; --i) {
            below(2) == 0 ? stack.undo() : stack.redo();
        }
    }

    void comparePlan()
    {
        for (const auto* text : {"Add to comparison", "Remove from comparison"}) {
            if (QAction* change = m_explorer.action(QLatin1String(text)); change && change->isEnabled()) {
                change->trigger();
                return;
            }
        }
    }

    void selectPlan()
    {
        QTableView* table = window().candidatesPane()->table();
        if (!table->visibleRegion().isEmpty()) {
            table->setFocus();
            QTest::keyClick(table, below(2) == 0 ? Qt::Key_Down : Qt::Key_Up);
        } else if (const auto result = m_explorer.bench().plans().result(); result && !result->candidates.empty()) {
            m_explorer.bench().plans().select(below(static_cast<int>(result->candidates.size())));
        }
    }

    void changeStages()
    {
        StagesPane& pane = *window().stagesPane();
        show("stagesDock");
        if (pane.isEmptyShown()) {
            return;
        }
        StageStrip* strip = pane.strip();
        if (below(3) > 0 && strip->isVisible() && strip->isEnabled()) {
            strip->setFocus();
            const std::vector<Qt::KeyboardModifier> held {Qt::NoModifier, Qt::ControlModifier, Qt::ShiftModifier};
            QTest::keyClick(strip, below(2) == 0 ? Qt::Key_Left : Qt::Key_Right, oneOf(held));
        } else if (const auto boxes = usable<QComboBox>(pane); below(2) == 0 && !boxes.empty()) {
            changeChoice(oneOf(boxes));
        } else if (auto* name = m_explorer.field<QLineEdit>("planName"); below(3) == 0 && name->isEnabled()) {
            type(name, QStringLiteral("Plan %1").arg(below(20)));
        } else if (const auto buttons = usable<QAbstractButton>(pane); !buttons.empty()) {
            press(oneOf(buttons));
        }
    }

    void tryWhatIf()
    {
        SizingPane& pane = *window().sizingPane();
        show("sizingDock");
        if (const auto sliders = usable<QSlider>(pane); below(2) == 0 && !sliders.empty()) {
            QSlider* slider = oneOf(sliders);
            slider->setFocus();
            QTest::keyClick(slider, below(2) == 0 ? Qt::Key_Left : Qt::Key_Right);
        } else if (const auto boxes = usable<QAbstractSpinBox>(pane); below(2) == 0 && !boxes.empty()) {
            changeNumber(oneOf(boxes));
        } else if (const auto buttons = usable<QAbstractButton>(pane); !buttons.empty()) {
            press(oneOf(buttons));
        }
        if (below(4) > 0) {
            show("candidatesDock"); // the pane with the long searches
        }
    }

    void filter()
    {
        show("candidatesDock");
        QLineEdit* field = window().candidatesPane()->filterField();
        if (field->isVisible()) {
            static const std::vector<const char*> texts {"", "p2", "uniform", "1f1b", "nothing at all", "d4"};
            type(field, QLatin1String(oneOf(texts)));
        }
    }

    void show(const char* name)
    {
        auto* dock = m_explorer.field<QDockWidget>(name);
        if (!dock->toggleViewAction()->isEnabled()) {
            return;
        }
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
    }

    void switchPane()
    {
        const int pane = 1 + below(13);
        const auto digit = static_cast<Qt::Key>(Qt::Key_0 + pane % 10);
        window().setFocus();
        QTest::keyClick(&window(), digit, pane > 10 ? Qt::AltModifier | Qt::ShiftModifier : Qt::AltModifier);
    }

    void changeLayout()
    {
        const auto docks = window().findChildren<QDockWidget*>();
        QDockWidget* dock = docks[below(static_cast<int>(docks.size()))];
        switch (below(6)) {
        case 0:
            m_explorer.action(QStringLiteral("Restore default layout"))->trigger();
            return;
        case 3:
        case 4: {
            const QList<QAction*> named = m_explorer.action(QStringLiteral("Layout"))->menu()->actions();
            QAction* chosen = named[below(static_cast<int>(named.size()))];
            if (chosen->isEnabled() && !chosen->isSeparator()) {
                chosen->trigger();
            }
            return;
        }
        case 1:
            dock->setFloating(!dock->isFloating());
            return;
        case 2:
            window().addDockWidget(below(2) == 0 ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea, dock);
            return;
        default:
            window().resize(900 + below(900), 600 + below(600));
        }
    }

    void changeTheme()
    {
        static const std::vector<const char*> looks {"Light", "Dark", "As the system"};
        m_explorer.action(QLatin1String(oneOf(looks)))->trigger();
    }

    void exportSomething()
    {
        std::vector<QAction*> exports;
        for (QAction* action : window().findChildren<QAction*>()) {
            const QString text = action->text().remove(u'&');
            const bool wanted = text.endsWith(QStringLiteral("image…")) || text.startsWith(QStringLiteral("Plan as"))
                || text.startsWith(QStringLiteral("Copy ")) || text.startsWith(QStringLiteral("Export "))
                || text.startsWith(QStringLiteral("Print"));
            if (wanted && action->isEnabled()) {
                exports.push_back(action);
            }
        }
        if (!exports.empty()) {
            QAction* action = oneOf(exports);
            m_explorer.dialogs.file = m_explorer.path(fileFor(action->text().remove(u'&')));
            action->trigger();
            m_explorer.dialogs.file.clear();
        }
    }

    const char* fileFor(const QString& action)
    {
        static const std::vector<const char*> pictures {"out.png", "out.svg", "out.pdf"};
        return action.contains(QStringLiteral("JSON")) || action.contains(QStringLiteral("trace")) ? "out.json"
            : action.contains(QStringLiteral("YAML"))                                              ? "out.yaml"
            : action.contains(QStringLiteral("over time"))                                         ? "out.csv"
            : action.startsWith(QStringLiteral("Print"))                                           ? "out.pdf"
                                                                                                   : oneOf(pictures);
    }

    void zoom()
    {
        TimelineChart* timeline = window().timelinePane()->chart();
        TradeoffChart* tradeoff = window().tradeoffPane()->chart();
        if (below(2) == 0 && !timeline->visibleRegion().isEmpty()) {
            static const std::vector<Qt::Key> keys {Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Left, Qt::Key_Right,
                                                    Qt::Key_Up,   Qt::Key_Down,  Qt::Key_Home, Qt::Key_Return};
            timeline->setFocus();
            QTest::keyClick(timeline, oneOf(keys), below(3) == 0 ? Qt::ControlModifier : Qt::NoModifier);
        } else if (!tradeoff->visibleRegion().isEmpty()) {
            QWidget* view = tradeoff->viewport();
            const auto anywhere = [&] { return QPoint(below(view->width()), below(view->height())); };
            QTest::mousePress(view, Qt::LeftButton, {}, anywhere());
            QTest::mouseMove(view, anywhere());
            QTest::mouseMove(view, anywhere());
            QTest::mouseRelease(view, Qt::LeftButton, {}, anywhere());
            if (below(2) == 0) {
                QTest::keyClick(tradeoff, Qt::Key_Escape);
            }
        }
    }

    // Presses a button, unless it leaves the workspace or starts a profile.
    void press(QAbstractButton* button)
    {
        const auto* tool = qobject_cast<QToolButton*>(button);
        const bool opens = tool && tool->menu() != nullptr;
        const QString text = button->text().remove(u'&');
        if (opens || text.endsWith(QStringLiteral("…")) || button->objectName().startsWith(QStringLiteral("qt_"))
            || (tool && tool->defaultAction()
                && tool->defaultAction()->text().remove(u'&') != QStringLiteral("Undo"))) {
            return;
        }
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
    }

    void pressButton()
    {
        const auto docks = window().findChildren<QDockWidget*>();
        const QWidget* pane = docks[below(static_cast<int>(docks.size()))]->widget();
        if (const auto buttons = usable<QAbstractButton>(*pane); !buttons.empty()) {
            press(oneOf(buttons));
        }
    }

    void openDialog()
    {
        static const std::vector<const char*> openers {
            "How was this computed?", "Keyboard shortcuts", "Commands…", "Manual", "Profile…", "About Stagecraft"};
        QAction* action = m_explorer.action(QLatin1String(oneOf(openers)));
        if (!action || !action->isEnabled()) {
            return;
        }
        action->trigger();
        QCoreApplication::processEvents();
        for (QWidget* top : QApplication::topLevelWidgets()) {
            if (auto* dialog = qobject_cast<QDialog*>(top); dialog && dialog->isVisible()) {
                QTest::keyClick(dialog, Qt::Key_Escape);
            }
        }
    }

    // Sends a key to the focused widget.
    void pressKey()
    {
        static const std::vector<Qt::Key> keys {Qt::Key_Tab,   Qt::Key_Backtab,  Qt::Key_Down,
                                                Qt::Key_Up,    Qt::Key_Left,     Qt::Key_Home,
                                                Qt::Key_Right, Qt::Key_PageDown, Qt::Key_End};
        QWidget* focus = QApplication::focusWidget();
        if (focus && focus->window() == &window() && focus->objectName() != QStringLiteral("model")) {
            QTest::keyClick(focus, oneOf(keys));
        }
    }

    Explorer& m_explorer;
    std::mt19937 m_random;
};

}
