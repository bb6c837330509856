// Runs before the first paint, so that a till at night does not flash white on reload. The same keys as web/lib/theme.ts.
try {
  if (localStorage.getItem('mutya.theme') === 'dark' && /^(admin|cashier)$/.test(sessionStorage.getItem('user_role')))
    document.documentElement.dataset.theme = 'dark'
} catch {
  // Storage is switched off in this browser: the page stays light.
}
