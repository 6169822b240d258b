# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0

# Header-only libraries: nlohmann-json, CLI11, Eigen, tl-expected, doctest. Debian's packages put them under /usr/include;
# STAGECRAFT_HEADERS names a folder with them on machines without those packages. packaging/worker-package.sh packs one.
if(NOT STAGECRAFT_HEADERS AND EXISTS ${PROJECT_SOURCE_DIR}/headers)
    set(STAGECRAFT_HEADERS ${PROJECT_SOURCE_DIR}/headers)
endif()
find_path(STAGECRAFT_JSON_DIR nlohmann/json.hpp HINTS ${STAGECRAFT_HEADERS} REQUIRED)
find_path(STAGECRAFT_EXPECTED_DIR tl/expected.hpp HINTS ${STAGECRAFT_HEADERS} REQUIRED)
find_path(STAGECRAFT_EIGEN_DIR Eigen/Dense HINTS ${STAGECRAFT_HEADERS} PATH_SUFFIXES eigen3 REQUIRED)
function(stagecraft_header_only target)
    foreach(folder IN ITEMS ${STAGECRAFT_JSON_DIR} ${STAGECRAFT_EXPECTED_DIR} ${STAGECRAFT_EIGEN_DIR})
        if(NOT folder STREQUAL "/usr/include")
            target_include_directories(${target} SYSTEM PUBLIC ${folder})
        endif()
    endforeach()
endfunction()

find_package(Threads REQUIRED)

if(STAGECRAFT_GUI)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Charts Svg PrintSupport Test LinguistTools)
    find_package(SQLite3 REQUIRED)
    find_package(SQLiteCpp REQUIRED)
    find_package(yaml-cpp REQUIRED)
    find_path(STAGECRAFT_CLI11_DIR CLI/CLI.hpp HINTS ${STAGECRAFT_HEADERS} REQUIRED)
endif()

if(STAGECRAFT_WORKER)
    include(libtorch)
    if(STAGECRAFT_MPI)
        set(MPI_CXX_SKIP_MPICXX ON)
        find_package(MPI COMPONENTS CXX)
        if(NOT MPI_CXX_FOUND)
            message(STATUS "No MPI: probes of CPUs leave messages between processes out")
        endif()
    endif()
    find_path(STAGECRAFT_DOCTEST_DIR doctest/doctest.h HINTS ${STAGECRAFT_HEADERS} REQUIRED)
endif()
