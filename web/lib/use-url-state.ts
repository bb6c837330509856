import { useCallback, useEffect, useMemo, useRef, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

type Values = Record<string, string | number>
type Widened<D extends Values> = { [K in keyof D]: D[K] extends number ? number : string }

export type AddressChange = {
  /** If true, the change adds a history entry; otherwise it replaces the URL of the current entry. */
  push?: boolean
}

type Edit = (change: (next: URLSearchParams) => void, how?: AddressChange) => void

/** The URL's search parameters, and a function that changes a copy of them and puts this copy into the URL. */
export function useAddress(): [URLSearchParams, Edit] {
  const [params, setParams] = useSearchParams()
  // The router updates asynchronously, so a second edit must start from the wanted parameters, not the current ones.
  const wanted = useRef(params)
  useEffect(() => {
    wanted.current = params
  }, [params])
  const change = useCallback<Edit>(
    (edit, { push = false } = {}) => {
      const next = new URLSearchParams(wanted.current)
      edit(next)
      if (next.toString() === wanted.current.toString()) return
      wanted.current = next
      setParams(next, { replace: !push, preventScrollReset: true })
    },
    [setParams],
  )
  return [params, change]
}

type AddressValue = string | number | boolean | undefined

/** Writes a value to the URL, or removes it from the URL if it is the default. */
export function writeParam(params: URLSearchParams, name: string, value: AddressValue, fallback: AddressValue): void {
  if (value === undefined || value === fallback) params.delete(name)
  else params.set(name, String(value))
}

function parseParams<D extends Values>(defaults: D, params: URLSearchParams): Widened<D> {
  const entries = Object.entries(defaults).map(([name, fallback]) => {
    const text = params.get(name)
    if (text === null) return [name, fallback]
    if (typeof fallback === 'string') return [name, text]
    return [name, /^\d{1,9}$/.test(text) ? Number(text) : fallback]
  })
  return Object.fromEntries(entries) as Widened<D>
}

/**
 * A screen's state in the URL (lists use `useList` instead), so that a reload, Back and links show the same state.
 * `defaults` must be a constant; values that are the default are not written to the URL. Every change except that of
 * `page` resets to page 1. Numbers are non-negative integers.
 */
export function useUrlState<const D extends Values>(
  defaults: D,
): [Widened<D>, (changes: Partial<Widened<D>>, how?: AddressChange) => void] {
  const [params, edit] = useAddress()
  const state = useMemo(() => parseParams(defaults, params), [defaults, params])
  const change = useCallback(
    (changes: Partial<Widened<D>>, how?: AddressChange) => {
      const all: Partial<Values> = 'page' in changes ? changes : { ...changes, page: defaults.page }
      edit((next) => {
        for (const [name, value] of Object.entries(all)) writeParam(next, name, value, defaults[name])
      }, how)
    },
    [defaults, edit],
  )
  return [state, change]
}

/**
 * Redirects from a page that no longer exists (its last row was deleted, or the link is old) to the last page. `pages`
 * is undefined until known.
 */
export function useExistingPage(page: number, pages: number | undefined, show: (page: number) => void): void {
  const isGone = pages !== undefined && page > pages
  const showLast = useEffectEvent(() => pages !== undefined && show(pages))
  useEffect(() => {
    if (isGone) showLast()
  }, [isGone, pages])
}
