# What programs are built with against the faces: headers, and for each library a file of pkg-config's.

# The headers of OpenGL, GLX, EGL and OpenGL ES are Khronos', as the system has them that builds this one.
set(folder ${CMAKE_INSTALL_INCLUDEDIR}/asmgl)
foreach(header GL/gl.h GL/glext.h GL/glcorearb.h GL/glx.h GL/glxext.h EGL/egl.h EGL/eglext.h EGL/eglplatform.h
        GLES/gl.h GLES/glext.h GLES/glplatform.h GLES2/gl2.h GLES2/gl2ext.h GLES2/gl2platform.h
        GLES3/gl3.h GLES3/gl31.h GLES3/gl32.h GLES3/gl3platform.h KHR/khrplatform.h)
  find_file(header_path ${header} NO_CACHE)
  if(header_path)
    get_filename_component(place ${header} DIRECTORY)
    install(FILES ${header_path} DESTINATION ${folder}/${place} COMPONENT development)
  endif()
  unset(header_path)
endforeach()
install(FILES osmesa/include/GL/osmesa.h DESTINATION ${folder}/GL COMPONENT development)

# asmgl_pkg_config(MODULE LIBRARY VERSION DESCRIPTION): MODULE.pc. Paths are relative to the file, so that an installation can
# be moved.
file(RELATIVE_PATH to_headers ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/asmgl/pkgconfig
     ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/asmgl)
function(asmgl_pkg_config module library version description)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/pkgconfig/${module}.pc)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT [[Name: @module@
Description: @description@ (asmgl)
Version: @version@
Libs: -L${pcfiledir}/.. -l@library@
Cflags: -I${pcfiledir}/@to_headers@
]])
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/asmgl/pkgconfig COMPONENT development)
endfunction()
asmgl_pkg_config(gl GL 1.2 "OpenGL with GLX")
asmgl_pkg_config(opengl OpenGL 1.2 "OpenGL without a window system")
asmgl_pkg_config(glx GLX 1.2 "GLX")
asmgl_pkg_config(egl EGL 1.5 "EGL")
asmgl_pkg_config(glesv1_cm GLESv1_CM 1.1 "OpenGL ES 1.1")
asmgl_pkg_config(glesv2 GLESv2 3.2 "OpenGL ES 2.0 to 3.2")
asmgl_pkg_config(osmesa OSMesa 8.0.0 "OSMesa: OpenGL into a program's own memory")
