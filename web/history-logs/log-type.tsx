import { clsx } from 'clsx'
import { Cog, Pencil, Plus, Trash2, type LucideIcon } from 'lucide-react'
import type { LogType } from '#shared/history-logs/contract.ts'
import { historyLogMessages as s } from '#shared/history-logs/messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { toneSoft, type Tone } from '#web/ui/tone.ts'

const looks: Record<LogType, { tone: Tone; icon: LucideIcon }> = {
  create: { tone: 'success', icon: Plus },
  update: { tone: 'info', icon: Pencil },
  delete: { tone: 'danger', icon: Trash2 },
  system: { tone: 'neutral', icon: Cog },
}

/** Shows a log type as icon, text and colour; the colour only repeats what icon and text say. */
export function LogTypeBadge({ type }: { type: LogType }) {
  const { tone, icon: Icon } = looks[type]
  return (
    <Badge tone={tone} icon={<Icon size={14} strokeWidth={2.2} aria-hidden="true" />}>
      {s.types[type]}
    </Badge>
  )
}

/** The icon of a log type without its name, for entries whose sentence contains the type. */
export function LogTypeIcon({ type }: { type: LogType }) {
  const { tone, icon: Icon } = looks[type]
  return (
    <span aria-hidden="true" className={clsx('grid size-8 shrink-0 place-items-center rounded-full', toneSoft[tone])}>
      <Icon size={15} strokeWidth={2.2} />
    </span>
  )
}
