// Runs before the first paint, so that a dark till does not flash white on reload. Uses the same keys as
// web/lib/theme.ts.
try {
  if (localStorage.getItem('mutya.theme') === 'dark' && /^(admin|cashier)$/.test(sessionStorage.getItem('user_role')))
    document.documentElement.dataset.theme = 'dark'
} catch {
  // Storage is disabled in this browser, so the page stays light.
}
