import { Trash2 } from 'lucide-react'
import { Controller, useFieldArray, type FieldPath, type UseFormReturn } from 'react-hook-form'
import { DEPOSIT_KINDS } from '#shared/deposits/deposit-rule.ts'
import { depositSettingsMessages as s } from '#shared/deposits/messages.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import type { SettingsValues } from './settings-values.ts'

type Form = UseFormReturn<SettingsValues>
type OfferedServices = readonly { id: string; name: string; price: number }[]

const kinds = DEPOSIT_KINDS.map((value) => ({ value, label: s.kinds[value] }))

type RuleProps = { form: Form; at: `services.${number}` | 'no_show_rule'; error: string | undefined }

/** The kind of a rule, and its amount or percentage. */
function RuleInputs({ form, at, error }: RuleProps) {
  const kindField = `${at}.kind` satisfies FieldPath<SettingsValues>
  const valueField = `${at}.value` satisfies FieldPath<SettingsValues>
  const isAmount = form.watch(kindField) === 'amount'
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label={s.kind}>
        <Controller
          control={form.control}
          name={kindField}
          render={({ field: { onChange, ...field } }) => (
            <Select
              {...field}
              options={kinds}
              onChange={(kind) => {
                onChange(kind)
                // An amount cannot be used as a percentage or the reverse, so the value is cleared when the kind
                // changes.
                form.setValue(valueField, '', { shouldDirty: true })
              }}
            />
          )}
        />
      </Field>
      <Field label={s.value} required error={error}>
        <Controller
          control={form.control}
          name={valueField}
          render={({ field }) =>
            isAmount ? (
              <MoneyInput {...field} />
            ) : (
              <TextInput {...field} inputMode="numeric" maxLength={4} autoComplete="off" className="tnum text-right" />
            )
          }
        />
      </Field>
    </div>
  )
}

/** The services that need a deposit, each with its rule; services are added and removed. */
export function ServiceRules({ form, services }: { form: Form; services: OfferedServices }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'services', keyName: 'row' })
  const { errors } = form.formState
  const used = new Set(fields.map(({ service_id }) => service_id))
  const free = services.filter(({ id }) => !used.has(id))
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">{s.servicesHint}</p>
      {fields.length === 0 && <p className="mb-3 text-ink-2">{s.noServices}</p>}
      <ul className="divide-y divide-line">
        {fields.map((row, index) => (
          <li key={row.row} className="py-3 first:pt-0">
            <ServiceHead service={services.find(({ id }) => id === row.service_id)} onRemove={() => remove(index)} />
            <RuleInputs form={form} at={`services.${index}`} error={errors.services?.[index]?.value?.message} />
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <Select
          aria-label={s.addService}
          value={null}
          placeholder={s.addService}
          options={free.map(({ id, name, price }) => ({
            value: id,
            label: name,
            detail: s.ofPrice(formatPeso(toCentavos(price))),
          }))}
          onChange={(service_id) =>
            append({ service_id, kind: 'amount', value: '' }, { focusName: `services.${fields.length}.value` })
          }
        />
      )}
    </>
  )
}

type HeadProps = { service: OfferedServices[number] | undefined; onRemove: () => void }

/** Shows the name and price of a service for which clients pay a deposit, with a button that removes the deposit. */
function ServiceHead({ service, onRemove }: HeadProps) {
  const name = service?.name ?? s.serviceUnknown
  return (
    <div className="mb-2 flex items-center gap-2">
      <p className="min-w-0 flex-1">
        <b className="font-semibold wrap-anywhere">{name}</b>
        {service && (
          <span className="tnum block text-sm text-ink-2">{s.ofPrice(formatPeso(toCentavos(service.price)))}</span>
        )}
      </p>
      <IconButton label={s.remove(name)} icon={<Trash2 size={18} aria-hidden="true" />} onClick={onRemove} />
    </div>
  )
}

/** The rule for clients who did not come to several visits. */
export function NoShowRule({ form }: { form: Form }) {
  const { errors } = form.formState
  return (
    <>
      <Controller
        control={form.control}
        name="has_no_show_rule"
        render={({ field: { value, ...field } }) => <Switch {...field} label={s.hasNoShowRule} checked={value} />}
      />
      {form.watch('has_no_show_rule') && (
        <div className="mt-3 space-y-3">
          <Field label={s.noShowCount} required error={errors.no_shows?.message}>
            <Controller
              control={form.control}
              name="no_shows"
              render={({ field }) => <NumberInput {...field} min={1} max={10} />}
            />
          </Field>
          <RuleInputs form={form} at="no_show_rule" error={errors.no_show_rule?.value?.message} />
        </div>
      )}
    </>
  )
}
