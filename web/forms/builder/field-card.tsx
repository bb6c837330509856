import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, Copy, GripVertical, Trash2 } from 'lucide-react'
import { useId, type DragEvent, type KeyboardEvent } from 'react'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import type { FormField } from '#shared/forms/form.ts'
import { IconButton } from '#web/ui/button.tsx'
import { nameOf, type Place } from './content-changes.ts'
import { fieldIcons } from './field-icons.tsx'
import { FieldSettings } from './field-settings.tsx'
import type { Arrangement } from './use-arrangement.ts'

type FieldCardProps = {
  field: FormField
  place: Place
  arrangement: Arrangement
  onChange: (field: FormField) => void
  /** What must be completed in the field before the form can be published; shown after somebody tried to publish. */
  problems: readonly string[]
}

/** One field in the builder: its name and buttons, and its settings while it is open. */
export function FieldCard({ field, place, arrangement, onChange, problems }: FieldCardProps) {
  const { openId, draggedId, drag, dragTo } = arrangement
  const isOpen = openId === field.id
  const panel = useId()
  return (
    <li
      data-field={field.id}
      onDragOver={(event: DragEvent) => {
        if (draggedId === null) return
        event.preventDefault()
        if (draggedId !== field.id) dragTo(place)
      }}
      onDrop={(event) => event.preventDefault()}
      className={clsx('rounded-ctl border border-line px-3 py-1.5', draggedId === field.id && 'bg-surface-3')}
    >
      <div
        className="flex flex-wrap items-center gap-1"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          drag(field.id)
        }}
        onDragEnd={() => drag(null)}
      >
        <FieldHandle field={field} arrangement={arrangement} />
        <OpenButton field={field} isOpen={isOpen} panel={panel} arrangement={arrangement} />
        <FieldButtons field={field} arrangement={arrangement} />
      </div>
      {problems.map((problem) => (
        <p key={problem} className="flex gap-1.5 pb-1.5 text-sm font-medium text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      ))}
      {isOpen && (
        <div id={panel} className="pt-2 pb-2">
          <FieldSettings field={field} onChange={onChange} />
        </div>
      )}
    </li>
  )
}

type PartProps = { field: FormField; arrangement: Arrangement }

/** By how many places an arrow key moves a field. */
const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** The handle of a field, which is dragged by pointer; the arrow keys move the field too. */
function FieldHandle({ field, arrangement }: PartProps) {
  return (
    <IconButton
      label={s.dragField(nameOf(field))}
      icon={<GripVertical size={18} aria-hidden="true" />}
      data-moves="handle"
      className="cursor-grab"
      onKeyDown={(event: KeyboardEvent) => {
        const by = steps[event.key]
        if (by === undefined) return
        event.preventDefault()
        arrangement.step(field, by)
      }}
    />
  )
}

function OpenButton({ field, isOpen, panel, arrangement }: PartProps & { isOpen: boolean; panel: string }) {
  const Icon = fieldIcons[field.kind]
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panel : undefined}
      onClick={() => arrangement.open(isOpen ? null : field.id)}
      className="flex min-h-11 min-w-48 flex-1 items-center gap-2 rounded-ctl px-2.5 text-left hover:bg-surface-2"
    >
      <Icon size={18} aria-hidden="true" className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          {nameOf(field)}
          {field.kind !== 'paragraph' && field.is_required && <span className="text-danger"> *</span>}
        </span>
        <span className="block text-xs text-ink-2">{s.kinds[field.kind]}</span>
      </span>
      <ChevronDown size={18} aria-hidden="true" className={clsx('shrink-0', isOpen && 'rotate-180')} />
    </button>
  )
}

function FieldButtons({ field, arrangement }: PartProps) {
  const name = nameOf(field)
  return (
    <span className="flex">
      <IconButton
        label={s.moveUp(name)}
        icon={<ArrowUp size={18} aria-hidden="true" />}
        data-moves="up"
        disabled={!arrangement.canStep(field, -1)}
        onClick={() => arrangement.step(field, -1)}
      />
      <IconButton
        label={s.moveDown(name)}
        icon={<ArrowDown size={18} aria-hidden="true" />}
        data-moves="down"
        disabled={!arrangement.canStep(field, 1)}
        onClick={() => arrangement.step(field, 1)}
      />
      <IconButton
        label={s.duplicateField(name)}
        icon={<Copy size={18} aria-hidden="true" />}
        onClick={() => arrangement.duplicate(field)}
      />
      <IconButton
        label={s.removeField(name)}
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => arrangement.remove(field)}
      />
    </span>
  )
}
