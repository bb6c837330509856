import { useQuery } from '@tanstack/react-query'
import { clinicContract, type ClinicProfile } from '#shared/clinic/contract.ts'
import { clinicSentences as s } from '#shared/clinic/sentences.ts'
import { query } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { useClinicForm, type ClinicTextField } from './clinic-form.ts'
import { OpeningHoursFields } from './opening-hours-fields.tsx'

type Line = { name: ClinicTextField; label: string; required?: boolean; hint?: string; type?: string; wide?: boolean }

const contact: Line[] = [
  { name: 'name', label: s.name, required: true, wide: true },
  { name: 'address', label: s.address, required: true, wide: true },
  { name: 'location_label', label: s.locationLabel, hint: s.locationHint },
  { name: 'hours_text', label: s.hoursText, required: true },
  { name: 'phone', label: s.phone, required: true, type: 'tel' },
  { name: 'email', label: s.email, required: true, type: 'email' },
]
const receipt: Line[] = [
  { name: 'tin', label: s.tin },
  { name: 'receipt_foot', label: s.receiptFoot, required: true },
]
const links: Line[] = [
  { name: 'facebook_url', label: s.facebook, type: 'url' },
  { name: 'instagram_url', label: s.instagram, type: 'url' },
  { name: 'tiktok_url', label: s.tiktok, type: 'url' },
]

/** The clinic's own data: what visitors, receipts and the booking page show. */
export default function ClinicPage() {
  const { data, error, refetch, isFetching } = useQuery({
    ...query(clinicContract.read, {}),
    // A form in work is not filled anew behind the person's back.
    refetchOnWindowFocus: false,
  })
  return (
    <div className="mx-auto w-full max-w-3xl space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      {error && !data && <ErrorPanel message={error.message} onRetry={() => void refetch()} busy={isFetching} />}
      {data ? <ClinicForm profile={data.data} /> : !error && <Loading />}
    </div>
  )
}

function Loading() {
  return (
    <SkeletonGroup label={s.title}>
      <Skeleton className="h-80" />
      <Skeleton className="mt-4 h-96" />
    </SkeletonGroup>
  )
}

function ClinicForm({ profile }: { profile: ClinicProfile }) {
  const { form, submit } = useClinicForm(profile)
  const { errors, isDirty, isSubmitting } = form.formState
  useUnsavedGuard(isDirty)
  const group = (title: string, lines: Line[]) => (
    <SectionCard title={title}>
      <div className="grid gap-4 sm:grid-cols-2">
        {lines.map(({ name, type, wide, ...field }) => (
          <Field key={name} {...field} error={errors[name]?.message} className={wide ? 'sm:col-span-2' : ''}>
            <TextInput {...form.register(name)} type={type} autoComplete="off" />
          </Field>
        ))}
      </div>
    </SectionCard>
  )
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      {group(s.contact, contact)}
      <SectionCard title={s.openingHours}>
        <p className="mb-2 text-sm text-ink-2">{s.openingHoursHint}</p>
        <OpeningHoursFields control={form.control} />
      </SectionCard>
      {group(s.receipt, receipt)}
      {group(s.links, links)}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting} busyLabel={s.saving}>
          {s.save}
        </Button>
      </div>
    </form>
  )
}
