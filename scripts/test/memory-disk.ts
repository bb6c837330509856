import fs from 'node:fs'

/** Linux keeps this folder in memory. In a container it may be as small as 64 MB. */
const MEMORY_DISK = '/dev/shm'

const GB = 1024 ** 3

/**
 * The free space and the free memory that are needed. A whole test run needs about 1 GB for its databases, and the
 * browsers and workers need memory too.
 */
const LEAST_ROOM = 3 * GB
const LEAST_MEMORY = 8 * GB

/**
 * Puts the temporary folders of a test run, with its databases, into memory, unless `TMPDIR` is set or there is too
 * little room. A test file copies a database with more than a thousand files, which takes three times as long on a
 * disk.
 */
export function keepTestDataInMemory(folder = MEMORY_DISK): void {
  if (process.env['TMPDIR'] !== undefined || !fs.existsSync(folder)) return
  const { bavail, bsize } = fs.statfsSync(folder)
  if (bavail * bsize >= LEAST_ROOM && process.availableMemory() >= LEAST_MEMORY) process.env['TMPDIR'] = folder
}
