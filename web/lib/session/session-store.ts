import { sessionContract, type SessionPerson } from '#shared/auth/session-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'

/**
 * `loading`: not asked yet · `unreachable`: the server did not answer, nobody knows · `expired`: the log-in of `person`
 * has ended under an open page, which stays until they log in again.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'anonymous' }
  | { status: 'authenticated'; person: SessionPerson }
  | { status: 'expired'; person: SessionPerson }
  | { status: 'unreachable'; sentence: string }

type SessionEvent = 'logged-in' | 'logged-out'

/** Read by the page (and by staff-theme.js before the first paint); the server never believes it. */
const ROLE_KEY = 'user_role'

let session: Session = { status: 'loading' }
const listeners = new Set<() => void>()
const newsListeners = new Set<(news: SessionEvent) => void>()

let channel: BroadcastChannel | undefined

/** Opened when it is first needed: pages are also rendered at build time, where an open channel would never let go. */
function otherTabs(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel('mutya.session')
    channel.addEventListener('message', (event: MessageEvent<SessionEvent>) => {
      newsListeners.forEach((listener) => listener(event.data))
    })
  }
  return channel
}

function rememberRole(role: string | null): void {
  try {
    if (role === null) sessionStorage.removeItem(ROLE_KEY)
    else sessionStorage.setItem(ROLE_KEY, role)
  } catch {
    // Storage is switched off in this browser: the role lives in memory alone.
  }
}

function become(next: Session): void {
  session = next
  if (next.status === 'authenticated') rememberRole(next.person.user_role)
  if (next.status === 'anonymous') rememberRole(null)
  listeners.forEach((listener) => listener())
}

export const currentSession = (): Session => session

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Told when another tab of this browser has logged in or out. Returns the way to stop. */
export function onSessionEvent(listener: (news: SessionEvent) => void): () => void {
  newsListeners.add(listener)
  otherTabs()
  return () => newsListeners.delete(listener)
}

/** Somebody has logged in, or their data has changed. */
export function beginSession(person: SessionPerson): void {
  const isNew = session.status !== 'authenticated' || session.person.id !== person.id
  become({ status: 'authenticated', person })
  if (isNew) otherTabs().postMessage('logged-in' satisfies SessionEvent)
}

/** Forgets who was logged in; `tell` other tabs when the person did it. */
export function dropSession(options: { tell: boolean }): void {
  become({ status: 'anonymous' })
  if (options.tell) otherTabs().postMessage('logged-out' satisfies SessionEvent)
}

/** The log-in has ended while the page stays open. */
export function expireSession(): void {
  if (session.status === 'authenticated') become({ status: 'expired', person: session.person })
}

async function ask(): Promise<void> {
  try {
    const { user } = await api(sessionContract.session, {})
    become({ status: 'authenticated', person: user })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) become({ status: 'anonymous' })
    // Whatever else went wrong says nothing about the log-in: what is known stays.
    else if (session.status === 'loading' || session.status === 'unreachable')
      become({ status: 'unreachable', sentence: error.message })
  }
}

let asking: Promise<void> | undefined

/** Asks the server who is logged in (10 s); several callers share one question. */
export function checkSession(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

/** The session, once it is known whether there is one. */
export async function settledSession(): Promise<Session> {
  if (session.status === 'loading') await checkSession()
  return session
}
