import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { isInvoiceMode, missingOfSupplier } from '#shared/clinic/documents.ts'
import type { DocumentSettings } from '#shared/clinic/documents-contract.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { paths } from '#web/lib/paths.ts'
import { useToday } from '#web/lib/use-now.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import type { DocumentValues } from './document-values.ts'

type Form = UseFormReturn<DocumentValues>
type CardProps = { form: Form; settings: DocumentSettings }

/** A field of one of the cards: a text of at most `max` characters, or a date. */
type Line = { name: keyof typeof s.fields & keyof DocumentValues; isWide?: boolean; hint?: string } & (
  | { max: number }
  | { isDate: true }
)

const registrationLines: Line[] = [
  { name: 'registered_name', isWide: true, max: 120 },
  { name: 'trade_name', isWide: true, max: 120 },
  { name: 'tin', hint: s.tinHint, max: 20 },
  { name: 'tin_branch', hint: s.branchHint, max: 5 },
  { name: 'permit_number', max: 60 },
  { name: 'permit_date', isDate: true },
]

const accreditationLines: Line[] = [
  { name: 'accreditation_number', isWide: true, max: 60 },
  { name: 'accreditation_date', isDate: true },
  { name: 'accreditation_until', isDate: true },
  { name: 'supplier_name', max: 120 },
  { name: 'supplier_tin', max: 20 },
  { name: 'supplier_address', isWide: true, max: 240 },
]

const Lines = ({ form, lines }: { form: Form; lines: readonly Line[] }) =>
  lines.map((line) => (
    <Field
      key={line.name}
      label={s.fields[line.name]}
      hint={line.hint}
      error={form.formState.errors[line.name]?.message}
      className={line.isWide ? 'sm:col-span-2' : ''}
    >
      {'isDate' in line ? (
        <TextInput {...form.register(line.name)} type="date" className="tnum" />
      ) : (
        <TextInput {...form.register(line.name)} maxLength={line.max} autoComplete="off" />
      )}
    </Field>
  ))

/** The clinic's registration with the tax office, and the text at the foot of its invoices. */
export function RegistrationCard({ form, settings }: CardProps) {
  return (
    <SectionCard title={s.registration}>
      <p className="mb-3 text-sm text-ink-2">{s.registrationHint}</p>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Lines form={form} lines={registrationLines} />
        <dl className="text-sm sm:col-span-2">
          <dt className="font-semibold">{s.fields.address}</dt>
          <dd className="wrap-anywhere">{settings.address}</dd>
          <dd className="mt-1">
            <Link to={paths.clinic} className="-my-2 inline-block py-3 text-link underline underline-offset-2">
              {s.clinicProfile}
            </Link>
          </dd>
        </dl>
        <Field label={s.invoiceFoot} error={form.formState.errors.invoice_foot?.message} className="sm:col-span-2">
          <TextInput {...form.register('invoice_foot')} maxLength={240} autoComplete="off" />
        </Field>
      </div>
    </SectionCard>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p className="mb-4 flex gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm">
    <TriangleAlert size={20} className="shrink-0 text-warning" aria-hidden="true" />
    {children}
  </p>
)

/**
 * The accreditation of the software and its supplier. The card shows a warning if the saved accreditation has expired,
 * or if an invoice mode is chosen and one of the supplier's fields is empty.
 */
export function AccreditationCard({ form, settings: { accreditation_until: until } }: CardProps) {
  const today = useToday()
  const values = useWatch({ control: form.control }) as DocumentValues
  const missing = isInvoiceMode(values.mode) ? missingOfSupplier(values) : []
  return (
    <SectionCard title={s.accreditation}>
      <p className="mb-3 text-sm text-ink-2">{s.accreditationHint}</p>
      {until !== null && until < today && <Warning>{s.accreditationExpired(formatShortDate(until))}</Warning>}
      {missing.length > 0 && (
        <Warning>{s.supplierMissing(missing.map((field) => s.supplierFields[field]).join(', '))}</Warning>
      )}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Lines form={form} lines={accreditationLines} />
      </div>
    </SectionCard>
  )
}
