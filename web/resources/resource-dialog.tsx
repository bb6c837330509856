import { Field as BaseField } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { RESOURCE_COLOURS } from '#shared/resources/colours.ts'
import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MultiSelect } from '#web/ui/fields/multi-select.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import {
  affectedVisitsIn,
  useClearAffectedVisits,
  useVisitsToMove,
  AffectedVisitList,
  type AffectedVisits,
} from './affected-visits.tsx'
import { bodyOf, spansOf, valuesOf, type ResourceValues } from './resource-form.ts'
import { WeekFields } from './week-fields.tsx'

type ResourceForm = UseFormReturn<ResourceValues>
type ResourceDialogProps = DialogControl & { kind: ResourceKind; resource: Resource | null }

/**
 * The form of a practitioner, room or device. If visits are affected, sending the form again confirms that they were
 * seen.
 */
function useResourceForm({ kind, resource, onClose }: ResourceDialogProps) {
  const [affected, setAffected] = useState<AffectedVisits>()
  const toMove = useVisitsToMove()
  const { form, dialog } = useContractForm(resource ? resourcesContract.update : resourcesContract.create, {
    values: valuesOf(resource),
    edits: { row: resource, valuesOf },
    input: (values) => {
      const body = bodyOf(kind, values)
      return resource
        ? {
            params: { id: resource.id },
            body: {
              ...body,
              ...(values.without_photo && { without_photo: 'true' as const }),
              ...(affected && { despite_visits: 'true' as const }),
            },
          }
        : { body: { ...body, kind } }
    },
    judge: ({ week }, found) => (week.own && spansOf(week).length === 0 ? { ...found, week: s.hoursRequired } : found),
    done: (_, { name }) => (resource ? s.saved(name.trim()) : s.added(name.trim())),
    failed: (error, others) =>
      errorDataOf(resourcesContract.update, 'conflict', error) || others.length === 0
        ? null
        : { title: s.notSaved, description: others.join('\n') },
    onFailed: (error) => setAffected(affectedVisitsIn(error, errorDataOf(resourcesContract.update, 'conflict', error))),
    reread: [resourcesContract.list],
    onDone: () => {
      onClose()
      toMove.openFor(affected)
    },
  })
  useClearAffectedVisits(form, setAffected)
  return { form, dialog, affected, toMove: toMove.element }
}

/** Adds or changes a practitioner, room or device. */
export function ResourceDialog(props: ResourceDialogProps) {
  const { open, onClose, kind, resource } = props
  const { form, dialog, affected, toMove } = useResourceForm(props)
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        size="lg"
        title={resource ? s.edit[kind] : s.addTitle[kind]}
        leave={affected ? s.cancelChange : s.cancel}
        send={affected ? s.keepThem : s.save}
        busyLabel={s.saving}
        {...dialog}
      >
        <div className="space-y-4">
          <NameFields form={form} kind={kind} />
          <ServicesField form={form} kind={kind} />
          <Controller
            control={form.control}
            name="week"
            render={({ field, fieldState }) => (
              <WeekFields value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
            )}
          />
          <LookFields form={form} kind={kind} photo={resource?.photo ?? null} />
          <ActiveField form={form} />
          {affected && <AffectedVisitList affected={affected} />}
        </div>
      </FormDialog>
      {toMove}
    </>
  )
}

type FieldsProps = { form: ResourceForm; kind: ResourceKind }

function NameFields({ form, kind }: FieldsProps) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={s.name}
        required
        error={errors.name?.message}
        className={kind === 'practitioner' ? '' : 'col-span-full'}
      >
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      {kind === 'practitioner' && (
        <Field label={s.jobTitle} hint={s.jobTitleHint} error={errors.title?.message}>
          <TextInput {...form.register('title')} autoComplete="off" />
        </Field>
      )}
    </div>
  )
}

function ServicesField({ form, kind }: FieldsProps) {
  const { data, error } = useEveryRow(catalogueContract.services, { failed: s.failedToLoadServices })
  const options =
    data?.map(({ id, service_name, treatment_name }) => ({ value: id, label: service_name, detail: treatment_name })) ??
    []
  return (
    <Controller
      control={form.control}
      name="service_ids"
      render={({ field, fieldState }) => (
        <div>
          <Field label={s.services[kind]} group error={fieldState.error?.message}>
            <MultiSelect
              {...field}
              options={options}
              disabled={!data}
              placeholder={data ? s.chooseServices : error ? s.failedToLoadServices : s.loadingServices}
            />
          </Field>
          <p className="mt-1.5 text-sm text-ink-2">{s.servicesHint[kind]}</p>
          {data && field.value.length < data.length && (
            <Button variant="quiet" className="-ml-4" onClick={() => field.onChange(data.map(({ id }) => id))}>
              {s.allServices}
            </Button>
          )}
        </div>
      )}
    />
  )
}

function LookFields({ form, kind, photo }: FieldsProps & { photo: string | null }) {
  const [withoutPhoto, chosen] = useWatch({ control: form.control, name: ['without_photo', 'photo'] })
  return (
    <>
      <Controller
        control={form.control}
        name="colour"
        render={({ field, fieldState }) => (
          <Field label={s.colourLabel} group error={fieldState.error?.message}>
            <ColourChoices value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      {kind === 'practitioner' && !withoutPhoto && (
        <Controller
          control={form.control}
          name="photo"
          render={({ field, fieldState }) => (
            <UploadField
              label={s.photo}
              value={field.value}
              onChange={field.onChange}
              currentSrc={photo}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
      {photo !== null && !chosen && (
        <Controller
          control={form.control}
          name="without_photo"
          render={({ field }) => (
            <Switch
              label={s.withoutPhoto}
              detail={s.withoutPhotoHint}
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </>
  )
}

function ActiveField({ form }: { form: ResourceForm }) {
  return (
    <Controller
      control={form.control}
      name="is_active"
      render={({ field }) => (
        <Switch
          label={s.active}
          detail={field.value ? s.activeHint : s.inactiveHint}
          checked={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
}

type ColourChoicesProps = { value: string; onChange: (colour: string) => void }

const dot = 'grid size-9 place-items-center rounded-full border border-line-strong'

/** A choice of colours, or none. Used in a `Field` with `group`. */
function ColourChoices({ value, onChange }: ColourChoicesProps) {
  return (
    <RadioGroup<string> value={value} onValueChange={onChange} className="flex flex-wrap gap-1">
      {['', ...RESOURCE_COLOURS].map((colour) => (
        // Each radio has a separate Field, because in the Field of the group every radio would get the label of the
        // group.
        <BaseField.Root key={colour} className="contents">
          <Radio.Root
            value={colour}
            aria-label={colour === '' ? s.noColour : s.colours[colour as keyof typeof s.colours]}
            className="grid size-11 cursor-pointer place-items-center rounded-full"
          >
            <span className={dot} style={{ backgroundColor: colour || undefined }}>
              <Radio.Indicator className={colour === '' ? 'text-ink' : 'text-white'}>
                <Check size={18} strokeWidth={3} aria-hidden="true" />
              </Radio.Indicator>
            </span>
          </Radio.Root>
        </BaseField.Root>
      ))}
    </RadioGroup>
  )
}
