import { useSyncExternalStore } from 'react'

type DeviceStore<Value> = {
  current: () => Value
  /** Returns true if the device has stored the value; otherwise the value lasts until the page is closed. */
  set: (value: Value) => boolean
  use: () => Value
}

/**
 * A value stored on this device and shared by the browser's tabs. `read` parses the stored text; null if there is none.
 */
export function deviceStore<Value>(key: string, read: (text: string | null) => Value): DeviceStore<Value> {
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  const readStored = () => {
    try {
      return read(localStorage.getItem(key))
    } catch {
      // Storage is disabled in this browser, so there is no stored text.
      return read(null)
    }
  }
  let present = readStored()
  window.addEventListener('storage', (event) => {
    // An event without a key means that the whole storage was cleared.
    if (event.key !== key && event.key !== null) return
    present = readStored()
    notify()
  })
  const current = () => present
  const set = (value: Value) => {
    present = value
    notify()
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
