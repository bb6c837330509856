import { recordInput } from './record-input.ts'
import { retryImport } from './retry-import.ts'

/** What the build wrote into a meta element of this page. */
const written = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content

function addLink(rel: string, href: string): void {
  const link = document.createElement('link')
  Object.assign(link, { rel, crossOrigin: rel === 'modulepreload' ? '' : null, href })
  document.head.append(link)
}

/** Longer than this nobody waits for an opening picture, nor for a browser that does not say that it has painted. */
const LONGEST_WAIT_MS = 3_000

/** Somebody has begun to use the page. */
const TOUCHES = ['pointerdown', 'keydown', 'input'] as const

const once = (target: EventTarget, ...types: readonly string[]) =>
  new Promise<void>((resolve) => {
    for (const type of types) target.addEventListener(type, () => resolve(), { once: true, capture: true })
  })

const longestWait = () => new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
const loaded = () => (document.readyState === 'complete' ? Promise.resolve() : once(window, 'load'))

/** Resolves when something of the page has been shown. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    void loaded().then(longestWait).then(resolve)
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })

/** Resolves when the opening picture can be shown, at once on a page that has none. */
const pictured = async (): Promise<void> =>
  document
    .querySelector<HTMLImageElement>('img[fetchpriority=high]')
    ?.decode()
    .catch(() => undefined)

/** Fetches all scripts of the page side by side, and runs its entry: the first of them. Then the app can be installed. */
function start(): void {
  const [entry, ...imported] = written('page-files')!.split(' ')
  for (const href of imported) addLink('modulepreload', href)
  void retryImport(() => import(entry!) as Promise<unknown>)
  const manifest = written('page-manifest')
  if (manifest) addLink('manifest', manifest)
}

/**
 * What a prerendered page runs first, a file of its own: its scripts wait until its words and its opening picture are shown,
 * for they would take the line from both. Who touches the page earlier wakes it up earlier, and nothing of it is lost.
 */
recordInput(document.getElementById('root')!)
void Promise.race([
  Promise.all([painted(), Promise.race([pictured(), longestWait()])]),
  once(window, ...TOUCHES),
  // A page in the background paints nothing.
  ...(document.visibilityState === 'hidden' ? [Promise.resolve()] : []),
]).then(start)
