autocmd BufRead,BufNewFile *.still setfiletype still
