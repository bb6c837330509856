import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { bodyMapMessages } from '#shared/lib/body-map-messages.ts'
import { bodyAreas, type BodyMapName } from '#shared/lib/body-maps.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { addPin, changePin, removePart, restorePart, totalsOf } from '#shared/treatment-notes/edit-note.ts'
import type { NoteContent, NotePin, NoteTemplateContent } from '#shared/treatment-notes/note.ts'
import { areaAt, areaName, drawingsOf } from '#shared/treatment-notes/pin-areas.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

import { PinMap, type PinChanges } from './pin-map.tsx'

/** Applies a function to the note's current content, so that an Undo keeps the changes that were made in between. */
export type EditNote = (edit: (content: NoteContent) => NoteContent) => void

type PartProps = { content: NoteContent; template: NoteTemplateContent; edit: EditNote }

/** Removes a pin, product or pass from the note; a toast offers Undo. */
export function removeWithUndo(edit: EditNote, kind: 'pins' | 'products' | 'passes', id: string, title: string): void {
  edit((before) => {
    const onPress = () => edit((content) => restorePart(content, before, kind, id))
    toast.info({ title, secondary: { label: s.undo, onPress } })
    return removePart(before, kind, id)
  })
}

/** The map with its pins, and the same pins as a list. */
export function PinsPart({ content, template, edit }: PartProps) {
  const maps = drawingsOf(template, content.pins)
  const [chosen, choose] = useState<BodyMapName | null>(null)
  const map = chosen !== null && maps.includes(chosen) ? chosen : maps[0]
  if (map === undefined) return null
  const totals = totalsOf(content).map(({ unit, amount }) => s.total(`${formatNumber(amount)} ${unit}`.trim()))
  const pins = content.pins.map((pin, index) => ({ pin, number: index + 1 })).filter(({ pin }) => pin.map === map)
  const changes: PinChanges = {
    onAdd: ({ x, y }) => edit((now) => addPin(now, { id: newUuid(), map, x, y, area: areaAt(map, x, y) })),
    onMove: (id, { x, y }) => edit((now) => changePin(now, id, { x, y, area: areaAt(map, x, y) })),
    onRemove: (id) => removeWithUndo(edit, 'pins', id, s.pinRemoved),
  }
  const count = (name: BodyMapName) => content.pins.filter((pin) => pin.map === name).length
  const options = maps.map((value) => ({
    value,
    label: [bodyMapMessages.maps[value], ...(count(value) > 0 ? [count(value)] : [])].join(' · '),
  }))
  return (
    <SectionCard title={s.map} aside={<span className="tnum font-semibold">{totals.join(', ')}</span>}>
      {maps.length > 1 && (
        <SegmentedControl aria-label={s.map} options={options} value={map} onChange={choose} className="mb-3" />
      )}
      <div className="note-pins">
        <div>
          <PinMap map={map} pins={pins} changes={changes} />
          <p className="mt-2 text-sm text-ink-2">{s.mapHint}</p>
        </div>
        <div className="space-y-3">
          <PinList content={content} template={template} edit={edit} />
          <AddPin key={map} map={map} onAdd={changes.onAdd} />
        </div>
      </div>
    </SectionCard>
  )
}

function PinList(props: PartProps) {
  const { pins } = props.content
  if (pins.length === 0) return <p className="text-ink-2">{s.noPins}</p>
  return (
    <ol aria-label={s.pins} className="pin-list">
      {pins.map((pin, index) => (
        <PinRow key={pin.id} {...props} pin={pin} number={index + 1} />
      ))}
    </ol>
  )
}

function PinRow({ pin, number, content, template, edit }: PartProps & { pin: NotePin; number: number }) {
  const products = content.products.map((line, index) => ({
    value: line.id,
    label: line.name.trim() || s.productNumber(index + 1),
  }))
  return (
    <li className="pin-row">
      <span className="tnum text-right font-semibold text-ink-2">{number}</span>
      <span className="wrap-anywhere">{areaName(pin.area)}</span>
      {template.has_pin_amounts ? (
        <NumberInput
          aria-label={s.amountOfPin(number)}
          value={pin.amount}
          min={0}
          step={template.unit === 'mL' ? 0.1 : 1}
          size="sm"
          onChange={(amount) => edit((now) => changePin(now, pin.id, { amount }))}
        />
      ) : (
        <span />
      )}
      <IconButton
        label={s.removePin(number)}
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => removeWithUndo(edit, 'pins', pin.id, s.pinRemoved)}
      />
      {products.length > 1 && (
        <div className="pin-product">
          <Select
            aria-label={s.productOfPin(number)}
            options={[...products, { value: '', label: s.noProduct }]}
            value={pin.product}
            size="sm"
            onChange={(product) => edit((now) => changePin(now, pin.id, { product }))}
          />
        </div>
      )}
    </li>
  )
}

/** Adds a pin in the middle of a chosen area, for people who do not use the map. */
function AddPin({ map, onAdd }: { map: BodyMapName } & Pick<PinChanges, 'onAdd'>) {
  const areas = bodyAreas[map]
  const [chosen, choose] = useState(areas[0]!.name)
  const area = areas.find(({ name }) => name === chosen) ?? areas[0]!
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={s.addPinIn} group className="min-w-40 flex-1">
        <Select
          options={areas.map(({ name }) => ({ value: name, label: areaName(name) }))}
          value={chosen}
          onChange={choose}
        />
      </Field>
      <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => onAdd(area)}>
        {s.addPin}
      </Button>
    </div>
  )
}
