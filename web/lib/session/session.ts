import { useRef, useSyncExternalStore } from 'react'
import { sessionContract, type SessionPerson } from '#shared/auth/session-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import type { Role } from '#shared/people/role.ts'
import { api } from '#web/lib/api.ts'

/**
 * `loading`: the session was not requested yet. `unreachable`: the server gave no response. `expired`: the session of
 * `person` has ended while a page is open; the page stays open until somebody logs in again.
 */
type Session =
  | { status: 'loading' }
  | { status: 'anonymous' }
  | { status: 'authenticated'; person: SessionPerson }
  | { status: 'expired'; person: SessionPerson }
  | { status: 'unreachable'; sentence: string }

type SessionEvent = 'logged-in' | 'logged-out'

/**
 * The storage key of the role, which pages and staff-theme.js read before the first paint. The server never trusts it.
 */
const ROLE_KEY = 'user_role'

let current: Session = { status: 'loading' }
const listeners = new Set<() => void>()
const eventListeners = new Set<(event: SessionEvent) => void>()

let channel: BroadcastChannel | undefined

/** The channel is created on first use, because at build time an open channel would keep the process running. */
function otherTabs(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel('mutya.session')
    channel.addEventListener('message', (event: MessageEvent<SessionEvent>) => {
      eventListeners.forEach((listener) => listener(event.data))
    })
  }
  return channel
}

function storeRole(role: string | null): void {
  try {
    if (role === null) sessionStorage.removeItem(ROLE_KEY)
    else sessionStorage.setItem(ROLE_KEY, role)
  } catch {
    // Storage is disabled, so the role is only in memory.
  }
}

function setSession(next: Session): void {
  current = next
  if (next.status === 'authenticated') storeRole(next.person.user_role)
  if (next.status === 'anonymous') storeRole(null)
  listeners.forEach((listener) => listener())
}

export const currentSession = (): Session => current

function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the listener when another tab has logged in or out. Returns a function that unsubscribes. */
export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  eventListeners.add(listener)
  otherTabs()
  return () => eventListeners.delete(listener)
}

/** Sets the person after a log-in or a change of their data. */
export function beginSession(person: SessionPerson): void {
  const isNew = current.status !== 'authenticated' || current.person.id !== person.id
  setSession({ status: 'authenticated', person })
  if (isNew) otherTabs().postMessage('logged-in' satisfies SessionEvent)
}

/** Clears the session; `notifyTabs` also logs out the other tabs, when the person logged out. */
export function dropSession(options: { notifyTabs: boolean }): void {
  setSession({ status: 'anonymous' })
  if (options.notifyTabs) otherTabs().postMessage('logged-out' satisfies SessionEvent)
}

/** Marks the session as expired while the page stays open. */
export function expireSession(): void {
  if (current.status === 'authenticated') setSession({ status: 'expired', person: current.person })
}

async function loadSession(): Promise<void> {
  try {
    const { user } = await api(sessionContract.session, {})
    setSession({ status: 'authenticated', person: user })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // While a tablet is handed over to a client, its session may do nothing that staff may do, so the page treats it as
    // a session of nobody.
    if (error.status === 401 || error.code === 'handed_over') setSession({ status: 'anonymous' })
    // Other errors say nothing about the session, so the known state stays.
    else if (current.status === 'loading' || current.status === 'unreachable')
      setSession({ status: 'unreachable', sentence: error.message })
  }
}

let pendingCheck: Promise<void> | undefined

/** Asks the server who is logged in (10 s timeout); concurrent callers share one request. */
export function checkSession(): Promise<void> {
  pendingCheck ??= loadSession().finally(() => {
    pendingCheck = undefined
  })
  return pendingCheck
}

/** Returns the session; if it is still loading, waits until the server has been asked for it. */
export async function loadedSession(): Promise<Session> {
  if (current.status === 'loading') await checkSession()
  return current
}

export const useSession = (): Session => useSyncExternalStore(subscribeSession, currentSession)

/** The person of a session; null when unknown. */
export const personOf = (session: Session): SessionPerson | null =>
  session.status === 'authenticated' || session.status === 'expired' ? session.person : null

/**
 * Returns the logged-in person. Only pages that require a log-in may call it, because they always have one; during a
 * log-out it returns the person who is logging out.
 */
export function usePerson(): SessionPerson {
  const present = personOf(useSession())
  const last = useRef(present)
  if (present) last.current = present
  if (!last.current) throw new Error('usePerson needs a page that only opens with a session')
  return last.current
}

export const useRole = (): Role => usePerson().user_role
