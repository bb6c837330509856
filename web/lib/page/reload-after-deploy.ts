const KEY = 'mutya.reloaded-for'
/** A second failure within this time is no deploy: reloading again would not help. */
const ONCE_IN_MS = 20_000

/**
 * After a new version was put in place, the files of the old one are gone and lazy parts cannot be loaded: the page is
 * loaded again, once. Without a connection nothing is done; the place that needed the part says so and offers another try.
 */
export function reloadAfterDeploy(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return
    try {
      const last = Number(sessionStorage.getItem(KEY) ?? 0)
      if (performance.timeOrigin + performance.now() - last < ONCE_IN_MS) return
      sessionStorage.setItem(KEY, String(performance.timeOrigin + performance.now()))
    } catch {
      // Without storage it cannot be known whether this was tried already: better an error than a loop.
      return
    }
    window.location.reload()
  })
}
