import { BadgeCheck } from 'lucide-react'
import { contactContract, type ContactWay } from '#shared/auth/contract.ts'
import { contactMessages as s } from '#shared/auth/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** The person's e-mail and number, and whether they are confirmed. */
export function MyContact() {
  const { data, failure } = useRead(contactContract.read, {})
  const contact = data?.data
  const confirmPhone = useDialog(PhoneCodeDialog)
  const sendLink = useAction(contactContract.sendLink, {
    done: ({ message }) => message,
    failed: s.linkNotSent,
    reread: [contactContract.read],
  })
  return (
    <SectionCard title={s.title} bodyClassName="space-y-4 px-5 pb-5">
      {failure && <ErrorPanel {...failure} message={s.notLoaded} lastUpdated={undefined} />}
      {contact && (
        <>
          <Way label={s.email} way={contact.email} none={s.noEmail}>
            <Button block busy={sendLink.busy} busyLabel={s.sending} onClick={() => void sendLink.run({})}>
              {s.sendLink}
            </Button>
          </Way>
          <Way label={s.phone} way={contact.phone} none={s.noPhone}>
            <Button block onClick={() => confirmPhone.open({ number: contact.phone.value ?? '' })}>
              {s.confirmPhone}
            </Button>
          </Way>
          {(contact.email.can_verify || contact.phone.can_verify) && (
            <p className="text-sm text-ink-2">{s.whyConfirm}</p>
          )}
        </>
      )}
      {confirmPhone.element}
    </SectionCard>
  )
}

type WayProps = { label: string; way: ContactWay; none: string; children: React.ReactNode }

/**
 * An e-mail or mobile number that says whether it is confirmed, with a button to confirm it if the clinic can send a
 * link or code.
 */
function Way({ label, way, none, children }: WayProps) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="text-sm font-semibold">{label}</span>
        {way.verified_at !== null && (
          <Badge tone="success">
            <BadgeCheck size={14} aria-hidden="true" />
            {s.confirmed}
          </Badge>
        )}
        {way.can_verify && <Badge>{s.notConfirmed}</Badge>}
      </div>
      <p className="tnum wrap-anywhere text-ink-2">{way.value ?? none}</p>
      {way.can_verify && <div className="mt-2">{children}</div>}
    </div>
  )
}

/**
 * Confirms a phone number: it sends a code by SMS on request, and the code can be entered even after the dialog was
 * closed and reopened.
 */
function PhoneCodeDialog({ open, onClose, number }: DialogControl & { number: string }) {
  const send = useAction(contactContract.sendCode, {
    done: ({ message }) => message,
    failed: s.codeNotSent,
    reread: [],
  })
  const { form, dialog } = useContractForm(contactContract.verifyPhone, {
    values: { code: '' },
    input: (body) => ({ body }),
    done: ({ message }) => message,
    failed: s.notDone,
    reread: [contactContract.read],
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.phoneTitle}
      description={s.phoneText(number)}
      leave={s.cancel}
      send={s.confirm}
      busyLabel={s.confirming}
      {...dialog}
    >
      <div className="space-y-5">
        <Button block busy={send.busy} busyLabel={s.sending} onClick={() => void send.run({})}>
          {s.sendCode}
        </Button>
        <Field label={s.code} required hint={s.codeForm} error={form.formState.errors.code?.message}>
          <TextInput {...form.register('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Field>
      </div>
    </FormDialog>
  )
}
