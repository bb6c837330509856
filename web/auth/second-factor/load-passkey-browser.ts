import { retryImport } from '#web/lib/page/retry-import.ts'

/**
 * Loads the code that talks to the browser about passkeys. Pages load it when they open, because some browsers only show
 * their dialog right after a click.
 */
export const loadPasskeyBrowser = () => retryImport(() => import('./passkey-browser.ts'))
