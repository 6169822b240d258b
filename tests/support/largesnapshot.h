// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/snapshotpickle.h"

#include <array>
#include <fstream>
#include <map>
#include <vector>

namespace stagecraft::testing {

// Writes a memory snapshot of any length in PyTorch's structure: training steps whose layers allocate in the forward
// pass and free in the backward pass. Each event has a separate stack with shared frames.
class LargeSnapshot {
public:
    // `depth`: frames per stack.
    LargeSnapshot(const std::string& path, int depth) : m_file(path, std::ios::binary), m_depth(depth) {}

    // Writes steps until the file has `length` bytes. Returns false on a write error.
    bool write(std::int64_t length)
    {
        m_pickle.begin().dictionary().mark().text("segments").list();
        m_pickle.text("device_traces").list().list().mark();
        while (m_written < length && m_file) {
            step();
        }
        m_pickle.appends().operation('a').setItems().end();
        flush();
        m_file.flush();
        return m_file.good();
    }
    std::int64_t events() const { return m_events; } // number of events that change memory

private:
    static constexpr int layers = 48;
    static constexpr int tensors = 12; // per layer

    void step()
    {
        std::vector<std::uint64_t> saved;
        for (int i = 0; i < layers * tensors; ++i) {
            event("alloc", address(i), size(i), "forward", i);
            saved.push_back(address(i));
        }
        for (int i = layers * tensors; i-- > 0;) {
            event("alloc", address(i) + (1ULL << 40), size(i) / 2, "backward", i);
            for (const auto& [block, bytes] :
                 {std::pair(address(i), size(i)), {address(i) + (1ULL << 40), size(i) / 2}}) {
                event("free_requested", block, bytes, "backward", i);
                event("free_completed", block, bytes, "backward", i);
            }
        }
        event("alloc", 1ULL << 45, 512, "step", 0);
        event("free_requested", 1ULL << 45, 512, "zero_grad", 0);
    }

    static std::uint64_t address(int i) { return (1ULL << 43) + static_cast<std::uint64_t>(i) * (1 << 21); }
    static std::uint64_t size(int i) { return 4096ULL * static_cast<std::uint64_t>(1 + i % 97) + 4; }

    void event(std::string_view action, std::uint64_t block, std::uint64_t bytes, std::string_view function, int i)
    {
        m_pickle.dictionary().mark();
        word("action");
        word(action);
        word("addr");
        m_pickle.whole(block);
        word("size");
        m_pickle.whole(bytes);
        word("stream");
        m_pickle.whole(0);
        word("time_us");
        m_pickle.whole(1'790'000'000'000'000 + static_cast<std::uint64_t>(3 * m_events));
        word("compile_context");
        word("N/A");
        word("user_metadata");
        word("");
        word("frames");
        stack(function, i);
        m_pickle.setItems();
        m_events += action == "free_completed" ? 0 : 1;
        // Python's pickler appends values in batches of a thousand.
        if (++m_batch % 1000 == 0) {
            m_pickle.appends().mark();
        }
        if (m_pickle.bytes.size() > 1 << 20) {
            flush();
        }
    }

    void stack(std::string_view function, int i)
    {
        m_pickle.list().mark();
        for (int f = 0; f < m_depth; ++f) {
            const std::pair key(f == 0 ? std::string(function) : "call", f < 4 ? i * 8 + f : f);
            if (const auto known = m_frames.find(key); known != m_frames.end()) {
                m_pickle.get(known->second);
                continue;
            }
            m_pickle.dictionary();
            m_frames[key] = m_pickle.remembered();
            m_pickle.mark();
            word("name");
            word(key.first);
            word("filename");
            word("site-packages/model/layer.py");
            word("line");
            m_pickle.whole(static_cast<std::uint64_t>(key.second));
            m_pickle.setItems();
        }
        m_pickle.appends();
    }

    void word(std::string_view text)
    {
        if (const auto known = m_words.find(std::string(text)); known != m_words.end()) {
            m_pickle.get(known->second);
            return;
        }
        m_pickle.text(text);
        m_words[std::string(text)] = m_pickle.remembered();
    }

    void flush()
    {
        m_file.write(m_pickle.bytes.data(), static_cast<std::streamsize>(m_pickle.bytes.size()));
        m_written += static_cast<std::int64_t>(m_pickle.bytes.size());
        m_pickle.bytes.clear();
    }

    std::ofstream m_file;
    int m_depth;
    PickleText m_pickle;
    std::map<std::string, std::uint32_t> m_words;
    std::map<std::pair<std::string, int>, std::uint32_t> m_frames;
    std::int64_t m_events = 0;
    std::int64_t m_written = 0;
    int m_batch = 0;
};

}
