import { CircleCheck, CircleX, RefreshCw, TriangleAlert } from 'lucide-react'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { systemContract, type SystemCheck } from '#shared/system/contract.ts'
import { systemMessages as s } from '#shared/system/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** The System page: checks of the server, such as disk space and backups, with what to do about each problem. */
export default function SystemPage() {
  const read = useRead(systemContract.read, {}, { failed: s.failedToLoad })
  return (
    <div className="mx-auto w-full max-w-3xl space-y-4">
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={
          <Button
            onClick={() => void read.reload()}
            busy={read.isFetching}
            icon={<RefreshCw size={18} aria-hidden="true" />}
          >
            {s.refresh}
          </Button>
        }
      />
      <Loaded read={read} label={s.title} skeleton="h-dvh">
        {({ data: { version, checked_at, checks } }) => (
          <SectionCard title={s.version(version)}>
            <p className="-mt-2 mb-4 text-sm text-ink-2">{s.checkedAt(formatInstant(new Date(checked_at)))}</p>
            <ul className="divide-y divide-line">
              {checks.map((check) => (
                <Check key={check.name} check={check} />
              ))}
            </ul>
          </SectionCard>
        )}
      </Loaded>
    </div>
  )
}

const signs = {
  ok: { icon: CircleCheck, className: 'text-success' },
  warning: { icon: TriangleAlert, className: 'text-warning' },
  problem: { icon: CircleX, className: 'text-danger' },
}

function Check({ check: { name, state, text } }: { check: SystemCheck }) {
  const { icon: Icon, className } = signs[state]
  return (
    <li className="flex gap-3 py-3">
      <Icon size={20} className={`mt-0.5 shrink-0 ${className}`} role="img" aria-label={s.states[state]} />
      <div className="min-w-0 text-sm">
        <h3 className="font-semibold">{s.names[name]}</h3>
        <p className="break-words text-ink-2">{text}</p>
      </div>
    </li>
  )
}
