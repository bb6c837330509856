import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import type { NoteWorkspace } from '#shared/treatment-notes/contract.ts'
import { addProduct, changeProduct, hasPinAmounts } from '#shared/treatment-notes/edit-note.ts'
import { amountOf, type NoteContent, type NoteProduct, type NoteTemplateContent } from '#shared/treatment-notes/note.ts'
import { batchesFor, productKey, withBatch, type RecentBatch } from '#shared/treatment-notes/same-as-last.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { removeWithUndo, type EditNote } from './pins-part.tsx'

type PartProps = {
  content: NoteContent
  template: NoteTemplateContent
  workspace: NoteWorkspace
  edit: EditNote
}

/** The products of the note with amount, batch and expiry. */
export function ProductsPart(props: PartProps) {
  const { content, template, edit } = props
  if (!template.has_products && content.products.length === 0) return null
  return (
    <SectionCard title={s.products}>
      <ul className="space-y-4">
        {content.products.map((line, index) => (
          <ProductRow key={line.id} {...props} line={line} number={index + 1} />
        ))}
      </ul>
      <Button
        className="mt-3"
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => edit((now) => addProduct(now, newUuid(), template.unit))}
      >
        {s.addProduct}
      </Button>
    </SectionCard>
  )
}

type RowProps = PartProps & { line: NoteProduct; number: number }

function ProductRow(props: RowProps) {
  const { line, number, content, edit } = props
  const change = (changes: Partial<NoteProduct>) => edit((now) => changeProduct(now, line.id, changes))
  const isSum = hasPinAmounts(content, line)
  return (
    <li aria-label={s.productNumber(number)} className="product-row rounded-card border border-line p-4">
      <div className="flex items-start gap-2">
        <ProductName {...props} change={change} />
        <IconButton
          label={`${s.removeProduct} ${number}`}
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => removeWithUndo(edit, 'products', line.id, s.productRemoved)}
        />
      </div>
      <Field label={s.amount} className="half" {...(isSum && { hint: s.amountFromPins })}>
        <NumberInput
          value={amountOf(content, line)}
          min={0}
          step={line.unit === 'mL' ? 0.1 : 1}
          disabled={isSum}
          onChange={(amount) => change({ amount })}
        />
      </Field>
      <Field label={s.unit} className="half">
        <TextInput value={line.unit} maxLength={20} onChange={(event) => change({ unit: event.target.value })} />
      </Field>
      <BatchFields {...props} change={change} />
    </li>
  )
}

type ChangeProps = RowProps & { change: (changes: Partial<NoteProduct>) => void }

/** The name of a product: one of the recently used ones or of the inventory, or any other. */
function ProductName({ line, number, workspace, change }: ChangeProps) {
  const items = workspace.products.map((choice) => ({ ...choice, value: choice.name, label: choice.name }))
  // Products with the same unit as this line come first.
  const isAlike = ({ unit }: { unit: string }) => unit === line.unit
  const recent = [...workspace.products.filter(isAlike), ...workspace.products.filter((one) => !isAlike(one))].slice(
    0,
    4,
  )
  return (
    <div className="min-w-0 flex-1">
      <Field label={`${s.product} ${number}`}>
        <Combobox
          value={line.name}
          items={items}
          onChange={(name) => {
            const known = items.find((item) => productKey(item.name) === productKey(name))
            change({ name, product_id: known?.product_id ?? null })
          }}
          onPick={({ name, product_id, unit }) => change({ name, product_id, unit: line.unit || unit })}
        />
      </Field>
      {line.name === '' && recent.length > 0 && (
        <div role="group" aria-label={s.recentProducts} className="note-chips mt-2">
          {recent.map(({ name, product_id, unit }) => (
            <Button key={name} variant="secondary" onClick={() => change({ name, product_id, unit })}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Asks before an expired batch is used. */
function useExpiryQuestion(today: string) {
  const confirm = useConfirm()
  return (batch: string, expiresOn: string): Promise<boolean> =>
    expiresOn >= today
      ? Promise.resolve(true)
      : confirm({
          title: s.expiredQuestion,
          body: s.expiredText(batch, formatShortDate(expiresOn)),
          confirmLabel: s.takeExpired,
          cancelLabel: s.cancel,
          danger: true,
        })
}

/** Batch and expiry, and the batches that were used lately as choices. */
function BatchFields({ line, content, edit, workspace, change }: ChangeProps) {
  const ask = useExpiryQuestion(workspace.visit.appointment_date)
  const [typed, setTyped] = useState(line.expires_on ?? '')
  const [seen, setSeen] = useState(line.expires_on)
  if (seen !== line.expires_on) {
    setSeen(line.expires_on)
    setTyped(line.expires_on ?? '')
  }
  const isExpired = line.expires_on !== null && line.expires_on < workspace.visit.appointment_date
  const expire = async () => {
    if (typed === (line.expires_on ?? '')) return
    if (typed === '' || (await ask(line.batch, typed))) change({ expires_on: typed || null })
    else setTyped(line.expires_on ?? '')
  }
  const batches = batchesFor(workspace.recent_batches, line, workspace.visit.appointment_date).slice(0, 4)
  return (
    <>
      <Field label={s.batch} className="half" error={needsBatch(line, content) ? s.noBatch : undefined}>
        <TextInput
          value={line.batch}
          maxLength={60}
          autoCapitalize="characters"
          autoComplete="off"
          onChange={(event) => change({ batch: event.target.value })}
        />
      </Field>
      <Field
        label={s.expires}
        className="half"
        error={isExpired ? s.expired(formatShortDate(line.expires_on!)) : undefined}
      >
        <DateInput value={typed} onChange={(event) => setTyped(event.target.value)} onBlur={() => void expire()} />
      </Field>
      {line.name !== '' && line.batch === '' && batches.length > 0 && (
        <RecentBatches batches={batches} onPick={(batch) => edit((now) => withBatch(now, line.id, batch))} />
      )}
    </>
  )
}

/** True if the product was given, and its batch is missing. */
const needsBatch = (line: NoteProduct, content: NoteContent) =>
  line.name.trim() !== '' && line.batch.trim() === '' && amountOf(content, line) !== null

function RecentBatches({ batches, onPick }: { batches: RecentBatch[]; onPick: (batch: RecentBatch) => void }) {
  return (
    <div role="group" aria-label={s.recentBatches} className="wide note-chips">
      {batches.map((batch) => (
        <Button key={batch.batch} aria-label={s.batchChoice(batch.batch)} onClick={() => onPick(batch)}>
          {batch.expires_on === null ? batch.batch : s.batchUntil(batch.batch, formatShortDate(batch.expires_on))}
        </Button>
      ))}
    </div>
  )
}
