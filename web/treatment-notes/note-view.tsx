import { formatInstant } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import type { TreatmentNote } from '#shared/treatment-notes/contract.ts'
import { totalsOf } from '#shared/treatment-notes/edit-note.ts'
import { givenProducts } from '#shared/treatment-notes/note.ts'
import { areaName } from '#shared/treatment-notes/pin-areas.ts'
import { productLine } from '#shared/treatment-notes/product-line.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { wordsOf, type Word } from './note-words.ts'
import { PinPicture } from './pin-map.tsx'

/** A note to be read: on the screen, and on paper. */
export function NoteView({ note }: { note: TreatmentNote }) {
  const { content, template } = note
  return (
    <div className="space-y-4">
      {content.pins.length > 0 && <Pins note={note} />}
      <Lines title={s.products} lines={givenProducts(content).map(productLine)} />
      {content.device !== '' && <Lines title={s.device} lines={[content.device]} />}
      {content.passes.map((pass, index) => (
        <Words key={pass.id} title={s.pass(index + 1)} words={wordsOf(template.pass_fields, pass.values)} />
      ))}
      <Words title={s.settings} words={wordsOf(template.fields, content.values)} />
      <Lines title={s.text} lines={[content.text]} />
      <Lines title={s.aftercare} lines={[...content.aftercare, content.aftercare_text]} />
      <Additions note={note} />
    </div>
  )
}

function Pins({ note: { content } }: { note: TreatmentNote }) {
  const pins = content.pins.map((pin, index) => ({ pin, number: index + 1 }))
  const maps = [...new Set(content.pins.map(({ map }) => map))]
  const totals = totalsOf(content).map(({ unit, amount }) => s.total(`${formatNumber(amount)} ${unit}`.trim()))
  const lines = content.pins.map((pin, index) =>
    [s.pin(index + 1, areaName(pin.area)), ...(pin.amount === null ? [] : [formatNumber(pin.amount)])].join(' · '),
  )
  return (
    <div className="note-pins">
      <div className="space-y-3">
        {maps.map((map) => (
          <PinPicture key={map} map={map} pins={pins.filter(({ pin }) => pin.map === map)} />
        ))}
      </div>
      <Lines title={s.pins} lines={[...lines, ...totals]} />
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length === 0) return null
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      {filled.map((line, index) => (
        // Lines have no ids and are never reordered.
        <p key={index} className="whitespace-pre-line wrap-anywhere">
          {line}
        </p>
      ))}
    </section>
  )
}

function Words({ title, words }: { title: string; words: readonly Word[] }) {
  return <Lines title={title} lines={words.map(({ label, value }) => `${label}: ${value}`)} />
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
