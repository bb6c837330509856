import { replace, type LoaderFunctionArgs } from 'react-router'
import { openDocument, pathnameOf } from '#web/lib/paths.ts'
import { query } from '#web/lib/query.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { personOf } from '#web/lib/session/session.tsx'
import { settledSession } from '#web/lib/session/session-store.ts'
import { resolve, type Arrival, type Visitor } from './guards.ts'

/** Asked only where it matters: while nobody is logged in. When the server does not say, the log-in page will. */
async function needsSetup(): Promise<boolean> {
  const { clinicContract } = await import('#shared/clinic/contract.ts')
  const { data } = await queryClient
    .ensureQueryData({ ...query(clinicContract.read, {}), staleTime: 60_000 })
    .catch(() => ({ data: { needs_setup: false } }))
  return data.needs_setup
}

async function visitor(): Promise<Visitor | null> {
  const session = await settledSession()
  if (session.status === 'unreachable') return null
  const person = personOf(session)
  return {
    role: person?.user_role ?? null,
    mustSetPassword: person?.must_set_password ?? false,
    needsSetup: person === null && (await needsSetup()),
  }
}

const never = <T>() => new Promise<T>(() => undefined)

/**
 * Runs on arrival only: what happens to the session later moves nobody by itself. Answers how the page opens; null when
 * the server did not say who is here (the page above says so, and the guard runs again when it knows).
 */
export async function guard({ request }: LoaderFunctionArgs): Promise<Arrival | null> {
  const who = await visitor()
  if (!who) return null
  const url = new URL(request.url)
  const arrival = resolve(url.pathname, who)
  if (arrival.kind === 'document') {
    openDocument(arrival.path, { replace: true })
    return never()
  }
  const stays = pathnameOf(url.pathname).toLowerCase() === arrival.path.toLowerCase()
  if (!stays) throw replace(arrival.path)
  return arrival
}
