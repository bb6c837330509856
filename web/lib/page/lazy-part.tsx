import { lazy, useState, type ComponentType } from 'react'
import { retryImport } from './retry-import.ts'

export type LazyPart<Props> = ComponentType<Props> & { preload: () => void }

/** Later, when the page has what it needs; Safari has no `requestIdleCallback`. */
export function whenIdle(work: () => unknown): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void work())
  else setTimeout(work, 200)
}

/**
 * A part of a page that is loaded behind it: `preload` asks for it when the browser is idle, and drawing it before that
 * waits in the nearest Suspense. A load that fails is tried again when it is drawn.
 *
 * What has been loaded is drawn at once. React's `lazy` would show the fallback once more and then keep the part back for
 * 300 ms, so that nothing flickers.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const module = async () => ({ default: (loaded = await load()) })
  const Later = lazy(() => retryImport(module)) as unknown as ComponentType<Props>
  function Part(props: Props & object) {
    const [Known] = useState(() => loaded ?? Later)
    return <Known {...props} />
  }
  return Object.assign(Part as ComponentType<Props>, { preload: () => whenIdle(() => module().catch(() => undefined)) })
}
