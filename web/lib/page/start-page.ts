import { isFlashStored } from '#web/lib/flash.ts'
import { maySessionExist } from '#web/lib/session/session-hint.ts'
import { recordInput } from './record-input.ts'
import { retryImport } from './retry-import.ts'

/** The content of a meta element that the build wrote into this page. */
const metaContent = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content

function addLink(rel: string, href: string): void {
  const link = document.createElement('link')
  Object.assign(link, { rel, crossOrigin: rel === 'modulepreload' ? '' : null, href })
  document.head.append(link)
}

/** The longest wait for the first picture, or for a browser that does not report its first paint. */
const LONGEST_WAIT_MS = 3_000

/** Events that show that somebody uses the page. */
const TOUCHES = ['pointerdown', 'keydown', 'input'] as const

/** Events after which a visitor will probably soon press something, so that the scripts are needed. */
const APPROACHES = ['pointermove', 'scroll'] as const

const once = (target: EventTarget, ...types: readonly string[]) =>
  new Promise<void>((resolve) => {
    for (const type of types) target.addEventListener(type, () => resolve(), { once: true, capture: true })
  })

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const longestWait = () => pause(LONGEST_WAIT_MS)
const pageLoaded = () => (document.readyState === 'complete' ? Promise.resolve() : once(window, 'load'))

/** Resolves after the first paint. */
const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    void pageLoaded().then(longestWait).then(resolve)
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })

/** Resolves when the first picture is decoded, or at once if the page has no picture. */
const firstPicture = async (): Promise<void> =>
  document
    .querySelector<HTMLImageElement>('img[fetchpriority=high]')
    ?.decode()
    .catch(() => undefined)

const [entry, ...imported] = metaContent('page-files')!.split(' ')
const files = [...imported, entry!]

/** Loads all scripts of the page in parallel, without running them. A second call loads no script again. */
function preload(): void {
  for (const href of files) addLink('modulepreload', href)
}

/**
 * Delays the scripts of the page, so that a slow phone can react to the visitor meanwhile. The delay, in milliseconds,
 * is in a meta element of the page; it ends early when the visitor moves the pointer or scrolls. The scripts are
 * preloaded after half of the delay. There is no delay if the page has no such element, if somebody may be logged in,
 * if the previous page has left a message to show, or if the URL names a section.
 */
async function delayScripts(): Promise<void> {
  const ms = Number(metaContent('page-rest'))
  if (!ms || maySessionExist() || isFlashStored() || location.hash) return
  const half = () => pause(ms / 2)
  await Promise.race([half().then(preload).then(half), once(window, ...APPROACHES)])
}

/**
 * Runs the scripts of the page one after another, the page's entry last. Between two scripts, browsers with
 * `scheduler.yield` can react to the visitor. Then registers the app for installation.
 */
async function start(): Promise<void> {
  preload()
  for (const href of files) {
    await retryImport(() => import(href) as Promise<unknown>)
    await globalThis.scheduler?.yield?.()
  }
  const manifest = metaContent('page-manifest')
  if (manifest) addLink('manifest', manifest)
}

/** Returns a promise that resolves when the browser has painted the text and decoded the first picture of the page. */
const shown = () => Promise.all([firstPaint(), Promise.race([firstPicture(), longestWait()])])

/**
 * The first script of a prerendered page, in its own file. Other scripts wait until text and first picture are shown,
 * because they would compete for bandwidth. Using the page starts them earlier, and no input is lost.
 */
recordInput(document.getElementById('root')!)
void Promise.race([
  shown().then(delayScripts),
  once(window, ...TOUCHES),
  // A page in the background never paints, so the scripts do not wait for it to paint.
  ...(document.visibilityState === 'hidden' ? [Promise.resolve()] : []),
]).then(start)
