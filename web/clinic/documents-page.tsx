import { Info } from 'lucide-react'
import { Controller, useWatch, type Control } from 'react-hook-form'
import { Link } from 'react-router'
import { documentsContract, type DocumentSettings } from '#shared/clinic/documents-contract.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { missingText } from '#shared/clinic/missing-text.ts'
import { CLINIC_MODES, isInvoiceMode, missingFor, type ClinicMode } from '#shared/clinic/documents.ts'
import { formatInstant, manilaDate } from '#shared/lib/manila-time.ts'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { valuesOf, type DocumentValues } from './document-values.ts'
import { AccreditationCard, RegistrationCard } from './registration-cards.tsx'
import { SmallSalesCard } from './small-sales-card.tsx'

/** The settings page for documents: the document mode, the registration that it requires, and a preview. */
export default function DocumentsPage() {
  const read = useRead(documentsContract.read, {}, { failed: s.failedToLoad })
  return (
    <div className="mx-auto w-full max-w-6xl space-y-4">
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={<HistoryButton withWord record={{ subject: 'clinic', id: null, name: s.title }} />}
      />
      <ClockCard />
      <Loaded read={read} label={s.title} skeleton={['h-80', 'h-96']}>
        {({ data }) => <DocumentsForm settings={data} />}
      </Loaded>
    </div>
  )
}

/**
 * Shown when the server's clock contradicts the time of the last entry in the books: an admin compares the clock with a
 * watch and accepts it.
 */
function ClockCard() {
  const clock = useRead(documentsContract.clock, {}).data?.data
  const { run, busy } = useAction(documentsContract.acceptClock, {
    done: s.clockAccepted,
    failed: s.clockNotAccepted,
    reread: [documentsContract.clock],
  })
  if (!clock || clock.problem === null) return null
  return (
    <SectionCard title={s.clockTitle} bodyClassName="space-y-5 px-5 pb-5">
      <p>{s.clockOff(formatInstant(clock.now), formatInstant(clock.accepted_at ?? clock.now))}</p>
      <p className="text-sm text-ink-2">{s.clockHint}</p>
      <Button
        variant="primary"
        busy={busy}
        busyLabel={s.accepting}
        onClick={() => void run({ body: { date: manilaDate(new Date(clock.now)) } })}
      >
        {s.acceptClock}
      </Button>
    </SectionCard>
  )
}

/** The question before changing the mode, because an issued invoice cannot be undone. */
const question = (values: DocumentValues, before: ClinicMode) =>
  values.mode === before
    ? null
    : {
        title: s.switchQuestion(s.modes[values.mode]),
        body:
          isInvoiceMode(values.mode) && !isInvoiceMode(before) ? `${s.switchText} ${s.switchInvoice}` : s.switchText,
        confirmLabel: s.switchConfirm,
        cancelLabel: s.cancel,
      }

function DocumentsForm({ settings }: { settings: DocumentSettings }) {
  const { form, busy, isDirty, onSubmit } = useContractForm(documentsContract.save, {
    values: valuesOf(settings),
    edits: { row: settings, valuesOf },
    input: ({ permit_date, accreditation_date, accreditation_until, small_sale_limit, ...body }) => ({
      body: {
        ...body,
        permit_date: permit_date || null,
        accreditation_date: accreditation_date || null,
        accreditation_until: accreditation_until || null,
        small_sale_limit: toPesos(parsePesos(small_sale_limit) ?? Number.NaN),
      },
    }),
    ask: (values) => question(values, settings.mode),
    done: s.saved,
    failed: s.notSaved,
    reread: [documentsContract.read, documentsContract.mode],
    onDone: ({ data }) => form.reset(valuesOf(data)),
  })
  useUnsavedGuard(isDirty)
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <form noValidate className="min-w-0 space-y-4" onSubmit={onSubmit}>
        <p className="flex gap-3 rounded-card bg-info-soft px-4 py-3 text-sm">
          <Info size={20} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
          {s.duty}
        </p>
        <SectionCard title={s.mode}>
          <ModeField control={form.control} settings={settings} error={form.formState.errors.mode?.message} />
        </SectionCard>
        <RegistrationCard form={form} settings={settings} />
        <AccreditationCard form={form} settings={settings} />
        <SectionCard title={s.taxes}>
          <TaxSwitches control={form.control} />
        </SectionCard>
        <SmallSalesCard form={form} />
        <TerminalsCard terminals={settings.terminals} />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={s.saving} className="max-sm:w-full">
            {s.save}
          </Button>
        </div>
      </form>
      <SectionCard title={s.preview} className="min-w-0 xl:sticky xl:top-4">
        <PreviewOfForm control={form.control} settings={settings} />
      </SectionCard>
    </div>
  )
}

type OfForm = { control: Control<DocumentValues>; settings: DocumentSettings }

function PreviewOfForm({ control, settings }: OfForm) {
  const values = useWatch({ control }) as DocumentValues
  return <DocumentPreview values={values} settings={settings} />
}

/** The document modes. A mode whose required data is missing is disabled and says what it needs. */
function ModeField({ control, settings, error }: OfForm & { error: string | undefined }) {
  const values = useWatch({ control }) as DocumentValues
  const data = {
    ...settings,
    ...values,
    permit_date: values.permit_date || null,
    accreditation_date: values.accreditation_date || null,
  }
  const options = CLINIC_MODES.map((mode) => {
    const missing = missingFor(mode, data)
    const isBack = settings.has_issued_invoices && !isInvoiceMode(mode)
    const needs =
      missing.length > 0
        ? `${s.missing} ${missing.map(missingText).join(', ')}.`
        : isInvoiceMode(mode)
          ? s.ready
          : s.needsNothing
    return {
      value: mode,
      label: s.modes[mode],
      detail: `${s.modeHints[mode]} ${isBack ? s.noWayBack : needs}`,
      disabled: mode !== settings.mode && (missing.length > 0 || isBack),
    }
  })
  return (
    <>
      <Controller
        control={control}
        name="mode"
        render={({ field }) => (
          <Field label={s.mode} labelHidden group error={error}>
            <RadioGroup options={options} {...field} />
          </Field>
        )}
      />
      {!settings.has_issued_invoices && <p className="mt-2 text-sm text-ink-2">{s.oneWay}</p>}
    </>
  )
}

const switches = [
  { name: 'is_vat_registered', label: s.vatRegistered, detail: s.vatRegisteredHint },
  { name: 'charges_excise', label: s.chargesExcise, detail: s.chargesExciseHint },
] as const

const TaxSwitches = ({ control }: { control: Control<DocumentValues> }) =>
  switches.map(({ name, label, detail }) => (
    <Controller
      key={name}
      control={control}
      name={name}
      render={({ field }) => <Switch label={label} detail={detail} checked={field.value} onChange={field.onChange} />}
    />
  ))

function TerminalsCard({ terminals }: Pick<DocumentSettings, 'terminals'>) {
  return (
    <SectionCard
      title={s.terminals}
      aside={
        <Link to={paths.terminals} className={buttonClass()}>
          {s.setUpTerminals}
        </Link>
      }
    >
      <p className="mb-2 text-sm text-ink-2">{s.terminalsHint}</p>
      {terminals.length === 0 && <p className="text-sm">{s.noTerminals}</p>}
      <ul className="divide-y divide-line">
        {terminals.map(({ id, name, machine_number, serial_number }) => {
          const isReady = machine_number !== '' && serial_number !== ''
          return (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className={isReady ? 'text-ink-2' : 'text-warning'}>
                {isReady ? s.machine(machine_number, serial_number) : s.machineMissing}
              </span>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
