/*
 * A library that is loaded before a program (LD_PRELOAD) and remembers what its writes replace until they are flushed.
 * After the program was killed, the test writes the remembered bytes back, as if the power had failed and the disk had
 * kept only what was flushed. It covers the files below FORGET_UNDER; what they replace is in FORGET_INTO, one file for
 * each inode. Creating, renaming and deleting files counts as flushed at once.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

typedef struct {
  int64_t offset, size_before, length;
} record_head;

static void memory_of(ino_t inode, char *path, size_t size) {
  snprintf(path, size, "%s/%llu", getenv("FORGET_INTO"), (unsigned long long)inode);
}

/* Opens and locks the memory of a file; -1 if the file is not watched. */
static int lock_memory(int fd, struct stat *file) {
  char link[64], path[4096], memory[4096];
  const char *under = getenv("FORGET_UNDER");
  if (!under || fstat(fd, file) != 0 || !S_ISREG(file->st_mode)) return -1;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0 || strncmp(path, under, strlen(under)) != 0) return -1;
  memory_of(file->st_ino, memory, sizeof memory);
  int opened = open(memory, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (opened < 0) abort();
  flock(opened, LOCK_EX);
  fstat(fd, file);
  return opened;
}

static void remember(int memory, int fd, const struct stat *file, off_t offset, size_t count) {
  int64_t length = file->st_size > offset ? file->st_size - offset : 0;
  if (length > (int64_t)count) length = count;
  char *record = malloc(sizeof(record_head) + length);
  *(record_head *)record = (record_head){offset, file->st_size, length};
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int source = open(link, O_RDONLY | O_CLOEXEC);
  if (source < 0 || pread(source, record + sizeof(record_head), length, offset) != length) abort();
  close(source);
  if (REAL(write)(memory, record, sizeof(record_head) + length) != (ssize_t)(sizeof(record_head) + length)) abort();
  free(record);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  struct stat file;
  int memory = lock_memory(fd, &file);
  if (memory >= 0) remember(memory, fd, &file, offset, count);
  ssize_t written = REAL(pwrite)(fd, bytes, count, offset);
  if (memory >= 0) close(memory);
  return written;
}

ssize_t pwritev(int fd, const struct iovec *parts, int part_count, off_t offset) {
  struct stat file;
  size_t count = 0;
  for (int i = 0; i < part_count; i++) count += parts[i].iov_len;
  int memory = lock_memory(fd, &file);
  if (memory >= 0) remember(memory, fd, &file, offset, count);
  ssize_t written = REAL(pwritev)(fd, parts, part_count, offset);
  if (memory >= 0) close(memory);
  return written;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  struct stat file;
  int memory = lock_memory(fd, &file);
  if (memory >= 0) {
    int appends = fcntl(fd, F_GETFL) & O_APPEND;
    remember(memory, fd, &file, appends ? file.st_size : lseek(fd, 0, SEEK_CUR), count);
  }
  ssize_t written = REAL(write)(fd, bytes, count);
  if (memory >= 0) close(memory);
  return written;
}

/* Flushes a file and forgets what its writes have replaced. */
static int flush(int fd, int (*real)(int)) {
  struct stat file;
  int memory = lock_memory(fd, &file);
  int result = real(fd);
  if (memory >= 0) {
    if (result == 0 && ftruncate(memory, 0) != 0) abort();
    close(memory);
  }
  return result;
}
int fsync(int fd) { return flush(fd, REAL(fsync)); }
int fdatasync(int fd) { return flush(fd, REAL(fdatasync)); }

/* The inode of a deleted file may be used again. */
static void forget_path(const char *path) {
  struct stat file;
  char memory[4096];
  const char *under = getenv("FORGET_UNDER");
  if (!under || stat(path, &file) != 0 || file.st_nlink > 1) return;
  memory_of(file.st_ino, memory, sizeof memory);
  REAL(unlink)(memory);
}
int unlink(const char *path) {
  forget_path(path);
  return REAL(unlink)(path);
}
int rename(const char *from, const char *to) {
  forget_path(to);
  return REAL(rename)(from, to);
}
