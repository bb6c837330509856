import { ArrowRight, CalendarDays, Pencil, Plus, RefreshCw, Trash2, Lock } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ServicePicture } from '#web/ui/data/service-picture.tsx'
import { Badge, StatusBadge } from '#web/ui/badge.tsx'
import { Logo, LogoMark } from '#web/ui/logo.tsx'
import type { Tone } from '#web/ui/tone.ts'

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

const statuses = ['Pending', 'Confirmed', 'On-going', 'Completed', 'Resched', 'Cancelled']
const tones: Tone[] = ['neutral', 'primary', 'success', 'warning', 'danger', 'info', 'violet', 'rose', 'gold']
const names = [
  'Bianca Garcia',
  'Paolo Santos',
  'Jessa Bautista',
  'Tricia',
  'Ñoño Peña',
  'Maricel Cruz',
  'Joaquin Ocampo',
]

export function MarksSection() {
  return (
    <SectionCard title="Marks" bodyClassName="space-y-4 px-5 pb-5">
      <div className="flex flex-wrap gap-2">
        {statuses.map((status) => (
          <StatusBadge key={status} status={status.toLowerCase()}>
            {status}
          </StatusBadge>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone} dot>
            {tone}
          </Badge>
        ))}
        <Badge tone="warning" icon={<Lock size={13} aria-hidden="true" />}>
          Must set password
        </Badge>
      </div>
      <NamesAndType />
    </SectionCard>
  )
}

function NamesAndType() {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {names.map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name="Liza Mendoza" size="sm" />
        <Avatar name="Carla Torres" size="lg" />
        <Avatar name="Picture" src="/art/hero-1-640.webp" size="lg" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {['a', 'b', 'c', 'd'].map((treatment) => (
          <ServicePicture key={treatment} picture={null} treatmentId={treatment} className="h-19 w-44 rounded-ctl" />
        ))}
        <ServicePicture picture={null} treatmentId="a" className="size-16 rounded-ctl" />
        <ServicePicture picture="/art/hero-2-640.webp" treatmentId="a" className="size-11 rounded-ctl" />
      </div>
      <div className="flex flex-wrap items-center gap-6">
        <Logo name="Mutya" line="Skin & Aesthetics" />
        <LogoMark size={48} />
        <span className="rounded-card bg-[#055559] p-4">
          <Logo name="Mutya" line="Skin & Aesthetics" light />
        </span>
      </div>
      <div className="space-y-2">
        <p className="eyebrow">Aesthetic &amp; wellness clinic</p>
        <p className="display text-h2">
          Your skin, <em className="text-primary">in its best light.</em>
        </p>
        <p className="tnum text-3xl font-extrabold tracking-tight">₱40,250.00</p>
      </div>
    </>
  )
}
