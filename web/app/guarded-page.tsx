import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import type { Arrival } from './guards.ts'
import { NoAccessPage } from './no-access-page.tsx'

/** The page, or the sentence that its data is not for this role; the page itself is then never drawn and asks for nothing. */
export function GuardedPage({ children }: { children: ReactNode }) {
  const arrival = useLoaderData<Arrival | null>()
  if (!arrival) return null
  return arrival.kind === 'no-access' ? <NoAccessPage /> : children
}
