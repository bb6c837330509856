import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { ageOn } from '#shared/client-cards/age.ts'
import { clientCardsContract, type ClientCard } from '#shared/client-cards/contract.ts'
import { clientCardMessages as s } from '#shared/client-cards/messages.ts'
import { formatDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { useToday } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const EditCardDialog = lazyDialog(async () => (await import('./edit-card-dialog.tsx')).EditCardDialog)

type ClientCardDetailsProps = { clientId: string; name: string; isLocked?: boolean }

/** The client card on the client's page and in the chart. The client card of a locked chart cannot be changed. */
export default function ClientCardDetails({ clientId, name, isLocked = false }: ClientCardDetailsProps) {
  const read = useRead(clientCardsContract.card, { params: { id: clientId } }, { failed: s.failedToLoad })
  return (
    <Loaded read={read} skeleton="h-96">
      {({ data }) => <Details clientId={clientId} name={name} isLocked={isLocked} card={data} />}
    </Loaded>
  )
}

function Details({ clientId, name, isLocked, card }: Required<ClientCardDetailsProps> & { card: ClientCard }) {
  const edit = useDialog(EditCardDialog, { clientId, name, card })
  const button = (
    <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => edit.open({})}>
      {s.edit}
    </Button>
  )
  return (
    <SectionCard title={s.title} aside={isLocked ? undefined : button}>
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        <Line label={s.birthDate}>{card.birth_date && <BirthDate date={card.birth_date} />}</Line>
        <Line label={s.sex}>{card.sex && s.sexes[card.sex]}</Line>
        <Line label={s.address}>{card.address}</Line>
        <Line label={s.emergency}>
          {card.emergency_name && (
            <>
              {card.emergency_name}
              {card.emergency_number && (
                <span className="block">
                  <PhoneLink number={card.emergency_number} />
                </span>
              )}
            </>
          )}
        </Line>
        <Line label={s.referredBy}>{card.referred_by}</Line>
        <Line label={s.tags}>{card.tags.length > 0 && <Tags tags={card.tags} />}</Line>
      </dl>
      {edit.element}
    </SectionCard>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="tnum font-semibold wrap-anywhere">
        {children || <span className="font-normal text-ink-2">{s.nothing}</span>}
      </dd>
    </div>
  )
}

function BirthDate({ date }: { date: CivilDate }) {
  const today = useToday()
  return <time dateTime={date}>{s.withAge(formatDate(date), s.age(ageOn(date, today)))}</time>
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <Badge key={tag} tone="primary">
          {tag}
        </Badge>
      ))}
    </span>
  )
}
