import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

async function load(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp')
  // Each picture comes once: what sharp would keep of it is only memory.
  loaded.cache(false)
  // A second thread a picture would be a second set of its rows in memory.
  loaded.concurrency(1)
  return loaded
}

/** What decodes and draws pictures. It takes twenty megabytes, and most days of a clinic see no picture: loaded with the first. */
export const loadSharp = (): Promise<typeof sharp> => (loading ??= load())
