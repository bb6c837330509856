import { afterAll, afterEach, vi } from 'vitest'
import { tidyUp } from './screen.tsx'

// Here and not in `screen.tsx`: hooks belong to the file that calls them.
afterEach(tidyUp)

/**
 * The files of a worker share a browser's stand-in and the libraries, which cost most of a start. The app's modules keep
 * what a file has left in them (the session, the order, the sheet of the printer), and so do the device and the page: the
 * next file has its own.
 */
afterAll(async () => {
  await vi.dynamicImportSettled()
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
})
