// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testing.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

namespace stagecraft {

// A folder that is deleted after the test, with its named files. (Not std::filesystem: libtorch exports that of another
// compiler.)
class TemporaryFolder {
public:
    TemporaryFolder() { REQUIRE(mkdtemp(m_path.data()) != nullptr); }
    ~TemporaryFolder()
    {
        for (const std::string& file : m_files) {
            unlink(file.c_str());
        }
        rmdir(m_path.c_str());
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return m_path; }
    // Path of a file in the folder, which need not exist.
    std::string file(const std::string& name) const { return *m_files.insert(m_path + "/" + name).first; }
    // Writes a file with this text and returns its path.
    std::string write(const std::string& name, const std::string& text) const
    {
        std::ofstream(file(name)) << text;
        return file(name);
    }

private:
    std::string m_path = "/tmp/stagecraft-test-XXXXXX";
    mutable std::set<std::string> m_files;
};

}
