import { Controller, type UseFormReturn } from 'react-hook-form'
import type { Output } from '#shared/lib/endpoint.ts'
import { REPORT_METHODS } from '#shared/deposits/records.ts'
import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import { depositSettingsMessages as s } from '#shared/deposits/messages.ts'
import { depositSettingsContract } from '#shared/deposits/settings-contract.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-input.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { NoShowRule, ServiceRules } from './rule-fields.tsx'
import { NEVER, previewAmount, settingsBody, settingsValues, type SettingsValues } from './settings-values.ts'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'

type Answer = Output<typeof depositSettingsContract.read>
type Form = UseFormReturn<SettingsValues>

/** The settings for deposits: who pays ahead, how much, how, and what happens with the money. */
export default function DepositSettingsPage() {
  const read = useRead(depositSettingsContract.read, {}, { failed: s.failedToLoad })
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <Loaded read={read} skeleton="h-96">
        {(answer) => <SettingsForm answer={answer} />}
      </Loaded>
    </div>
  )
}

function SettingsForm({ answer: { data: settings, services, has_qr_ph } }: { answer: Answer }) {
  const { form, busy, isDirty, onSubmit } = useContractForm(depositSettingsContract.save, {
    values: settingsValues(settings),
    edits: { row: settings, valuesOf: settingsValues },
    input: (values: SettingsValues) => ({ body: settingsBody(values) }),
    done: s.saved,
    failed: s.notSaved,
    reread: [depositSettingsContract.read],
    onDone: ({ data }) => form.reset(settingsValues(data)),
  })
  useUnsavedGuard(isDirty)
  return (
    <form noValidate onSubmit={onSubmit} className="grid items-start gap-4 lg:grid-cols-2">
      <div className="space-y-4">
        <SectionCard title={s.switchTitle}>
          <Controller
            control={form.control}
            name="is_on"
            render={({ field: { value, ...field } }) => (
              <Switch {...field} label={s.isOn} detail={s.isOnHint} checked={value} />
            )}
          />
        </SectionCard>
        <SectionCard title={s.services}>
          <ServiceRules form={form} services={services} />
        </SectionCard>
        <SectionCard title={s.noShows}>
          <NoShowRule form={form} />
        </SectionCard>
      </div>
      <div className="space-y-4">
        <SectionCard title={s.policyTitle}>
          <PolicyFields form={form} />
        </SectionCard>
        <SectionCard title={s.ways}>
          <WayFields form={form} hasQrPh={has_qr_ph} />
        </SectionCard>
        <SectionCard title={s.preview}>
          <Preview values={form.watch()} services={services} />
        </SectionCard>
        <Button type="submit" variant="primary" block busy={busy} busyLabel={s.saving}>
          {s.save}
        </Button>
      </div>
    </form>
  )
}

/** Returns the usual numbers of hours. A saved number that is not one of them is added. */
const hoursWith = (usual: readonly number[], saved: number): number[] =>
  [...new Set([...usual, ...(saved === NEVER ? [] : [saved])])].sort((one, other) => one - other)

const USUAL_HOLDS = [1, 2, 4, 12, 24, 48, 72]
const USUAL_NOTICES = [0, 2, 12, 24, 48, 72]

const noticeLabel = (hours: number): string => (hours === 0 ? s.returnUntilStart : s.returnOf(hours))

function PolicyFields({ form }: { form: Form }) {
  const { errors, defaultValues } = form.formState
  const holds = hoursWith(USUAL_HOLDS, defaultValues?.hold_hours ?? NEVER)
  const notices = hoursWith(USUAL_NOTICES, defaultValues?.return_notice_hours ?? NEVER)
  const returns = [
    ...notices.map((value) => ({ value, label: noticeLabel(value) })),
    { value: NEVER, label: s.returnNever },
  ]
  return (
    <div className="space-y-4">
      <Field label={s.hold} hint={s.holdHint} error={errors.hold_hours?.message}>
        <Controller
          control={form.control}
          name="hold_hours"
          render={({ field }) => (
            <Select {...field} options={holds.map((value) => ({ value, label: s.holdOf(value) }))} />
          )}
        />
      </Field>
      <Field label={s.return} error={errors.return_notice_hours?.message}>
        <Controller
          control={form.control}
          name="return_notice_hours"
          render={({ field }) => <Select {...field} options={returns} />}
        />
      </Field>
      <Field label={s.note} hint={s.noteHint} error={errors.note?.message}>
        <Textarea {...form.register('note')} maxLength={300} rows={3} />
      </Field>
    </div>
  )
}

/** The accounts to which clients can send deposits. */
function WayFields({ form, hasQrPh }: { form: Form; hasQrPh: boolean }) {
  return (
    <div className="space-y-4">
      <p className="text-sm text-ink-2">
        {s.waysHint} {hasQrPh ? s.withQrPh : s.withoutQrPh}
      </p>
      {REPORT_METHODS.map((way) => (
        <Field key={way} label={s[way]} error={form.formState.errors[way]?.message}>
          <TextInput {...form.register(way)} maxLength={120} autoComplete="off" placeholder={s.samples[way]} />
        </Field>
      ))}
    </div>
  )
}

type PreviewProps = { values: SettingsValues; services: Answer['services'] }

/** What clients read before they book a service with a deposit. */
function Preview({ values, services }: PreviewProps) {
  const { hold_hours, return_notice_hours: notice, note } = values
  return (
    <div className="space-y-2 rounded-ctl bg-surface-2 px-4 py-3 text-sm">
      <p className="font-bold">{clientDepositMessages.asked(previewAmount(values, services))}</p>
      <p>{clientDepositMessages.askedText(hold_hours)}</p>
      <p>{clientDepositMessages.policy(notice === NEVER ? null : notice)}</p>
      {note.trim() !== '' && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
    </div>
  )
}
