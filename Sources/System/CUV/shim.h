#pragma once
#include <uv.h>

// glibc declares accept4 only under _GNU_SOURCE, which Swift's importer does not set.
int accept4(int, struct sockaddr *, socklen_t *, int);
