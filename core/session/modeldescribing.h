// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <QObject>

#include <memory>
#include <string>

namespace stagecraft {

// A model built by the user's Python, and the output file for its layers.
struct DescribingRequest {
    std::string source; // config.json of transformers, or module:function
    std::string output; // TorchScript without weights
    std::string python = "python3";
    int sequence = 0; // tokens per sample; 0: the model's maximum, at most 8192
    std::string attention; // sdpa or eager; empty: transformers' default
    bool dropout = true; // true: as in the config
};

// Splits a model into its chain of layers in the user's Python. Use on the thread that made it; emits from its event
// loop. Emits nothing after finished() or failed(). Destroying it while running stops Python.
class ModelDescribing : public QObject {
    Q_OBJECT
public:
    explicit ModelDescribing(DescribingRequest request, QObject* parent = nullptr);
    ~ModelDescribing() override;

    void start();
    // Continues after found() and writes the file. Call once.
    void write();
    // Ends Python, which is killed after five seconds. finished() follows.
    void cancel();

Q_SIGNALS:
    // The chain in the format "chain" of docs/formats.md. Waits for write() or cancel().
    void found(const nlohmann::json& chain);
    void progressed(int done, int total);
    // Standard output and standard error of the model's code.
    void wrote(const QByteArray& text);
    void finished(bool cancelled);
    // ModelUndescribable, FileNotWritable.
    void failed(const stagecraft::Error& error);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

}
