import { useSyncExternalStore } from 'react'

type DeviceStore<Value> = {
  current: () => Value
  /** Says whether the device has kept it; without that it lasts as long as the page. */
  set: (value: Value) => boolean
  use: () => Value
}

/** A value that this device keeps, and that the tabs of its browser share. `read` makes it of the kept text; null: none. */
export function deviceStore<Value>(key: string, read: (text: string | null) => Value): DeviceStore<Value> {
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  const stored = () => {
    try {
      return read(localStorage.getItem(key))
    } catch {
      // Storage is switched off in this browser.
      return read(null)
    }
  }
  let present = stored()
  window.addEventListener('storage', (event) => {
    // Without a key: all of it was cleared.
    if (event.key !== key && event.key !== null) return
    present = stored()
    tell()
  })
  const current = () => present
  const set = (value: Value) => {
    present = value
    tell()
    try {
      localStorage.setItem(key, JSON.stringify(value))
      return true
    } catch {
      return false
    }
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { current, set, use: () => useSyncExternalStore(subscribe, current) }
}
