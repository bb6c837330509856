import { sessionContract, type SessionPerson } from '#shared/auth/session-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'

/**
 * `loading`: not requested yet · `unreachable`: no response · `expired`: the session of `person` has ended under an
 * open page, which stays until they log in again.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'anonymous' }
  | { status: 'authenticated'; person: SessionPerson }
  | { status: 'expired'; person: SessionPerson }
  | { status: 'unreachable'; sentence: string }

type SessionEvent = 'logged-in' | 'logged-out'

/** Read by the page (and by staff-theme.js before the first paint); the server never trusts it. */
const ROLE_KEY = 'user_role'

let session: Session = { status: 'loading' }
const listeners = new Set<() => void>()
const eventListeners = new Set<(news: SessionEvent) => void>()

let channel: BroadcastChannel | undefined

/** Created on first use, because at build time an open channel would keep the process running. */
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
  session = next
  if (next.status === 'authenticated') storeRole(next.person.user_role)
  if (next.status === 'anonymous') storeRole(null)
  listeners.forEach((listener) => listener())
}

export const currentSession = (): Session => session

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the listener when another tab has logged in or out. Returns a function that unsubscribes. */
export function onSessionEvent(listener: (news: SessionEvent) => void): () => void {
  eventListeners.add(listener)
  otherTabs()
  return () => eventListeners.delete(listener)
}

/** Sets the person after a log-in or a change of their data. */
export function beginSession(person: SessionPerson): void {
  const isNew = session.status !== 'authenticated' || session.person.id !== person.id
  setSession({ status: 'authenticated', person })
  if (isNew) otherTabs().postMessage('logged-in' satisfies SessionEvent)
}

/** Clears the session; `notifyTabs` also ends it in other tabs, when the person logged out. */
export function dropSession(options: { notifyTabs: boolean }): void {
  setSession({ status: 'anonymous' })
  if (options.notifyTabs) otherTabs().postMessage('logged-out' satisfies SessionEvent)
}

/** Marks the session as expired while the page stays open. */
export function expireSession(): void {
  if (session.status === 'authenticated') setSession({ status: 'expired', person: session.person })
}

async function loadSession(): Promise<void> {
  try {
    const { user } = await api(sessionContract.session, {})
    setSession({ status: 'authenticated', person: user })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) setSession({ status: 'anonymous' })
    // Other errors say nothing about the session, so the known state stays.
    else if (session.status === 'loading' || session.status === 'unreachable')
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

/** The session, once it is known. */
export async function loadedSession(): Promise<Session> {
  if (session.status === 'loading') await checkSession()
  return session
}
