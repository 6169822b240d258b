// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/dialogs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QRegularExpression>

#include <memory>

namespace stagecraft {

namespace {

// "yaml" of "YAML (*.yaml *.yml)".
QString suffixOf(const QString& filter)
{
    static const QRegularExpression pattern(QStringLiteral(R"(\*\.(\w+))"));
    return pattern.match(filter).captured(1);
}

// Shows each character of the texts, which may have names and reasons from files.
QMessageBox* makeBox(QMessageBox::Icon icon, const QString& title, const QString& text,
                     QMessageBox::StandardButton button, QWidget* parent)
{
    auto* box = new QMessageBox(icon, title, {}, button, parent);
    box->setTextFormat(Qt::PlainText);
    box->setText(title);
    box->setInformativeText(text);
    for (QLabel* label : box->findChildren<QLabel*>()) { // the second text's has no format of its own
        label->setTextFormat(Qt::PlainText);
        label->setOpenExternalLinks(false);
    }
    box->setAttribute(Qt::WA_DeleteOnClose);
    return box;
}

void askFile(QWidget* parent, const Dialogs::File& file, QFileDialog::AcceptMode mode,
             std::function<void(const QString&)> then)
{
    auto* dialog = new QFileDialog(parent, file.title, file.folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(mode);
    dialog->setFileMode(mode == QFileDialog::AcceptOpen ? QFileDialog::ExistingFile : QFileDialog::AnyFile);
    dialog->setNameFilters(file.filters);
    if (mode == QFileDialog::AcceptSave) {
        dialog->selectFile(file.suggestion);
        const auto follow = [dialog](const QString& filter) { dialog->setDefaultSuffix(suffixOf(filter)); };
        follow(file.filters.value(0));
        QObject::connect(dialog, &QFileDialog::filterSelected, dialog, follow);
    }
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(then));
    dialog->open();
}

}

void WindowDialogs::askOpenFile(QWidget* parent, const File& file, std::function<void(const QString&)> then)
{
    askFile(parent, file, QFileDialog::AcceptOpen, std::move(then));
}

void WindowDialogs::askSaveFile(QWidget* parent, const File& file, std::function<void(const QString&)> then)
{
    askFile(parent, file, QFileDialog::AcceptSave, std::move(then));
}

void WindowDialogs::askPrinter(QWidget* parent, const QString& title, std::function<void(QPrinter&)> then)
{
    const auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
    printer->setDocName(title);
    auto* dialog = new QPrintDialog(printer.get(), parent);
    dialog->setWindowTitle(title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, qOverload<>(&QDialog::accepted), parent,
                     [printer, then = std::move(then)] { then(*printer); });
    dialog->open();
}

void WindowDialogs::tell(QWidget* parent, const QString& title, const QString& text)
{
    makeBox(QMessageBox::Warning, title, text, QMessageBox::Ok, parent)->open();
}

void WindowDialogs::confirm(QWidget* parent, const QString& title, const QString& text, const QString& action,
                            std::function<void()> then)
{
    choose(parent, title, text, {action}, [then = std::move(then)](int) { then(); });
}

void WindowDialogs::choose(QWidget* parent, const QString& title, const QString& text, const QStringList& actions,
                           std::function<void(int)> then)
{
    auto* box = makeBox(QMessageBox::Question, title, text, QMessageBox::Cancel, parent);
    for (int i = 0; i < actions.size(); ++i) {
        QPushButton* button = box->addButton(actions[i], QMessageBox::AcceptRole);
        QObject::connect(button, &QPushButton::clicked, parent, [then, i] { then(i); });
        if (i == 0) {
            box->setDefaultButton(button);
        }
    }
    box->open();
}

}
