# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    # Relative paths, so that all build folders of a checkout share what they compile.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE_PROGRAM})
    # Without this, precompiled headers carry time stamps and the cache never hits.
    add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fno-pch-timestamp> $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endif()

add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wall> $<$<COMPILE_LANGUAGE:CXX>:-Wextra>)
# GCC 12 sees accesses out of bounds in std::string and std::vector that are none (GCC bugs 105329 and 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    foreach(warning IN ITEMS array-bounds restrict stringop-overflow stringop-overread)
        add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-${warning}>)
    endforeach()
endif()
# GCC takes a source that another one includes for a header: types in its unnamed namespace are then said to be seen elsewhere.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()
if(STAGECRAFT_WERROR)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:--Werror=all-warnings>)
endif()
if(STAGECRAFT_SANITIZE)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${STAGECRAFT_SANITIZE}> $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
    add_link_options(-fsanitize=${STAGECRAFT_SANITIZE})
endif()
