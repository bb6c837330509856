import { UserRoundX } from 'lucide-react'
import { Link } from 'react-router'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { clientsPath } from './client-paths.ts'

/** There is no such client, or there is none any more. */
export function ClientNotFound({ role }: { role: Role }) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-16 text-center">
      <UserRoundX size={32} strokeWidth={1.6} className="text-gold" aria-hidden="true" />
      <h1 className="mt-4 text-2xl font-bold tracking-tight">{s.notFoundTitle}</h1>
      <p className="mt-1 text-ink-2">{s.notFoundHint}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {role === 'cashier' && (
          <Link to={paths.till} className={buttonClass()}>
            {s.backToCashier}
          </Link>
        )}
        <Link to={clientsPath(role)} className={buttonClass({ variant: 'primary' })}>
          {s.backToClients}
        </Link>
      </div>
    </div>
  )
}
