// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/dialogs.h"

#include "ui/dialogs/savename.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>

#include <memory>

namespace stagecraft {

namespace {

struct DialogWords {
    Q_DECLARE_TR_FUNCTIONS(WindowDialogs)
};

// Shows the texts literally, because they may contain names and reasons from files.
QMessageBox* makeBox(QMessageBox::Icon icon, QMessageBox::StandardButton button, QWidget* parent, const QString& title,
                     const QString& text)
{
    auto* box = new QMessageBox(icon, title, {}, button, parent);
    box->setTextFormat(Qt::PlainText);
    box->setText(title);
    box->setInformativeText(text);
    for (QLabel* label : box->findChildren<QLabel*>()) { // the label of the second text has no format setting
        label->setTextFormat(Qt::PlainText);
        label->setOpenExternalLinks(false);
    }
    box->setAttribute(Qt::WA_DeleteOnClose);
    return box;
}

void showBox(QMessageBox::Icon icon, QWidget* parent, const QString& title, const QString& text)
{
    makeBox(icon, QMessageBox::Ok, parent, title, text)->open();
}

// Stays open until the name has a suffix of the filters.
class SaveDialog : public QFileDialog {
public:
    SaveDialog(QWidget* parent, const Dialogs::File& file) : QFileDialog(parent, file.title, file.folder) {}

protected:
    void accept() override
    {
        const QString typed = selectedFiles().value(0);
        const SaveName checked = saveName(typed, nameFilters(), selectedNameFilter());
        if (checked.complaint.isEmpty()) {
            if (checked.name != typed) {
                takeName(checked.name);
            }
            QFileDialog::accept();
            return;
        }
        showBox(QMessageBox::Warning, this, DialogWords::tr("Cannot save under this name"), checked.complaint);
        if (!layout()) { // a native dialog has closed itself
            QMetaObject::invokeMethod(
                this, [this] { open(); }, Qt::QueuedConnection);
        }
    }

private:
    // QFileDialog does not change the text of a focused field.
    void takeName(const QString& name)
    {
        selectFile(name);
        if (auto* field = findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))) {
            field->setText(name);
        }
    }
};

void askFile(QWidget* parent, const Dialogs::File& file, QFileDialog::AcceptMode mode,
             std::function<void(const QString&)> then)
{
    const bool saves = mode == QFileDialog::AcceptSave;
    auto* dialog = saves ? new SaveDialog(parent, file) : new QFileDialog(parent, file.title, file.folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(mode);
    dialog->setFileMode(saves ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    dialog->setNameFilters(file.filters);
    if (saves) {
        dialog->selectFile(file.suggestion);
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

void WindowDialogs::showMessage(QWidget* parent, const QString& title, const QString& text)
{
    showBox(QMessageBox::Warning, parent, title, text);
}

void WindowDialogs::inform(QWidget* parent, const QString& title, const QString& text)
{
    showBox(QMessageBox::Information, parent, title, text);
}

void WindowDialogs::confirm(QWidget* parent, const QString& title, const QString& text, const QString& action,
                            std::function<void()> then)
{
    choose(parent, title, text, {action}, [then = std::move(then)](int) { then(); });
}

void WindowDialogs::choose(QWidget* parent, const QString& title, const QString& text, const QStringList& actions,
                           std::function<void(int)> then)
{
    QMessageBox* box = makeBox(QMessageBox::Question, QMessageBox::Cancel, parent, title, text);
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
