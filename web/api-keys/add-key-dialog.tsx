import { Controller } from 'react-hook-form'
import { apiKeysContract as contract } from '#shared/api-keys/contract.ts'
import { apiKeyMessages as s } from '#shared/api-keys/messages.ts'
import { SCOPE_GROUPS, SCOPES, type Scope, type ScopeGroup } from '#shared/api-keys/scopes.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useToday } from '#web/lib/use-now.ts'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type ScopesProps = { value: readonly Scope[]; onChange: (scopes: Scope[]) => void }

function ScopeGroupFields({ group, value, onChange }: ScopesProps & { group: ScopeGroup }) {
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChange(SCOPES.filter((one) => (one === scope ? isChosen : value.includes(one))))
  return (
    <fieldset>
      <legend className="font-semibold">{s.groups[group]}</legend>
      {SCOPE_GROUPS[group].map((scope) => (
        <Checkbox
          key={scope}
          label={s.scopes[scope]}
          checked={value.includes(scope)}
          onChange={(isChosen) => toggle(scope, isChosen)}
        />
      ))}
    </fieldset>
  )
}

/** The permissions that a key can have, in groups. */
function ScopeFields({ value, onChange }: ScopesProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(Object.keys(SCOPE_GROUPS) as ScopeGroup[]).map((group) => (
        <ScopeGroupFields key={group} group={group} value={value} onChange={onChange} />
      ))}
    </div>
  )
}

/** The form of a new key. A key expires after a year unless the person chooses another day or none. */
export function AddKeyDialog({
  open,
  onClose,
  onCreated,
}: DialogControl & { onCreated: (created: { name: string; secret: string }) => void }) {
  const today = useToday()
  const values = { name: '', expires_on: addDays(today, 365) as string | null, scopes: [] as Scope[] }
  const { form, dialog } = useContractForm(contract.create, {
    values,
    input: ({ expires_on, ...body }) => ({ body: { ...body, expires_on: expires_on === '' ? null : expires_on } }),
    failed: s.notCreated,
    reread: [contract.list],
    onDone: ({ data }) => {
      onClose()
      onCreated({ name: data.name, secret: data.key })
    },
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.addTitle}
      description={s.addText}
      size="lg"
      leave={s.cancel}
      send={s.create}
      busyLabel={s.creating}
      {...dialog}
    >
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={s.name} hint={s.nameHint} required error={errors.name?.message}>
            <TextInput {...form.register('name')} maxLength={60} autoComplete="off" />
          </Field>
          <Controller
            control={form.control}
            name="expires_on"
            render={({ field: { value, ...field }, fieldState }) => (
              <Field label={s.expiresOn} hint={s.expiresHint} error={fieldState.error?.message}>
                <DateInput {...field} value={value ?? ''} min={addDays(today, 1)} />
              </Field>
            )}
          />
        </div>
        <Controller
          control={form.control}
          name="scopes"
          render={({ field: { value, onChange }, fieldState }) => (
            <Field label={s.may} required group error={fieldState.error?.message}>
              <ScopeFields value={value} onChange={onChange} />
            </Field>
          )}
        />
      </div>
    </FormDialog>
  )
}
