// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/languagemenu.h"

#include "ui/app/settings.h"
#include "ui/dialogs/dialogs.h"
#include "ui/words/language.h"

#include <QActionGroup>

namespace stagecraft {

LanguageMenu::LanguageMenu(Settings& settings, Dialogs& dialogs, QWidget* parent)
    : QMenu(parent), m_settings(settings), m_dialogs(dialogs), m_group(new QActionGroup(this))
{
    setTitle(tr("Lan&guage"));
    const QString systems = language::nativeName(language::resolved(QStringLiteral("system")));
    add(QStringLiteral("system"), tr("Follow &system (%1)").arg(systems));
    for (const QString& code : language::available()) {
        add(code, language::nativeName(code));
    }
}

void LanguageMenu::add(const QString& input, const QString& text)
{
    QAction* action = addAction(text);
    action->setCheckable(true);
    action->setChecked(m_settings.value(Setting::Language).toString() == input);
    m_group->addAction(action);
    connect(action, &QAction::triggered, this, [this, input] { choose(input); });
}

void LanguageMenu::choose(const QString& input)
{
    m_settings.setValue(Setting::Language, input);
    const QString code = language::resolved(input);
    if (code != language::current()) {
        m_dialogs.inform(parentWidget(), tr("Language"),
                         tr("Restart Stagecraft to switch to %1.").arg(language::nativeName(code)));
    }
}

}
