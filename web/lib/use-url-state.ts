import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Values = Record<string, string | number>
type Widened<D extends Values> = { [K in keyof D]: D[K] extends number ? number : string }

export type AddressChange = {
  /** The Back button leads to the address before; otherwise the address is replaced. */
  push?: boolean
}

type Edit = (change: (next: URLSearchParams) => void, how?: AddressChange) => void

/** The search parameters of the address, and a way to change a copy of them that then becomes the address. */
export function useAddress(): [URLSearchParams, Edit] {
  const [params, setParams] = useSearchParams()
  // The router knows a change when it has arrived: of two in a row the second would begin from before the first.
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

/** Puts a value into the address; what equals its default is left out of it. */
export function putInto(params: URLSearchParams, name: string, value: AddressValue, fallback: AddressValue): void {
  if (value === undefined || value === fallback) params.delete(name)
  else params.set(name, String(value))
}

function parsed<D extends Values>(defaults: D, params: URLSearchParams): Widened<D> {
  const entries = Object.entries(defaults).map(([name, fallback]) => {
    const text = params.get(name)
    if (text === null) return [name, fallback]
    if (typeof fallback === 'string') return [name, text]
    return [name, /^\d{1,9}$/.test(text) ? Number(text) : fallback]
  })
  return Object.fromEntries(entries) as Widened<D>
}

/**
 * What a screen shows besides a list (for a list: `useList`), kept in the address: a reload, the Back button and a sent
 * link show the same. `defaults` must be a constant; what equals its default is left out of the address. Changing
 * anything but `page` goes back to page 1. Numbers are whole and not negative.
 */
export function useUrlState<const D extends Values>(
  defaults: D,
): [Widened<D>, (changes: Partial<Widened<D>>, how?: AddressChange) => void] {
  const [params, edit] = useAddress()
  const state = useMemo(() => parsed(defaults, params), [defaults, params])
  const change = useCallback(
    (changes: Partial<Widened<D>>, how?: AddressChange) => {
      const all: Partial<Values> = 'page' in changes ? changes : { ...changes, page: defaults.page }
      edit((next) => {
        for (const [name, value] of Object.entries(all)) putInto(next, name, value, defaults[name])
      }, how)
    },
    [defaults, edit],
  )
  return [state, change]
}
