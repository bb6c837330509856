import { Building2, ChevronRight, Sparkles, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { dashboardSentences as s } from '#shared/dashboard/sentences.ts'
import { paths } from '#web/lib/paths.ts'
import { SectionCard } from '#web/ui/card.tsx'

const steps = [
  { to: paths.treatments, icon: Sparkles, words: s.nextSteps.treatments },
  { to: paths.users, icon: UserPlus, words: s.nextSteps.users },
  { to: paths.clinic, icon: Building2, words: s.nextSteps.clinic },
]

/** The way from an empty clinic to the first booking. */
export function NextSteps() {
  return (
    <SectionCard title={s.nextTitle}>
      <p className="-mt-2 mb-4 text-sm text-ink-2">{s.nextHint}</p>
      <ol className="grid gap-3 lg:grid-cols-3">
        {steps.map(({ to, icon: Icon, words: [title, hint] }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full min-h-11 items-center gap-4 rounded-card border border-line p-4 transition-colors hover:border-line-strong hover:bg-surface-2"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-ink">
                <Icon size={20} aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-bold">{title}</span>
                <span className="block text-sm text-ink-2">{hint}</span>
              </span>
              <ChevronRight size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
    </SectionCard>
  )
}
