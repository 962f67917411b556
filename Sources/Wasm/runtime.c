// The few C functions that Swift expects of its platform, for a module that runs in a page and has none.

#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

// A free list of blocks, first fit, neighbours joined again on free. Blocks are multiples of 16 bytes with a header.
typedef struct Block {
  size_t size;         // of the whole block; the lowest bit is set while it is in use
  size_t before;       // size of the block before it in memory, 0 for the first
  struct Block *next;  // only while it is free
  struct Block *previous;
} Block;

enum { HEADER = 16, PAGE = 65536 };
static Block *freeBlocks;
static Block *last;
static uintptr_t end;

static Block *after(Block *block) { return (Block *)((uintptr_t)block + (block->size & ~(size_t)1)); }

static void link(Block *block) {
  block->previous = NULL;
  block->next = freeBlocks;
  if (freeBlocks) freeBlocks->previous = block;
  freeBlocks = block;
}

static void unlink(Block *block) {
  if (block->previous) block->previous->next = block->next; else freeBlocks = block->next;
  if (block->next) block->next->previous = block->previous;
}

// Joins a free block that is in no list with its free neighbours, and puts the result in the list.
static void join(Block *block) {
  if (block != last && !(after(block)->size & 1)) {
    Block *neighbour = after(block);
    unlink(neighbour);
    if (neighbour == last) last = block;
    block->size += neighbour->size;
  }
  if (block->before) {
    Block *neighbour = (Block *)((uintptr_t)block - block->before);
    if (!(neighbour->size & 1)) {
      unlink(neighbour);
      if (block == last) last = neighbour;
      neighbour->size += block->size;
      block = neighbour;
    }
  }
  if (block != last) after(block)->before = block->size;
  link(block);
}

// Takes more memory from the page; 0 when it gives none.
static int grow(size_t size) {
  if (!end) end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  uintptr_t start = end;
  if (start > limit || limit - start < size) {
    uintptr_t missing = start + size - limit;
    if (__builtin_wasm_memory_grow(0, (missing + PAGE - 1) / PAGE) == (size_t)-1) return 0;
    limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  }
  Block *block = (Block *)start;
  block->size = (limit - start) & ~(uintptr_t)15;
  block->before = last ? last->size & ~(size_t)1 : 0;
  end = start + block->size;
  last = block;
  join(block);
  return 1;
}

void *malloc(size_t count) {
  if (count > 0x7ff00000) return NULL;
  size_t size = (count + HEADER + 15) & ~(size_t)15;
  if (size < sizeof(Block)) size = (sizeof(Block) + 15) & ~(size_t)15;
  for (;;) {
    for (Block *block = freeBlocks; block; block = block->next) {
      if (block->size < size) continue;
      unlink(block);
      if (block->size - size >= 32) {
        Block *rest = (Block *)((uintptr_t)block + size);
        rest->size = block->size - size;
        rest->before = size;
        if (block == last) last = rest; else after(rest)->before = rest->size;
        block->size = size;
        link(rest);
      }
      block->size |= 1;
      return (void *)((uintptr_t)block + HEADER);
    }
    if (!grow(size)) return NULL;
  }
}

void free(void *pointer) {
  if (!pointer) return;
  Block *block = (Block *)((uintptr_t)pointer - HEADER);
  block->size &= ~(size_t)1;
  join(block);
}

// Every block is aligned to 16 bytes, which is the most that Swift asks for here.
int posix_memalign(void **result, size_t alignment, size_t count) {
  if (alignment > 16) return 22;
  *result = malloc(count);
  return *result ? 0 : 12;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  while (count--) *target++ = *source++;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (target < source) while (count--) *target++ = *source++;
  else while (count--) target[count] = source[count];
  return to;
}

void *memset(void *to, int byte, size_t count) {
  unsigned char *target = to;
  while (count--) *target++ = (unsigned char)byte;
  return to;
}

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *left = a, *right = b;
  for (; count--; left++, right++) if (*left != *right) return *left - *right;
  return 0;
}

// Swift seeds its hash tables with this. A page's tables hold its own data, so they need no secret.
void arc4random_buf(void *to, size_t count) { memset(to, 0x5a, count); }

uintptr_t __stack_chk_guard = 0x2f6b1d97;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// 128-bit shifts, multiplication and division: compilers call these by name.
typedef __int128 wide;
typedef unsigned __int128 uwide;

static uwide joined(uint64_t high, uint64_t low) { return (uwide)high << 64 | low; }

uwide __ashlti3(uwide a, int by) {
  uint64_t low = (uint64_t)a, high = (uint64_t)(a >> 64);
  if (by >= 64) return joined(low << (by & 63), 0);
  return by == 0 ? a : joined(high << by | low >> (64 - by), low << by);
}

uwide __lshrti3(uwide a, int by) {
  uint64_t low = (uint64_t)a, high = (uint64_t)(a >> 64);
  if (by >= 64) return joined(0, high >> (by & 63));
  return by == 0 ? a : joined(high >> by, low >> by | high << (64 - by));
}

wide __ashrti3(wide a, int by) {
  uint64_t low = (uint64_t)a;
  int64_t high = (int64_t)(a >> 64);
  if (by >= 64) return (wide)joined((uint64_t)(high >> 63), (uint64_t)(high >> (by & 63)));
  return by == 0 ? a : (wide)joined((uint64_t)(high >> by), low >> by | (uint64_t)high << (64 - by));
}

wide __multi3(wide a, wide b) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
  uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + (uint32_t)middle;
  uint64_t high = x1 * y1 + (middle >> 32) + (other >> 32);
  high += x * (uint64_t)((uwide)b >> 64) + (uint64_t)((uwide)a >> 64) * y;
  return (wide)joined(high, other << 32 | (uint32_t)low);
}

static uwide divide(uwide a, uwide b, uwide *remainder) {
  uwide quotient = 0, rest = 0;
  for (int bit = 127; bit >= 0; bit--) {
    uint64_t carry = (uint64_t)(rest >> 127);
    rest = rest << 1 | (a >> bit & 1);
    if (carry || rest >= b) {
      rest -= b;
      quotient |= (uwide)1 << bit;
    }
  }
  *remainder = rest;
  return quotient;
}

uwide __udivti3(uwide a, uwide b) { uwide rest; return divide(a, b, &rest); }
uwide __umodti3(uwide a, uwide b) { uwide rest; divide(a, b, &rest); return rest; }

wide __divti3(wide a, wide b) {
  uwide rest, quotient = divide(a < 0 ? -(uwide)a : (uwide)a, b < 0 ? -(uwide)b : (uwide)b, &rest);
  return (a < 0) != (b < 0) ? -(wide)quotient : (wide)quotient;
}

wide __modti3(wide a, wide b) {
  uwide rest;
  divide(a < 0 ? -(uwide)a : (uwide)a, b < 0 ? -(uwide)b : (uwide)b, &rest);
  return a < 0 ? -(wide)rest : (wide)rest;
}
