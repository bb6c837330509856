import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

export type StagedUploads = {
  add: (name: string, content: Buffer) => Promise<void>
  /** Replaces the old folder by the new one with a rename. */
  swap: () => Promise<void>
  abandon: () => Promise<void>
}

/** Unpacks pictures beside the app's folder and then swaps the two folders. */
export async function stageUploads(uploadsDir: string): Promise<StagedUploads> {
  const staged = `${uploadsDir}.restoring`
  const old = `${uploadsDir}.replaced`
  await rm(staged, { recursive: true, force: true })
  await mkdir(staged, { recursive: true })
  return {
    add: async (name, content) => {
      const file = path.join(staged, ...name.split('/'))
      await mkdir(path.dirname(file), { recursive: true })
      const handle = await open(file, 'wx')
      try {
        await handle.writeFile(content)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    swap: async () => {
      await rm(old, { recursive: true, force: true })
      await rename(uploadsDir, old).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      await rename(staged, uploadsDir)
      await rm(old, { recursive: true, force: true })
    },
    abandon: () => rm(staged, { recursive: true, force: true }),
  }
}
