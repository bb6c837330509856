import { lazy, useState, type ComponentType } from 'react'
import { retryImport } from './retry-import.ts'

export type LazyPart<Props> = ComponentType<Props> & { preload: () => void }

/** Runs work when the browser is idle; Safari lacks `requestIdleCallback`. */
export function whenIdle(work: () => unknown): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void work())
  else setTimeout(work, 200)
}

/**
 * A lazily loaded part of a page: `preload` loads it when the browser is idle, and rendering it earlier suspends. A
 * failed load is retried when it is rendered. A loaded part renders at once, while React's `lazy` would show the
 * fallback first and then wait 300 ms.
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
