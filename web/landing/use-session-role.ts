import { useEffect, useState } from 'react'
import type { Role } from '#shared/lib/endpoint.ts'
import { maySessionExist } from '#web/lib/session-hint.ts'

/** The role of who is logged in, read after the page is awake; null for visitors and until it is known. */
export function useSessionRole(): Role | null {
  const [role, setRole] = useState<Role | null>(null)
  useEffect(() => {
    let gone = false
    const read = async () => {
      if (!maySessionExist()) return setRole(null)
      // Loaded only now: it brings the contracts with it.
      const { checkSession, currentSession } = await import('#web/lib/session-store.ts')
      await checkSession()
      const session = currentSession()
      if (!gone) setRole(session.status === 'authenticated' ? session.person.user_role : null)
    }
    // When even the code for asking cannot be loaded, the page stays as visitors see it.
    const readQuietly = () => void read().catch(() => undefined)
    // A page that comes back with the Back button is the old one: somebody may have logged in or out since.
    const onShow = (event: PageTransitionEvent) => event.persisted && readQuietly()
    readQuietly()
    window.addEventListener('pageshow', onShow)
    return () => {
      gone = true
      window.removeEventListener('pageshow', onShow)
    }
  }, [])
  return role
}
