import { retryImport } from '#web/lib/page/retry-import.ts'

/**
 * Loads the code that uses the browser's passkeys. Pages load it when they open, because some browsers show their
 * dialog only right after a click.
 */
export const loadPasskeyBrowser = () => retryImport(() => import('./passkey-browser.ts'))
