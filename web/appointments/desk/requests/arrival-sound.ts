import { useSyncExternalStore } from 'react'

const KEY = 'mutya.arrival-sound'
const listeners = new Set<() => void>()

// Holds the choice whether the sound is on while browser storage is disabled; then the choice is lost with the page.
let inMemory = false

function isOn(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return inMemory
  }
}

let audio: AudioContext | undefined

/** Browsers allow sound only after a user gesture, so the first gesture on the page prepares it if the sound is on. */
function makeReady(): void {
  if (!isOn()) return
  audio ??= new AudioContext()
  // If the browser does not accept this event as a user gesture, the next gesture tries again.
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

/** The two notes of the sound, with frequency in hertz and start in seconds. */
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
    // The volume rises from zero, because a note that starts at full volume clicks.
    volume.gain.setValueAtTime(0, begin)
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, begin + NOTE_SECONDS)
    note.connect(volume).connect(context.destination)
    note.start(begin)
    note.stop(begin + NOTE_SECONDS)
  }
}

const LOCK_MS = 1_500

/**
 * Calls `play` in only one of the browser's tabs. If the browser has no Web Locks (on plain http), it is the visible
 * tab.
 */
async function inOneTab(play: () => void): Promise<void> {
  // In TypeScript's types Web Locks are always present, but browsers lack them on plain http.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) {
    if (document.visibilityState === 'visible') play()
    return
  }
  await locks.request('mutya.arrival-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    play()
    // Keeps the lock, because other tabs receive the same event within this time and must stay silent.
    await new Promise((resolve) => setTimeout(resolve, LOCK_MS))
  })
}

/** Plays a short tone about a new request, if the sound is switched on and the browser allows it. */
export function playArrivalSound(): void {
  const context = audio
  if (isOn() && context?.state === 'running') void inOneTab(() => playNotes(context))
}

/** Switches the sound about new requests on or off on this device; switching on plays it once. */
export function switchSound(on: boolean): void {
  inMemory = on
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Storage is disabled, so the choice is kept only in memory.
  }
  if (on) {
    makeReady()
    if (audio) playNotes(audio)
  }
  listeners.forEach((changed) => changed())
}

/** Whether the sound about new requests is on for this device; off by default. */
export const useIsSoundOn = (): boolean => useSyncExternalStore(subscribe, isOn, () => false)
