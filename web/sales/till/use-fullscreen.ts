import { useEffect, useSyncExternalStore } from 'react'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { toast } from '#web/ui/toast.ts'

const KEY = 'mutya.fullscreen'

function isWanted(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

function want(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, 'on')
    else localStorage.removeItem(KEY)
  } catch {
    // Not remembered in this browser; the present screen changes all the same.
  }
}

const isFull = () => document.fullscreenElement !== null

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

async function toggle(): Promise<void> {
  const on = !isFull()
  want(on)
  try {
    await (on ? document.documentElement.requestFullscreen() : document.exitFullscreen())
    toast.info({ title: on ? s.fullscreenOn : s.fullscreenOff })
  } catch {
    want(false)
    toast.error({ title: s.fullscreenRefused })
  }
}

/** Browsers allow fullscreen only as the answer to a click or a key: a remembered choice waits for the next one. */
function reapply(): void {
  if (!isWanted() || isFull()) return
  // A browser that refuses now says so when it is asked from the menu.
  document.documentElement.requestFullscreen().catch(() => undefined)
}

/** The till over the whole screen: the choice is remembered on the device. */
export function useFullscreen() {
  useEffect(() => {
    document.addEventListener('click', reapply)
    document.addEventListener('keydown', reapply)
    return () => {
      document.removeEventListener('click', reapply)
      document.removeEventListener('keydown', reapply)
    }
  }, [])
  return { isOn: useSyncExternalStore(subscribe, isFull), toggle: () => void toggle() }
}
