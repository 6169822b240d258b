# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0

# stagecraft_embed(TARGET NAME FILE): makes generated/embedded/<NAME>.inc, the text of FILE as a raw string literal to include
# where a std::string_view is initialised. NAME is a path, such as core/hardware/catalogue.json.
function(stagecraft_embed target name file)
    set(output ${PROJECT_BINARY_DIR}/generated/embedded/${name}.inc)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} content)
    # Compilers limit one literal to 64 KiB; adjacent literals are joined.
    string(LENGTH "${content}" length)
    set(literals "")
    set(at 0)
    while(at LESS length)
        string(SUBSTRING "${content}" ${at} 8000 part)
        string(APPEND literals "R\"embedded(${part})embedded\"\n")
        math(EXPR at "${at} + 8000")
    endwhile()
    file(CONFIGURE OUTPUT ${output} CONTENT "@literals@" @ONLY)
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
