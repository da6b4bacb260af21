" ARB and NVIDIA assembly programs: by extension, or by the header on the first line.
au BufNewFile,BufRead *.arbvp,*.arbfp,*.nvvp,*.nvtcp,*.nvtep,*.nvgp,*.nvfp,*.nvcp setfiletype arbasm
au BufNewFile,BufRead * if getline(1) =~# '^!!\%(ARB\|NV\|VS\?P\|FP\)' | setfiletype arbasm | endif
