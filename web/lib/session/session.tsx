import { useRef, useSyncExternalStore } from 'react'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import type { Role } from '#shared/people/role.ts'
import { currentSession, subscribeSession, type Session } from './session-store.ts'

export const useSession = (): Session => useSyncExternalStore(subscribeSession, currentSession)

/** The person of a session; null when unknown. */
export const personOf = (session: Session): SessionPerson | null =>
  session.status === 'authenticated' || session.status === 'expired' ? session.person : null

/**
 * The logged-in person, for pages behind a guard, which always have one. During a log-out it is still the previous one.
 */
export function usePerson(): SessionPerson {
  const present = personOf(useSession())
  const last = useRef(present)
  if (present) last.current = present
  if (!last.current) throw new Error('usePerson needs a page that only opens with a session')
  return last.current
}

export const useRole = (): Role => usePerson().user_role
