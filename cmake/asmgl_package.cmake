# What is installed beside the programs and libraries. The components:
#   runtime        the driver, its faces, GLVND's vendor libraries, libgbm's backend
#   tools          asmgl, asmgl-bench, manual pages, completions
#   development    headers, files for pkg-config and names for the linker, for programs that are linked with the faces
#   am             the library of the DPP array, with its header
#   documentation  what docs/ has, and syntax files for editors
#   osmesa         libOSMesa.so.8 where the system's linker looks; only where it is named (--component osmesa)
# packaging/debian makes packages of them, scripts/package an archive as well.
install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT documentation
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg")
install(DIRECTORY tools/editors/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/editors COMPONENT documentation)

# What is linked in, by the names of its licences, with the versions of this build.
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
if(NOT LLVM_PACKAGE_VERSION)
  set(LLVM_PACKAGE_VERSION NOASSERTION)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E env TZ=UTC git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ
                WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE ASMGL_CREATED OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT ASMGL_CREATED)
  set(ASMGL_CREATED 1970-01-01T00:00:00Z)
endif()
configure_file(packaging/asmgl.spdx.in ${CMAKE_BINARY_DIR}/package/asmgl.spdx @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/package/asmgl.spdx DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
