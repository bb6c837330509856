import {
  BookOpenCheck,
  CalendarClock,
  CalendarX2,
  ChevronRight,
  CircleCheck,
  DatabaseBackup,
  MailX,
  PackageMinus,
  UserX,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { Link } from 'react-router'
import { formatInstant } from '#shared/lib/manila-time.ts'
import type { Needs } from '#shared/overview/contract.ts'
import { openNeeds, type CountedNeed } from '#shared/overview/open-needs.ts'
import { overviewMessages as s } from '#shared/overview/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { SectionCard } from '#web/ui/card.tsx'

/** The page on which an admin deals with each kind of open item. */
const places: Record<CountedNeed, { icon: LucideIcon; to: string }> = {
  requests: { icon: CalendarClock, to: paths.appointments.admin },
  closures: { icon: UserX, to: `${paths.users}?closure=requested` },
  unpaid_visits: { icon: Wallet, to: `${paths.appointments.admin}#unpaid` },
  low_stock: { icon: PackageMinus, to: `${paths.supplies}?stock=low` },
  expired: { icon: CalendarX2, to: `${paths.supplies}?stock=expired` },
  expiring_in_7_days: { icon: CalendarX2, to: `${paths.supplies}?stock=expires-7` },
  expiring_in_30_days: { icon: CalendarX2, to: `${paths.supplies}?stock=expires-30` },
  failed_messages: { icon: MailX, to: `${paths.messages}?state=failed` },
  book_differences: { icon: BookOpenCheck, to: `${paths.reports}?report=books` },
}

/** Lists how many items of each kind wait for an admin, with a link to the page where they are settled. */
export function NeedsCard({ needs }: { needs: Needs }) {
  const open = openNeeds(needs)
  const { backup, backup_trial: trial } = needs
  if (open.length === 0 && !backup && !trial)
    return (
      <SectionCard title={s.needsTitle}>
        <p className="flex items-center gap-3 text-ink-2">
          <CircleCheck size={20} className="shrink-0 text-success" aria-hidden="true" />
          {s.nothing}
        </p>
      </SectionCard>
    )
  return (
    <SectionCard title={s.needsTitle} bodyClassName="px-2 pb-2">
      <ul>
        {open.map((need) => (
          <Need key={need} {...places[need]} title={s.needs[need](needs[need])} hint={s.needsHints[need]} />
        ))}
        {backup && (
          <Need
            icon={DatabaseBackup}
            to={paths.exports}
            title={backup.made_at === null ? s.noBackup : s.backupLate(formatInstant(backup.made_at))}
            hint={s.backupHint}
          />
        )}
        {trial && (
          <Need
            icon={DatabaseBackup}
            to={paths.system}
            title={s.trialFailed(formatInstant(trial.tried_at))}
            hint={trial.problem}
          />
        )}
      </ul>
    </SectionCard>
  )
}

type NeedProps = { icon: LucideIcon; to: string; title: string; hint: string }

const Need = ({ icon: Icon, to, title, hint }: NeedProps) => (
  <li>
    <Link
      to={to}
      className="flex min-h-14 items-center gap-3 rounded-ctl px-3 py-2 transition-colors hover:bg-surface-2"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-warning-soft text-warning">
        <Icon size={20} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{title}</b>
        <span className="block text-sm text-ink-2">{hint}</span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
    </Link>
  </li>
)
