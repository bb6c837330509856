import { afterAll, afterEach, vi } from 'vitest'
import { tidyUp } from './screen.tsx'

// The hook is registered in a separate set-up file, so that it runs for every test file.
afterEach(tidyUp)

/**
 * The files of a worker share jsdom and the libraries, which take most of the start. The app's modules are reset,
 * because they keep state (session, order, print style sheet), and so are storage and page.
 */
afterAll(async () => {
  await vi.dynamicImportSettled()
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
})
