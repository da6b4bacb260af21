# `cpack -G DEB` in a build folder makes a Debian package of what `cmake --install` installs.
set(CPACK_PACKAGE_NAME asmgl)
set(CPACK_PACKAGE_CONTACT "The asmgl developers <asmgl@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenGL in software with the ARB and NVIDIA assembly program languages")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"An OpenGL driver without hardware, whose every vertex and fragment runs as an
assembly program. It stands beside the system's drivers: `asmgl run PROGRAM`
starts a program on it, and GLVND finds it under the name asmgl.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
# What the libraries and programs need, by the versions of the symbols that they use.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_MULTIARCH same)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libgl1, libglx0, libegl1, libwayland-client0")
# GLVND's libraries stand in a folder of the dynamic linker, whose list is made anew.
file(WRITE ${CMAKE_BINARY_DIR}/package/triggers "activate-noawait ldconfig\n")
# Packages that link with its public libraries depend on it. The faces are none of them: they have the names of others'.
file(WRITE ${CMAKE_BINARY_DIR}/package/shlibs "libGLX_asmgl 0 asmgl\nlibEGL_asmgl 0 asmgl\nlibasmgl_am 0 asmgl\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/package/triggers ${CMAKE_BINARY_DIR}/package/shlibs)
# Debian's form of a history: this version. What changed for users is NEWS.gz.
execute_process(COMMAND git log -1 --format=%aD WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE date
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT date)
  set(date "Thu, 01 Jan 1970 00:00:00 +0000")
endif()
file(WRITE ${CMAKE_BINARY_DIR}/package/changelog
"asmgl (${PROJECT_VERSION}) unstable; urgency=medium

  * Built from the sources; NEWS.gz tells what changed.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
execute_process(COMMAND gzip -9nf ${CMAKE_BINARY_DIR}/package/changelog COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND gzip -9nc ${CMAKE_SOURCE_DIR}/CHANGELOG.md OUTPUT_FILE ${CMAKE_BINARY_DIR}/package/NEWS.gz
                COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${CMAKE_BINARY_DIR}/package/changelog.gz ${CMAKE_BINARY_DIR}/package/NEWS.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_SOURCE_DIR}/cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs FILES_MATCHING PATTERN "*.md")
include(CPack)
