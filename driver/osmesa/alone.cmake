# libOSMesa alone (-DASMGL_ONLY_OSMESA=ON): it draws into a program's own memory, holds all rooms, and needs no library but
# C's. Without the JIT there is libOSMesa.a, too.
asmgl_room(driver USES glapi rasterizer runtime glsl arbasm ir LIBRARIES ${CMAKE_DL_LIBS}
           LEFT_OUT "driver/(configs|egl|gbm|glvnd|glx|platforms|present|targets|testing|wayland|xlib)/|driver/(preload|tool_interface)\\.")
target_compile_definitions(asmgl_driver PRIVATE ASMGL_VERSION_TEXT="${PROJECT_VERSION}")

add_library(osmesa SHARED faces/library.c)
set(osmesa_objects)
foreach(room driver glapi rasterizer runtime glsl arbasm ir)
  get_property(libraries TARGET asmgl_${room} PROPERTY ASMGL_LIBRARIES)
  target_link_libraries(osmesa PRIVATE asmgl_${room} ${libraries})
  # Precompiled headers are among them.
  list(APPEND osmesa_objects $<FILTER:$<TARGET_OBJECTS:asmgl_${room}>,EXCLUDE,\\.gch$>)
  get_property(of_levels TARGET asmgl_${room} PROPERTY INTERFACE_SOURCES)
  list(APPEND osmesa_objects ${of_levels})
endforeach()
target_link_libraries(osmesa PRIVATE Threads::Threads)
set(exports ${CMAKE_CURRENT_SOURCE_DIR}/osmesa/exports.map)
set_target_properties(osmesa PROPERTIES OUTPUT_NAME OSMesa SOVERSION 8 LINKER_LANGUAGE CXX LINK_DEPENDS ${exports})
target_include_directories(osmesa INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/osmesa/include)
target_link_options(osmesa PRIVATE
  -Wl,--version-script=${exports} -Wl,--exclude-libs,ALL -Wl,-Bsymbolic -Wl,-z,nodelete -Wl,--gc-sections)
if(NOT ASMGL_SANITIZE)
  target_link_options(osmesa PRIVATE -static-libstdc++ -static-libgcc -Wl,-z,defs)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
  target_link_options(osmesa PRIVATE -Wl,-z,pack-relative-relocs)
endif()
install(TARGETS osmesa LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT osmesa)
install(DIRECTORY osmesa/include/GL DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT osmesa)

# The archive holds one object, in which only the commands have names: so names of the program can't clash with ours, and
# commands that are found by weak references are there.
set(private_libraries "-lstdc++ -lm")
if(NOT ASMGL_JIT)
  get_property(wraps TARGET asmgl_runtime PROPERTY INTERFACE_LINK_OPTIONS)
  list(TRANSFORM wraps REPLACE "^LINKER:" "")
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/lib/libOSMesa.a
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation ${wraps} -o osmesa.o ${osmesa_objects}
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=gl[A-Z]* --keep-global-symbol=OSMesa* osmesa.o
    COMMAND ${CMAKE_COMMAND} -E rm -f ${CMAKE_BINARY_DIR}/lib/libOSMesa.a
    COMMAND ${CMAKE_AR} rcs ${CMAKE_BINARY_DIR}/lib/libOSMesa.a osmesa.o
    COMMAND ${CMAKE_COMMAND} -E rm osmesa.o
    DEPENDS ${osmesa_objects} VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(osmesa_archive ALL DEPENDS ${CMAKE_BINARY_DIR}/lib/libOSMesa.a)
  install(FILES ${CMAKE_BINARY_DIR}/lib/libOSMesa.a DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT osmesa)
endif()
file(RELATIVE_PATH to_prefix ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/osmesa.pc @ONLY CONTENT [[prefix=${pcfiledir}/@to_prefix@
Name: osmesa
Description: OpenGL into a program's own memory (asmgl)
Version: 8.0.0
Libs: -L${prefix}/@CMAKE_INSTALL_LIBDIR@ -lOSMesa
Libs.private: @private_libraries@
Cflags: -I${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
]])
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/osmesa.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT osmesa)
