// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <QObject>

#include <memory>
#include <string>

namespace stagecraft {

// A model that the user's Python builds, and the file that its layers go into.
struct DescribingRequest {
    std::string source; // a config.json of transformers, or module:function
    std::string output; // TorchScript without weights
    std::string python = "python3";
    int sequence = 0; // tokens of a sample; 0: the model's longest, at most 8192
    std::string attention; // sdpa or eager; empty: as transformers chooses
    bool dropout = true; // as the config says
};

// Cuts a model into its chain of layers, in the user's own Python. Lives on the thread that made it; emits from its
// event loop. After finished() or failed() nothing more is emitted. Destroying it while running stops Python.
class ModelDescribing : public QObject {
    Q_OBJECT
public:
    explicit ModelDescribing(DescribingRequest request, QObject* parent = nullptr);
    ~ModelDescribing() override;

    void start();
    // To be called once after found(): goes on and writes the file.
    void write();
    // Ends Python; after five seconds it is killed. finished() follows.
    void cancel();

Q_SIGNALS:
    // The chain as "chain" of docs/formats.md has it. Nothing happens until write() or cancel().
    void found(const nlohmann::json& chain);
    void progressed(int done, int total);
    // What the model's code wrote to its standard output and standard error.
    void wrote(const QByteArray& text);
    void finished(bool cancelled);
    // ModelUndescribable, FileNotWritable.
    void failed(const stagecraft::Error& error);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

}
