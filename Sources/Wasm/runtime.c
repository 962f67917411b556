// The few functions of a C library that Embedded Swift calls, for bare WebAssembly: memory that only grows and is reset
// between calls, and bytes moved about.
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;
static uintptr_t top = 0;

static void *take(size_t alignment, size_t size) {
  if (top == 0) top = (uintptr_t)&__heap_base;
  if (alignment < 16) alignment = 16;
  top = (top + alignment - 1) & ~(uintptr_t)(alignment - 1);
  uintptr_t start = top;
  top += size;
  uintptr_t pages = __builtin_wasm_memory_size(0);
  if (top > pages * 65536 && __builtin_wasm_memory_grow(0, (top - pages * 65536 + 65535) / 65536) == (size_t)-1) __builtin_trap();
  return (void *)start;
}

// The heap lives from one exported call to the next `heap_mark`/`heap_reset` pair.
__attribute__((export_name("heap_mark"))) uintptr_t heap_mark(void) { take(16, 0); return top; }
__attribute__((export_name("heap_reset"))) void heap_reset(uintptr_t mark) { top = mark; }
__attribute__((export_name("heap_take"))) void *heap_take(size_t size) { return take(16, size); }

void *malloc(size_t size) { return take(16, size); }
void free(void *pointer) { (void)pointer; }
int posix_memalign(void **pointer, size_t alignment, size_t size) { *pointer = take(alignment, size); return 0; }
void *memcpy(void *to, const void *from, size_t size) { unsigned char *a = to; const unsigned char *b = from; while (size--) *a++ = *b++; return to; }
void *memmove(void *to, const void *from, size_t size) {
  unsigned char *a = to; const unsigned char *b = from;
  if (a < b) while (size--) *a++ = *b++; else while (size--) a[size] = b[size];
  return to;
}
void *memset(void *to, int byte, size_t size) { unsigned char *a = to; while (size--) *a++ = (unsigned char)byte; return to; }
int memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *x = a, *y = b;
  for (; size--; x++, y++) if (*x != *y) return *x - *y;
  return 0;
}
size_t strlen(const char *text) { size_t size = 0; while (text[size]) size++; return size; }
// Hashing needs no secret here: nothing hostile shares the page's tables.
void arc4random_buf(void *to, size_t size) { memset(to, 0x5A, size); }

// 128-bit multiplication, which the compiler leaves to a library on this target (compiler-rt's __multi3), out of 32-bit halves.
typedef union { __int128 whole; struct { uint64_t low, high; } half; } wide;
__int128 __multi3(__int128 x, __int128 y) {
  wide a = {.whole = x}, b = {.whole = y}, r;
  uint64_t a0 = (uint32_t)a.half.low, a1 = a.half.low >> 32, b0 = (uint32_t)b.half.low, b1 = b.half.low >> 32;
  uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
  uint64_t middle = (p00 >> 32) + (uint32_t)p01 + (uint32_t)p10;
  r.half.low = (middle << 32) | (uint32_t)p00;
  r.half.high = p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32) + a.half.low * b.half.high + a.half.high * b.half.low;
  return r.whole;
}
