import { formatInstant } from '#shared/lib/manila-time.ts'
import type { TreatmentNote } from '#shared/treatment-notes/contract.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { notePartsOf, pinLinesOf, type NotePart } from './note-words.ts'
import { PinPicture } from './pin-map.tsx'

/** Shows a treatment note without editing, on the screen and on paper. */
export function NoteView({ note }: { note: TreatmentNote }) {
  return (
    <div className="space-y-4">
      {note.content.pins.length > 0 && <Pins note={note} />}
      {notePartsOf(note).map((part, index) => (
        // Parts have no ids and are never reordered, so the index is the key.
        <Lines key={index} {...part} />
      ))}
      <Additions note={note} />
    </div>
  )
}

function Pins({ note: { content } }: { note: TreatmentNote }) {
  const pins = content.pins.map((pin, index) => ({ pin, number: index + 1 }))
  const maps = [...new Set(content.pins.map(({ map }) => map))]
  return (
    <div className="note-pins">
      <div className="space-y-3">
        {maps.map((map) => (
          <PinPicture key={map} map={map} pins={pins.filter(({ pin }) => pin.map === map)} />
        ))}
      </div>
      <Lines title={s.pins} lines={pinLinesOf(content)} />
    </div>
  )
}

function Lines({ title, lines }: NotePart) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      {lines.map((line, index) => (
        // Lines have no ids and are never reordered, so the index is the key.
        <p key={index} className="whitespace-pre-line wrap-anywhere">
          {line}
        </p>
      ))}
    </section>
  )
}

/** Later additions with name and time, and the signature. */
function Additions({ note: { signed, additions } }: { note: TreatmentNote }) {
  return (
    <>
      {signed && (
        <section>
          <p className="font-semibold">{s.signedBy(signed.by, formatInstant(signed.at))}</p>
          <p className="text-sm break-all text-ink-2">{s.fingerprint(signed.hash)}</p>
        </section>
      )}
      {additions.map(({ id, text, added_by, added_at }) => (
        <section key={id}>
          <h3 className="font-semibold">
            {s.addition} · {s.addedBy(added_by, formatInstant(added_at))}
          </h3>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </section>
      ))}
    </>
  )
}
