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

// A folder that goes with the test, with the files that were named in it. (libtorch exports a std::filesystem of
// another compiler: not used here.)
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
    // The path of a file in it, that need not be there.
    std::string file(const std::string& name) const { return *m_files.insert(m_path + "/" + name).first; }
    // The path of a file in it that has this text.
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
