import { personOf, useSession } from '#web/lib/session/session.tsx'
import { useRef } from 'react'
import { ClientLayout } from './client-layout.tsx'
import { StaffLayout } from './staff-layout.tsx'

/** The frame of the person's role around every page; while a log-out is leaving, the one that was there. */
export function AppLayout() {
  const present = personOf(useSession())
  const last = useRef(present)
  if (present) last.current = present
  // Nobody yet: the guard of the page is about to send the visitor on.
  if (!last.current) return null
  return last.current.user_role === 'client' ? <ClientLayout /> : <StaffLayout person={last.current} />
}
