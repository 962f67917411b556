#pragma once
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vips/vips.h>

// libvips takes its options as C varargs, which Swift cannot call: these pass them on and decide nothing.

typedef struct {
  int width, height;
  int orientation;
} atrium_picture_header;

static inline void atrium_ignore_log(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {}

/// Starts libvips on one thread, without its cache, able to load JPEG, PNG and WebP only.
static inline int atrium_vips_start(void) {
  if (VIPS_INIT("atrium-renditions")) return -1;
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  // Answers go to standard output; the library's own words help nobody.
  g_log_set_handler("VIPS", G_LOG_LEVEL_MASK, atrium_ignore_log, NULL);
  vips_operation_block_set("VipsForeignLoad", TRUE);
  vips_operation_block_set("VipsForeignLoadJpeg", FALSE);
  vips_operation_block_set("VipsForeignLoadPng", FALSE);
  vips_operation_block_set("VipsForeignLoadWebp", FALSE);
  return 0;
}

/// Reads the header; no pixel is decoded. The image is freed with g_object_unref.
static inline VipsImage *atrium_picture_open(const void *bytes, size_t count, atrium_picture_header *header) {
  VipsImage *image = vips_image_new_from_buffer(bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                                VIPS_FAIL_ON_TRUNCATED, NULL);
  if (!image) return NULL;
  header->width = vips_image_get_width(image);
  header->height = vips_image_get_height(image);
  header->orientation = vips_image_get_orientation(image);
  return image;
}

/// Decodes every pixel into memory, once for all renditions; NULL where the file is cut short or damaged.
static inline VipsImage *atrium_picture_decode(VipsImage *image) { return vips_image_copy_memory(image); }

/// Turns by EXIF orientation, converts to sRGB, scales to exactly width × height and encodes as WebP.
/// `*encoded` is freed with g_free.
static inline int atrium_picture_encode(VipsImage *decoded, int width, int height, int quality, int effort,
                                        void **encoded, size_t *encoded_count) {
  VipsImage *scaled = NULL, *coloured = NULL;
  int result = -1;
  if (vips_thumbnail_image(decoded, &scaled, width, "height", height, "size", VIPS_SIZE_FORCE, "export_profile",
                           "srgb", NULL))
    return -1;
  if (vips_image_get_width(scaled) != width || vips_image_get_height(scaled) != height)
    vips_error("atrium", "the scaled picture is %d x %d", vips_image_get_width(scaled), vips_image_get_height(scaled));
  else if (!vips_colourspace(scaled, &coloured, VIPS_INTERPRETATION_sRGB, NULL))
    result = vips_webpsave_buffer(coloured, encoded, encoded_count, "Q", quality, "effort", effort, "strip", TRUE, NULL);
  if (coloured) g_object_unref(coloured);
  g_object_unref(scaled);
  return result;
}

/// A decoder that runs away or falls over ends the process with an answer: only write and _exit, both async-signal-safe.
static inline void atrium_signal_answer(int signal) {
  const char *slow = "{\"error\":{\"code\":\"too_slow\",\"message\":\"The picture takes too long to decode.\"}}\n";
  const char *broken = "{\"error\":{\"code\":\"decoder_failed\",\"message\":\"The picture cannot be decoded.\"}}\n";
  const char *answer = signal == SIGXCPU ? slow : broken;
  ssize_t written = write(1, answer, strlen(answer));
  (void)written;
  _exit(1);
}

/// Bounds what a hostile picture can cost: seconds of processor time, bytes of address space and of any one file.
static inline int atrium_limit_process(rlim_t cpu_seconds, rlim_t address_space, rlim_t file_size) {
  static const int signals[] = {SIGXCPU, SIGXFSZ, SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], atrium_signal_answer);
  struct rlimit cpu = {cpu_seconds, cpu_seconds + 2}, space = {address_space, address_space};
  struct rlimit file = {file_size, file_size}, core = {0, 0};
  if (setrlimit(RLIMIT_CPU, &cpu)) return -1;
  if (setrlimit(RLIMIT_AS, &space)) return -1;
  if (setrlimit(RLIMIT_FSIZE, &file)) return -1;
  return setrlimit(RLIMIT_CORE, &core);
}
