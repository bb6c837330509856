const PAUSE_MS = 3000

/**
 * Retries an import until it succeeds, for `lazy` parts of the frame, where a failure would break the whole page.
 * Nobody waits for them, so no message is needed.
 */
export async function retryImport<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await new Promise((resume) => setTimeout(resume, PAUSE_MS))
    return retryImport(load)
  }
}
