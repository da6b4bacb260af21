# `cpack -G DEB` in a build folder makes a Debian package of what `cmake --install` installs.
set(CPACK_PACKAGE_NAME asmgl)
set(CPACK_PACKAGE_CONTACT "The asmgl developers <asmgl@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenGL in software with the ARB and NVIDIA assembly program languages")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"An OpenGL driver without hardware, whose every vertex and fragment runs as an assembly program. It stands beside
the system's drivers: `asmgl run PROGRAM` starts a program on it, and GLVND finds it under the name asmgl.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
# What the libraries and programs need, by the versions of the symbols that they use.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_MULTIARCH same)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libgl1, libglx0, libegl1, libwayland-client0")
install(FILES ${CMAKE_SOURCE_DIR}/cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs FILES_MATCHING PATTERN "*.md")
include(CPack)
