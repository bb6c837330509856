import { open } from 'node:fs/promises'

/** Flushes a folder: a new or renamed file survives a power failure only after that. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
