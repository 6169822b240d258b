# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0

# The window's texts in other languages: resources/translations/stagecraft_<language>.ts, compiled into the program. English has
# its plural forms there only, as its texts stand in the sources.
set(translations ${PROJECT_SOURCE_DIR}/resources/translations)
set(sources_with_texts ui app/gui core/words)

# stagecraft_embed_translations(TARGET): the compiled files, under :/translations.
function(stagecraft_embed_translations target)
    qt_add_lrelease(${target} TS_FILES ${translations}/stagecraft_de.ts ${translations}/stagecraft_en.ts
        OPTIONS -silent QM_FILES_OUTPUT_VARIABLE compiled)
    qt_add_resources(${target} stagecraft_translations PREFIX /translations BASE ${CMAKE_CURRENT_BINARY_DIR} FILES ${compiled})
endfunction()

# Brings the .ts files up to the sources: new texts come in as unfinished, texts that are gone leave.
set(update ${CMAKE_COMMAND} -E chdir ${PROJECT_SOURCE_DIR} $<TARGET_FILE:Qt6::lupdate> -silent -no-obsolete -locations none -I .
    -extensions cpp,h,inc -tr-function-alias QT_TRANSLATE_NOOP+=ENGLISH,QT_TRANSLATE_N_NOOP+=ENGLISH_N
    ${sources_with_texts})
add_custom_target(update_translations
    COMMAND ${update} -target-language de -ts ${translations}/stagecraft_de.ts
    COMMAND ${update} -pluralonly -target-language en -ts ${translations}/stagecraft_en.ts
    COMMENT "Collecting the texts of the window")
