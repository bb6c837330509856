import { personOf, useSession } from '#web/lib/session/session.ts'
import { useRef } from 'react'
import { ClientLayout } from './client-layout.tsx'
import { StaffLayout } from './staff-layout.tsx'

/** Frames every page for the person's role. During a log-out the previous frame stays. */
export function AppLayout() {
  const present = personOf(useSession())
  const last = useRef(present)
  if (present) last.current = present
  // Nobody is logged in, and the page's guard is about to redirect, so no frame is drawn.
  if (!last.current) return null
  return last.current.user_role === 'client' ? <ClientLayout /> : <StaffLayout person={last.current} />
}
