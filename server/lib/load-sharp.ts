import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

async function load(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp')
  // Each picture is processed once, so sharp's cache would only waste memory.
  loaded.cache(false)
  // A second thread would need a second set of pixel rows in memory.
  loaded.concurrency(1)
  return loaded
}

/** Loads the image library on first use: it takes twenty megabytes, and most days need no picture. */
export const loadSharp = (): Promise<typeof sharp> => (loading ??= load())
