const KEY = 'mutya.reloaded-for'
/** A second failure within this time is not caused by a deploy, so reloading would not help. */
const ONCE_IN_MS = 20_000

/**
 * After a deploy the old files are gone and lazy parts cannot be loaded, so the page is reloaded once. Without a
 * connection nothing happens; the place that needed the part shows an error with a retry.
 */
export function reloadAfterDeploy(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return
    try {
      const last = Number(sessionStorage.getItem(KEY) ?? 0)
      if (performance.timeOrigin + performance.now() - last < ONCE_IN_MS) return
      sessionStorage.setItem(KEY, String(performance.timeOrigin + performance.now()))
    } catch {
      // Without storage it is unknown whether this was tried before, so show an error rather than loop.
      return
    }
    window.location.reload()
  })
}
