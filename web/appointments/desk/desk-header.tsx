import { RefreshCw, Settings2, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { calendarSentences } from '#shared/appointments/calendar-sentences.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AddWalkInDialog } from './lazy-dialogs.ts'
import { ManilaClock } from './manila-clock.tsx'

type DeskHeaderProps = { refresh: () => Promise<void>; onSettings: () => void }

/** Title, clock and what concerns the whole desk. */
export function DeskHeader({ refresh, onSettings }: DeskHeaderProps) {
  const actions = (
    <>
      <Button onClick={onSettings} icon={<Settings2 size={18} aria-hidden="true" />}>
        {calendarSentences.settings}
      </Button>
      <RefreshButton refresh={refresh} />
      <WalkInButton />
    </>
  )
  return <PageHeader title={s.title} subtitle={<ManilaClock />} actions={actions} />
}

function RefreshButton({ refresh }: { refresh: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const onClick = async () => {
    setBusy(true)
    await refresh()
    setBusy(false)
  }
  return (
    <Button onClick={() => void onClick()} busy={busy} icon={<RefreshCw size={18} aria-hidden="true" />}>
      {s.refresh}
    </Button>
  )
}

function WalkInButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)} icon={<UserPlus size={18} aria-hidden="true" />}>
        {s.addWalkIn}
      </Button>
      <Suspense>
        <AddWalkInDialog open={open} onClose={() => setOpen(false)} />
      </Suspense>
    </>
  )
}
