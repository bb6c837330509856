import { Info } from 'lucide-react'
import { Link } from 'react-router'
import { accountingMessages as s } from '#shared/clinic/accounting-messages.ts'
import { paths } from '#web/lib/paths.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** The page on which the clinic sets or reads each thing that its accountant decides. */
const places: Record<keyof typeof s.decisions, string> = {
  vat: paths.documents,
  mode: paths.documents,
  machines: paths.terminals,
  classes: paths.treatments,
  cards: paths.treatments,
  exempt: `${paths.reports}?report=senior-pwd-exempt`,
  percentage: `${paths.reports}?report=percentage-tax`,
  withheld: paths.payments,
  prepaid: paths.payments,
  packages: paths.payments,
  deposits: paths.depositSettings,
  small: paths.documents,
  keeping: `${paths.terminals}?part=readings`,
}
const decisions = Object.entries(s.decisions) as [keyof typeof places, (typeof s.decisions)['vat']][]

/** What Mutya does about taxes, what the clinic's accountant decides, and the public rules that Mutya follows. */
export default function AccountingPage() {
  return (
    <div className="mx-auto w-full max-w-6xl space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <p className="flex gap-3 rounded-card bg-info-soft px-4 py-3 text-sm">
        <Info size={20} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
        {s.advice}
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SectionCard title={s.does}>
          <Facts facts={s.doing.map(({ topic, text }) => [topic, text])} />
        </SectionCard>
        <div className="space-y-4">
          <SectionCard title={s.decides}>
            <Decisions />
          </SectionCard>
          <SectionCard title={s.doesNot}>
            <ul className="list-disc space-y-2 pl-5 text-sm">
              {s.notDoing.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </SectionCard>
        </div>
      </div>
      <SectionCard title={s.rules}>
        <Facts facts={s.followed.map(({ rule, text }) => [rule, text])} />
      </SectionCard>
    </div>
  )
}

function Facts({ facts }: { facts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([name, text]) => (
        <div key={name} className="py-2">
          <dt className="font-semibold">{name}</dt>
          <dd className="text-sm text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Decisions() {
  return (
    <dl className="divide-y divide-line">
      {decisions.map(([name, { question, text, where }]) => (
        <div key={name} className="py-2">
          <dt className="font-semibold">{question}</dt>
          <dd className="text-sm text-ink-2">
            {text}{' '}
            <Link to={places[name]} className="-my-2 inline-block py-3 text-link underline underline-offset-2">
              {where}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  )
}
