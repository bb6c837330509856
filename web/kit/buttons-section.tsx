import { ArrowRight, CalendarDays, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

const row = 'flex flex-wrap items-center gap-2'

export function ButtonsSection() {
  const [busy, setBusy] = useState(true)
  return (
    <SectionCard title="Buttons" bodyClassName="space-y-4 px-5 pb-5">
      <div className={row}>
        <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />}>
          Add client
        </Button>
        <Button icon={<RefreshCw size={18} aria-hidden="true" />}>Refresh data</Button>
        <Button variant="quiet">Cancel</Button>
        <Button variant="danger">Delete</Button>
        <Button variant="danger-quiet">Void sale</Button>
      </div>
      <div className={row}>
        <Button variant="primary" disabled>
          Select Items First
        </Button>
        <Button disabled>Refresh data</Button>
        <Button variant="quiet" disabled>
          Cancel
        </Button>
        <Button variant="danger" disabled>
          Delete
        </Button>
      </div>
      <div className={row}>
        <Button variant="primary" busy={busy} busyLabel="SAVING..." onClick={() => setBusy(true)}>
          SAVE CLIENT
        </Button>
        <Button busy={busy} onClick={() => setBusy(true)}>
          Export
        </Button>
        <Button variant="quiet" onClick={() => setBusy(!busy)}>
          {busy ? 'Stop' : 'Start'} being busy
        </Button>
      </div>
      <SizesAndIcons />
    </SectionCard>
  )
}

function SizesAndIcons() {
  return (
    <>
      <div className={row}>
        <Button variant="primary" size="lg">
          Confirm Booking
        </Button>
        <Button variant="primary" size="xl">
          Process Payment
        </Button>
      </div>
      <div className={row}>
        <a href="#kit" className={buttonClass({ variant: 'primary', size: 'lg', pill: true })}>
          Book an appointment <ArrowRight size={18} aria-hidden="true" />
        </a>
        <a href="#kit" className={buttonClass({ size: 'lg', pill: true })}>
          See pricing
        </a>
      </div>
      <div className={row}>
        <IconButton label="Edit" icon={<Pencil size={18} />} />
        <IconButton label="Delete" icon={<Trash2 size={18} />} variant="danger-quiet" />
        <IconButton label="Calendar" icon={<CalendarDays size={18} />} variant="secondary" />
        <IconButton label="Add" icon={<Plus size={18} />} variant="primary" />
        <IconButton label="Edit (not now)" icon={<Pencil size={18} />} disabled />
      </div>
      <Button variant="primary" size="xl" block>
        Confirm Payment
      </Button>
    </>
  )
}
