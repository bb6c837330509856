import { afterAll, afterEach, vi } from 'vitest'
import { tidyUp } from './screen.tsx'

// The hook is registered in a separate set-up file, so that it runs for every test file.
afterEach(tidyUp)

/**
 * Test files that run in one worker share jsdom and the libraries, because loading these again for each file would be
 * slow. The app's modules keep state (session, order, print style sheet), so they are reset after each file, and the
 * browser's storage and the page are emptied.
 */
afterAll(async () => {
  await vi.dynamicImportSettled()
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
})
