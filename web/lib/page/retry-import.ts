const PAUSE_MS = 3000

/**
 * Retries an import until it succeeds, for `lazy` parts whose failure would break the whole page. Nobody waits for
 * them, so no message is needed.
 */
export async function retryImport<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await new Promise((resume) => setTimeout(resume, PAUSE_MS))
    return retryImport(load)
  }
}

const RELOAD_KEY = 'mutya.reloaded-for'
/**
 * If an import fails again within this time after a reload, no deploy is the cause, so reloading again would not help.
 */
const ONCE_IN_MS = 20_000

/**
 * After a deploy the old files are gone and lazy parts cannot be loaded, so the page is reloaded once. Without a
 * connection nothing happens; the place that needed the part shows an error with a retry.
 */
export function reloadAfterDeploy(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return
    try {
      const last = Number(sessionStorage.getItem(RELOAD_KEY) ?? 0)
      if (performance.timeOrigin + performance.now() - last < ONCE_IN_MS) return
      sessionStorage.setItem(RELOAD_KEY, String(performance.timeOrigin + performance.now()))
    } catch {
      // Without storage it is unknown whether the page was already reloaded, so show an error rather than loop.
      return
    }
    window.location.reload()
  })
}
