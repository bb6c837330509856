import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { MAIL_PROVIDERS } from '#shared/messages/mail-providers.ts'
import {
  mailServerContract,
  SECURITIES,
  type MailServer,
  type Security,
} from '#shared/messages/mail-server-contract.ts'
import { mailServerMessages as s, providerHints } from '#shared/messages/mail-server-messages.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { PasswordInput, TextInput } from '#web/ui/fields/text-input.tsx'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'

type Values = {
  host: string
  port: number | null
  security: Security
  user_name: string
  password: string
  sender_name: string
  sender_address: string
  web_address: string
}
type Form = UseFormReturn<Values>

const NONE: MailServer = {
  host: '',
  port: 587,
  security: 'starttls',
  user_name: null,
  password: 'none',
  sender_name: null,
  sender_address: '',
  web_address: null,
  version: 0,
}

/** The values with which the form opens. The password is empty, because the server never sends it to a browser. */
const valuesOf = ({ password: _, version: __, ...row }: MailServer): Values => ({
  ...row,
  user_name: row.user_name ?? '',
  password: '',
  sender_name: row.sender_name ?? '',
  web_address: row.web_address ?? '',
})

const OTHER = 'other'

/** The known mail provider with this host; undefined for another mail server. */
const providerOf = (host: string) => MAIL_PROVIDERS.find((provider) => provider.host === host)

type Props = { server: MailServer | null; publicUrl: string | null }

/** The form of the mail account. `publicUrl` is the web address that the server's environment names. */
export function MailServerForm({ server, publicUrl }: Props) {
  const row = server ?? { ...NONE, web_address: publicUrl === null ? window.location.origin : null }
  const { form, busy, isDirty, onSubmit } = useContractForm(mailServerContract.save, {
    values: valuesOf(row),
    edits: { row, valuesOf },
    input: ({ port, password, web_address, ...values }) => ({
      body: {
        ...values,
        port: port ?? Number.NaN,
        password: password || null,
        web_address: web_address.trim() || null,
      },
    }),
    done: s.saved,
    failed: s.notSaved,
    reread: [mailServerContract.read, clinicContract.read],
    onDone: ({ data }) => form.reset(valuesOf(data)),
  })
  useUnsavedGuard(isDirty)
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <SectionCard title={s.account} bodyClassName="space-y-4 px-5 pb-5">
        <ServerFields form={form} />
        <LogInFields form={form} isStored={server?.password === 'stored'} />
      </SectionCard>
      <SectionCard title={s.sender} bodyClassName="space-y-4 px-5 pb-5">
        <SenderFields form={form} publicUrl={publicUrl} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={busy} busyLabel={s.saving}>
            {s.save}
          </Button>
          {server && <RemoveButton />}
        </div>
      </SectionCard>
    </form>
  )
}

function ServerFields({ form }: { form: Form }) {
  const { errors } = form.formState
  const [id, setId] = useState<string>(providerOf(form.getValues('host'))?.id ?? OTHER)
  const provider = MAIL_PROVIDERS.find((each) => each.id === id)
  const choose = (next: string) => {
    setId(next)
    const chosen = MAIL_PROVIDERS.find((each) => each.id === next)
    if (!chosen) return
    for (const name of ['host', 'port', 'security'] as const)
      form.setValue(name, chosen[name], { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const names = [
    ...MAIL_PROVIDERS.map((each) => ({ value: each.id as string, label: each.name })),
    { value: OTHER, label: s.otherProvider },
  ]
  return (
    <>
      <Field group label={s.provider} hint={provider ? providerHints[provider.id] : s.providerHint}>
        <Select options={names} value={id} onChange={choose} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label={s.host} required hint={s.hostHint} error={errors.host?.message}>
          <TextInput {...form.register('host')} autoComplete="off" spellCheck={false} />
        </Field>
        <Field label={s.port} required error={errors.port?.message}>
          <Controller
            control={form.control}
            name="port"
            render={({ field }) => <NumberInput {...field} min={1} max={65_535} />}
          />
        </Field>
      </div>
      <Field group label={s.security} error={errors.security?.message}>
        <Controller
          control={form.control}
          name="security"
          render={({ field }) => (
            <Select options={SECURITIES.map((value) => ({ value, label: s.securities[value] }))} {...field} />
          )}
        />
      </Field>
    </>
  )
}

function LogInFields({ form, isStored }: { form: Form; isStored: boolean }) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={s.userName} hint={s.userNameHint} error={errors.user_name?.message}>
        <TextInput {...form.register('user_name')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={s.password} hint={isStored ? s.passwordStored : s.passwordNew} error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
    </div>
  )
}

function SenderFields({ form, publicUrl }: { form: Form; publicUrl: string | null }) {
  const { errors } = form.formState
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={s.senderName} hint={s.senderNameHint} error={errors.sender_name?.message}>
          <TextInput {...form.register('sender_name')} />
        </Field>
        <Field label={s.senderAddress} required hint={s.senderAddressHint} error={errors.sender_address?.message}>
          <TextInput {...form.register('sender_address')} type="email" autoComplete="off" />
        </Field>
      </div>
      {publicUrl === null ? (
        <Field label={s.webAddress} required hint={s.webAddressHint} error={errors.web_address?.message}>
          <TextInput {...form.register('web_address')} type="url" autoComplete="off" />
        </Field>
      ) : (
        <Field label={s.webAddress} hint={s.webAddressFixed} disabled>
          <TextInput value={publicUrl} readOnly />
        </Field>
      )}
    </>
  )
}

function RemoveButton() {
  const { run, busy } = useAction(mailServerContract.remove, {
    ask: () => ({ title: s.removeQuestion, body: s.removeHint, confirmLabel: s.remove, danger: true }),
    done: ({ message }) => message,
    failed: s.notRemoved,
    reread: [mailServerContract.read, clinicContract.read],
  })
  return (
    <Button variant="quiet" busy={busy} onClick={() => void run({})}>
      {s.remove}
    </Button>
  )
}
