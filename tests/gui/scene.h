// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "ui/panes/problem/problempane.h"

#include <QLineEdit>

#include <cstdio>
#include <memory>

namespace stagecraft::test {

// One appearance of the window: the folder and suffix of its pictures, and their number.
struct Scene {
    Settings& settings;
    ScriptedDialogs& dialogs;
    QString folder;
    QString suffix; // "-dark-200"
    int written = 0;
    int failed = 0;

    void save(QWidget& widget, const QString& name)
    {
        QCoreApplication::processEvents();
        const QString path = folder + QLatin1Char('/') + name + suffix + QStringLiteral(".png");
        if (widget.grab().save(path)) {
            ++written;
        } else {
            std::fprintf(stderr, "cannot write %s\n", qPrintable(path));
            ++failed;
        }
    }

    void expect(bool good, const char* what)
    {
        if (!good) {
            std::fprintf(stderr, "%s\n", what);
            ++failed;
        }
    }
};

inline bool waitForPlans(MainWindow& window)
{
    return comes([&] {
        return window.workbench().planState() == Workbench::PlanState::Planned && window.workbench().isUpToDate();
    });
}

inline std::unique_ptr<MainWindow> makeWindow(Scene& scene, QSize size = {1440, 900})
{
    auto window = std::make_unique<MainWindow>(scene.settings, scene.dialogs);
    window->resize(size);
    window->show();
    QTest::qWait(20);
    return window;
}

inline std::unique_ptr<MainWindow> explore(Scene& scene, const QString& model, QSize size = {1440, 900})
{
    auto window = makeWindow(scene, size);
    window->openPath(model);
    scene.expect(waitForPlans(*window), "no plans came");
    QTest::qWait(60);
    return window;
}

inline void setCluster(Scene& scene, MainWindow& window, const QString& text)
{
    auto* field = window.problemPane()->findChild<QLineEdit*>(QStringLiteral("cluster"));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    field->clearFocus(); // same appearance for the following pictures
    QTest::qWait(100);
    scene.expect(waitForPlans(window), "no plans came for the cluster");
    QTest::qWait(100);
}

}
