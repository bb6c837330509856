import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { ClientContact } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { skipUnsavedPrompt } from '#web/ui/overlays/unsaved-changes.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { clientPath } from './client-paths.ts'
import { contactLine } from './contact-line.ts'

type CandidatesProps = {
  /** Similar existing clients; nothing is rendered without one. */
  candidates: readonly ClientContact[]
  /** Uses one of them; without it a link opens their page. */
  onUse?: ((client: ClientContact) => void) | undefined
  /** Called for "none of these". */
  onNew: () => void
  busy?: boolean
}

/**
 * Asks "Is it one of these?" before creating a possible duplicate. Takes the focus, so that no key press answers by
 * accident.
 */
export function Candidates({ candidates, onUse, onNew, busy = false }: CandidatesProps) {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const isAsked = candidates.length > 0
  useEffect(() => {
    if (isAsked) panel.current?.focus()
  }, [isAsked])
  if (!isAsked) return null
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="space-y-3 rounded-card border border-warning bg-warning-soft p-3.5 outline-none sm:p-4"
    >
      <h3 id={titleId} className="font-bold text-ink">
        {s.isItOneOfThese}
      </h3>
      <ul className="space-y-2">
        {candidates.map((client) => (
          <Candidate key={client.client_id} client={client} onUse={onUse} />
        ))}
      </ul>
      <Button block onClick={onNew} busy={busy}>
        {s.newPerson}
      </Button>
    </section>
  )
}

function Candidate({ client, onUse }: { client: ClientContact } & Pick<CandidatesProps, 'onUse'>) {
  const label = s.takeThisOneNamed(client.name)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ctl border border-line bg-surface p-3">
      <Avatar name={client.name} size="sm" />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold wrap-anywhere text-ink">{client.name}</span>
        <span className="tnum block text-sm text-ink-2">{contactLine(client)}</span>
      </span>
      {onUse ? (
        <Button onClick={() => onUse(client)} aria-label={label} className="max-sm:w-full">
          {s.takeThisOne}
        </Button>
      ) : (
        <OpenLink client={client} label={label} />
      )}
    </li>
  )
}

function OpenLink({ client, label }: { client: ClientContact; label: string }) {
  const role = useRole()
  return (
    <Link
      to={clientPath(role, client.client_id)}
      state={skipUnsavedPrompt}
      aria-label={label}
      className={`${buttonClass()} max-sm:w-full`}
    >
      {s.takeThisOne}
    </Link>
  )
}
