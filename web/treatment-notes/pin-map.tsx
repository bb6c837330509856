import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { bodyMapMessages } from '#shared/lib/body-map-messages.ts'
import type { BodyMapName } from '#shared/lib/body-maps.ts'
import type { NotePin } from '#shared/treatment-notes/note.ts'
import { areaName } from '#shared/treatment-notes/pin-areas.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { BodyMap } from '#web/ui/body-map.tsx'

type Place = { x: number; y: number }
export type PinChanges = {
  onAdd: (place: Place) => void
  onMove: (id: string, place: Place) => void
  onRemove: (id: string) => void
}

/** A pin with its number in the note. */
type NumberedPin = { pin: NotePin; number: number }

const within = (value: number) => Math.round(Math.min(1000, Math.max(0, value)))

/** The place of a pointer on the map. */
function placeOf(map: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Place {
  const box = map.getBoundingClientRect()
  return { x: within(((clientX - box.left) / box.width) * 1000), y: within(((clientY - box.top) / box.height) * 1000) }
}

const STEPS: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-10, 0],
  ArrowRight: [10, 0],
  ArrowUp: [0, -10],
  ArrowDown: [0, 10],
}

const placeStyle = ({ x, y }: Place) => ({ left: `${x / 10}%`, top: `${y / 10}%` })

type PinProps = NumberedPin & { changes: PinChanges; mapOf: () => HTMLElement | null }

/** A pin that can be dragged, or moved by arrow keys. */
function Pin({ pin, number, changes, mapOf }: PinProps) {
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const map = mapOf()
    if (map && event.currentTarget.hasPointerCapture(event.pointerId)) changes.onMove(pin.id, placeOf(map, event))
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step) {
      event.preventDefault()
      changes.onMove(pin.id, { x: within(pin.x + step[0]), y: within(pin.y + step[1]) })
    } else if (event.key === 'Delete' || event.key === 'Backspace') changes.onRemove(pin.id)
  }
  return (
    <button
      type="button"
      className="pin"
      style={placeStyle(pin)}
      aria-label={s.pin(number, areaName(pin.area))}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    >
      <span>{pin.amount ?? number}</span>
    </button>
  )
}

type PinMapProps = { map: BodyMapName; pins: readonly NumberedPin[]; changes: PinChanges }

/**
 * A drawing on which a tap sets a pin. The list beside it does the same for keyboards, so the drawing itself is not a
 * control.
 */
export function PinMap({ map, pins, changes }: PinMapProps) {
  const box = useRef<HTMLDivElement>(null)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list beside the map adds pins by keyboard
    <div
      ref={box}
      className="pin-map"
      data-editable=""
      role="group"
      aria-label={bodyMapMessages.maps[map]}
      onClick={(event) => changes.onAdd(placeOf(event.currentTarget, event))}
    >
      <BodyMap map={map} aria-hidden="true" />
      {pins.map((one) => (
        <Pin key={one.pin.id} {...one} changes={changes} mapOf={() => box.current} />
      ))}
    </div>
  )
}

/** A drawing with the pins of a note that cannot be changed. */
export function PinPicture({ map, pins }: Omit<PinMapProps, 'changes'>) {
  return (
    <div className="pin-map" role="img" aria-label={bodyMapMessages.maps[map]}>
      <BodyMap map={map} aria-hidden="true" />
      {pins.map(({ pin, number }) => (
        <span key={pin.id} className="pin" style={placeStyle(pin)}>
          <span>{pin.amount ?? number}</span>
        </span>
      ))}
    </div>
  )
}
