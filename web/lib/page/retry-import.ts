const PAUSE_MS = 3000

/**
 * Loads until it succeeds: for `lazy` parts of the frame around every page, where a failed attempt on a bad connection
 * would otherwise take the whole page down. Nobody waits for them, so nobody needs to be told.
 */
export async function retryImport<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await new Promise((resume) => setTimeout(resume, PAUSE_MS))
    return retryImport(load)
  }
}
