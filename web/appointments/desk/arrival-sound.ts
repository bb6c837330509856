import { useSyncExternalStore } from 'react'

const KEY = 'mutya.arrival-sound'
const listeners = new Set<() => void>()

// A browser may refuse storage altogether: the choice then lives as long as the page.
let inMemory = false

function isOn(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return inMemory
  }
}

let audio: AudioContext | undefined

/** Browsers let a page sound only after a press on it: the first one makes the sound ready, once it is switched on. */
function makeReady(): void {
  if (!isOn()) return
  audio ??= new AudioContext()
  // Refused when the browser does not count this as a press: the next one tries again.
  if (audio.state === 'suspended') audio.resume().catch(() => undefined)
}

function subscribe(changed: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === KEY && changed()
  listeners.add(changed)
  window.addEventListener('storage', onStorage)
  document.addEventListener('pointerdown', makeReady)
  document.addEventListener('keydown', makeReady)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('pointerdown', makeReady)
    document.removeEventListener('keydown', makeReady)
  }
}

/** Two notes, the second higher: hertz, and when each begins in seconds. */
const NOTES = [
  { hertz: 880, at: 0 },
  { hertz: 1_175, at: 0.14 },
]
const NOTE_SECONDS = 0.22
const LOUDNESS = 0.18

function playNotes(context: AudioContext): void {
  for (const { hertz, at } of NOTES) {
    const begin = context.currentTime + at
    const note = context.createOscillator()
    const volume = context.createGain()
    note.frequency.value = hertz
    // Without a slope a note begins and ends with a click.
    volume.gain.setValueAtTime(0, begin)
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, begin + NOTE_SECONDS)
    note.connect(volume).connect(context.destination)
    note.start(begin)
    note.stop(begin + NOTE_SECONDS)
  }
}

const HELD_MS = 1_500

/** Plays in one tab of the browser; without Web Locks (plain http) in the one that is seen. */
async function inOneTab(play: () => void): Promise<void> {
  // Typed as always there; it is not on plain http.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) {
    if (document.visibilityState === 'visible') play()
    return
  }
  await locks.request('mutya.arrival-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    play()
    // The other tabs hear of the same arrival within this time.
    await new Promise((resolve) => setTimeout(resolve, HELD_MS))
  })
}

/** A short tone for what has arrived, when it is switched on and this page may sound. */
export function soundArrival(): void {
  const context = audio
  if (isOn() && context?.state === 'running') void inOneTab(() => playNotes(context))
}

/** Switches the tone on or off on this device; switching it on lets it be heard. */
export function switchSound(on: boolean): void {
  inMemory = on
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Kept in memory above.
  }
  if (on) {
    makeReady()
    if (audio) playNotes(audio)
  }
  listeners.forEach((changed) => changed())
}

/** Whether the tone is on, on this device; off until somebody switches it on. */
export const useSound = (): boolean => useSyncExternalStore(subscribe, isOn, () => false)
