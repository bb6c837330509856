import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form'
import { formatPeso, parsePesos, toCentavos, toPesos } from '#shared/lib/money.ts'
import {
  PACKAGE_VALIDITIES,
  packagesContract,
  type OfferedPackage,
  type PackageValidity,
} from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type Values = {
  name: string
  price: string
  services: { service_id: string; sessions: number | null }[]
  validity: PackageValidity
  validity_months: number | null
  is_transferable: boolean
  is_active: boolean
}

const nothing: Values = {
  name: '',
  price: '',
  services: [{ service_id: '', sessions: 5 }],
  validity: 'none',
  validity_months: null,
  is_transferable: false,
  is_active: true,
}

const valuesOf = ({ id: _, version: __, price, services, ...row }: OfferedPackage): Values => ({
  ...row,
  price: formatPeso(toCentavos(price)).replace('₱', ''),
  services: services.map(({ service_id, sessions }) => ({ service_id, sessions })),
})

const bodyOf = ({ price, services, ...values }: Values) => ({
  ...values,
  price: toPesos(parsePesos(price) ?? 0),
  services: services.map(({ service_id, sessions }) => ({ service_id, sessions: sessions ?? 0 })),
  validity_months: values.validity === 'none' ? null : (values.validity_months ?? 0),
})

type PackageFormProps = DialogControl & {
  /** The package to change; null for a new one. */
  offered: OfferedPackage | null
  /** The services that can be in a package. */
  services: readonly { id: string; name: string; price: number }[]
}

/** The form for adding or changing a package. */
export function PackageForm({ open, onClose, offered, services }: PackageFormProps) {
  const [id] = useState(() => offered?.id ?? newUuid())
  const { form, dialog } = useContractForm(packagesContract.save, {
    values: offered ? valuesOf(offered) : nothing,
    input: (values: Values) => ({ params: { id }, body: bodyOf(values) }),
    edits: { row: offered, valuesOf },
    done: s.saved,
    failed: s.notSaved,
    reread: [packagesContract.list],
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={offered ? s.editTitle : s.add}
      leave={s.cancel}
      send={s.save}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.name} required error={errors.name?.message}>
          <TextInput {...form.register('name')} maxLength={60} autoComplete="off" />
        </Field>
        <ServiceFields form={form} services={services} />
        <Field label={s.price} required error={errors.price?.message}>
          <Controller control={form.control} name="price" render={({ field }) => <MoneyInput {...field} />} />
        </Field>
        <ValidityFields form={form} />
        <Controller
          control={form.control}
          name="is_transferable"
          render={({ field: { value, ...field } }) => <Checkbox {...field} label={s.transferable} checked={value} />}
        />
        <Controller
          control={form.control}
          name="is_active"
          render={({ field: { value, ...field } }) => <Checkbox {...field} label={s.active} checked={value} />}
        />
      </div>
    </FormDialog>
  )
}

type FieldsProps = { form: UseFormReturn<Values> }

/** The services of the package, each with its number of sessions. */
function ServiceFields({ form, services }: FieldsProps & Pick<PackageFormProps, 'services'>) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'services', keyName: 'row' })
  const { errors } = form.formState
  const options = services.map(({ id, name, price }) => ({
    value: id,
    label: `${name} (${formatPeso(toCentavos(price))})`,
  }))
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 text-sm font-semibold">{s.services}</legend>
      {fields.map((row, index) => (
        <div key={row.row} className="flex flex-wrap items-end gap-2">
          <div className="min-w-48 flex-1">
            <Field label={s.serviceOf(index + 1)} error={errors.services?.[index]?.service_id?.message}>
              <Controller
                control={form.control}
                name={`services.${index}.service_id`}
                render={({ field }) => (
                  <Select {...field} value={field.value || null} options={options} placeholder={s.servicePlaceholder} />
                )}
              />
            </Field>
          </div>
          <div className="w-40">
            <Field label={s.count} error={errors.services?.[index]?.sessions?.message}>
              <Controller
                control={form.control}
                name={`services.${index}.sessions`}
                render={({ field }) => <NumberInput {...field} min={1} max={100} />}
              />
            </Field>
          </div>
          {fields.length > 1 && (
            <IconButton
              label={s.removeService(s.serviceOf(index + 1))}
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => remove(index)}
            />
          )}
        </div>
      ))}
      <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => append({ service_id: '', sessions: 1 })}>
        {s.addService}
      </Button>
    </fieldset>
  )
}

/** When the package expires. */
function ValidityFields({ form }: FieldsProps) {
  const { errors } = form.formState
  const options = PACKAGE_VALIDITIES.map((value) => ({ value, label: s.validities[value] }))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={s.validity}>
        <Controller
          control={form.control}
          name="validity"
          render={({ field }) => <Select {...field} options={options} />}
        />
      </Field>
      {form.watch('validity') !== 'none' && (
        <Field label={s.months} required error={errors.validity_months?.message}>
          <Controller
            control={form.control}
            name="validity_months"
            render={({ field }) => <NumberInput {...field} min={1} max={120} />}
          />
        </Field>
      )}
    </div>
  )
}
