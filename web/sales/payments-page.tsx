import { KeyRound } from 'lucide-react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { approvalsContract, PIN_DIGITS } from '#shared/approvals/contract.ts'
import { approvalMessages as a } from '#shared/approvals/messages.ts'
import { methodMessages, paymentSettingsMessages as s } from '#shared/sales/messages.ts'
import { qrPhMessages } from '#shared/sales/qr-ph-messages.ts'
import { isOwnMoney, PAYMENT_METHODS, type PaymentMethod } from '#shared/sales/payment.ts'
import { parsePercent } from '#shared/sales/percent.ts'
import { paymentSettingsContract, type PaymentSettings } from '#shared/sales/till-contract.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/fields/text-input.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QrPhFields } from './qr-ph-fields.tsx'

/** The payment settings: accepted methods, and approvals. */
export default function PaymentsPage() {
  const read = useRead(paymentSettingsContract.read, {}, { failed: s.failedToLoad })
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <Loaded read={read} skeleton="h-96">
        {({ data }) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <SettingsForm settings={data} />
            <Approvals settings={data} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

type Values = {
  methods: PaymentMethod[]
  qr_ph: string
  packages_pro_rata: boolean
  has_limit: boolean
  discount_limit: string
}

/** The discount limit in percent that is preset when a limit is switched on. */
const USUAL_LIMIT = 10

const valuesOf = ({ methods, qr_ph, packages_pro_rata, discount_limit }: PaymentSettings): Values => ({
  methods,
  packages_pro_rata,
  qr_ph: qr_ph ?? '',
  has_limit: discount_limit !== null,
  discount_limit: String(discount_limit ?? USUAL_LIMIT),
})

/**
 * The discount limit as a fraction of 1; null without a limit. An empty field becomes NaN, so that the validation of
 * the form reports an error.
 */
const limitOf = ({ has_limit, discount_limit }: Values): number | null =>
  has_limit ? (parsePercent(discount_limit) ?? Number.NaN) / 100 : null

function SettingsForm({ settings }: { settings: PaymentSettings }) {
  const { form, busy, isDirty, onSubmit } = useContractForm(paymentSettingsContract.save, {
    values: valuesOf(settings),
    edits: { row: settings, valuesOf },
    input: (values) => ({
      body: {
        methods: values.methods,
        qr_ph: values.qr_ph,
        packages_pro_rata: values.packages_pro_rata,
        discount_limit: limitOf(values),
      },
    }),
    done: s.saved,
    failed: s.notSaved,
    reread: [paymentSettingsContract.read],
    onDone: ({ data }) => form.reset(valuesOf(data)),
  })
  useUnsavedGuard(isDirty)
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <SectionCard title={s.methods}>
        <p className="mb-2 text-sm text-ink-2">{s.methodsHint}</p>
        <Controller
          control={form.control}
          name="methods"
          render={({ field }) => <MethodSwitches methods={field.value} onChange={field.onChange} />}
        />
      </SectionCard>
      <SectionCard title={qrPhMessages.title}>
        <Controller
          control={form.control}
          name="qr_ph"
          render={({ field, fieldState }) => <QrPhFields field={field} error={fieldState.error?.message} />}
        />
      </SectionCard>
      {form.watch('methods').includes('prepaid') && (
        <SectionCard title={s.packageRefunds}>
          <Controller
            control={form.control}
            name="packages_pro_rata"
            render={({ field }) => (
              <Switch label={s.proRata} detail={s.proRataHint} checked={field.value} onChange={field.onChange} />
            )}
          />
        </SectionCard>
      )}
      <SectionCard title={s.discounts}>
        <LimitFields form={form} canBeApproved={settings.approvers.length > 0} />
      </SectionCard>
      <Button type="submit" variant="primary" block busy={busy} busyLabel={s.saving}>
        {s.save}
      </Button>
    </form>
  )
}

/** The fields for the largest discount that cashiers may give without approval, if there is a limit. */
function LimitFields({ form, canBeApproved }: { form: UseFormReturn<Values>; canBeApproved: boolean }) {
  const isOn = useWatch({ control: form.control, name: 'has_limit' })
  return (
    <>
      <Controller
        control={form.control}
        name="has_limit"
        render={({ field }) => (
          <Switch label={s.hasLimit} detail={s.hasLimitHint} checked={field.value} onChange={field.onChange} />
        )}
      />
      {isOn && (
        <Field
          label={s.limit}
          required
          hint={canBeApproved ? undefined : s.nobodyApproves}
          error={form.formState.errors.discount_limit?.message}
          className="mt-3"
        >
          <TextInput
            {...form.register('discount_limit')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={7}
            className="tnum"
          />
        </Field>
      )}
    </>
  )
}

type SwitchesProps = { methods: readonly PaymentMethod[]; onChange: (methods: PaymentMethod[]) => void }

/**
 * A switch for each payment method. At least one method of paying money stays on: the last one cannot be switched off.
 */
function MethodSwitches({ methods, onChange }: SwitchesProps) {
  return (
    <div className="divide-y divide-line">
      {PAYMENT_METHODS.map((method) => {
        const isOn = methods.includes(method)
        const isLast = isOn && isOwnMoney(method) && methods.filter(isOwnMoney).length === 1
        return (
          <Switch
            key={method}
            label={
              method === 'card' || method === 'prepaid' || method === 'withheld'
                ? s[method]
                : methodMessages.methods[method]
            }
            detail={isLast ? s.lastMethod : s.hints[method]}
            checked={isOn}
            disabled={isLast}
            onChange={(next) =>
              onChange(PAYMENT_METHODS.filter((one) => (one === method ? next : methods.includes(one))))
            }
            className="py-1.5"
          />
        )
      })}
    </div>
  )
}

function Approvals({ settings: { approvers } }: { settings: PaymentSettings }) {
  const person = usePerson()
  const pin = useDialog(PinDialog)
  const hasPin = approvers.some(({ id }) => id === person.id)
  const remove = useAction(approvalsContract.removePin, {
    ask: () => ({ title: a.removeQuestion, confirmLabel: a.removePin, danger: true }),
    done: a.pinRemoved,
    failed: a.pinNotRemoved,
    reread: [paymentSettingsContract.read],
  })
  return (
    <SectionCard title={a.section}>
      <p className="text-sm text-ink-2">{a.sectionHint}</p>
      <h3 className="mt-4 font-bold">{a.ownPin}</h3>
      <p className="mt-1 flex items-center gap-2">
        <KeyRound size={18} className="text-ink-3" aria-hidden="true" />
        {hasPin ? a.hasPin : a.noPin}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => pin.open({})}>{hasPin ? a.changePin : a.setPin}</Button>
        {hasPin && (
          <Button variant="quiet" onClick={() => void remove.run({})} busy={remove.busy}>
            {a.removePin}
          </Button>
        )}
      </div>
      <h3 className="mt-5 font-bold">{a.approvers}</h3>
      {approvers.length === 0 ? (
        <p className="text-ink-2">{a.noApprovers}</p>
      ) : (
        <ul className="mt-1">
          {approvers.map(({ id, name }) => (
            <li key={id} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
      )}
      {pin.element}
    </SectionCard>
  )
}

/** Sets a PIN; asks for the current password, because a hijacked session must not set one. */
function PinDialog({ open, onClose }: DialogControl) {
  const { form, dialog } = useContractForm(approvalsContract.setPin, {
    values: { pin: '', current_password: '' },
    input: (body) => ({ body }),
    done: a.pinSaved,
    failed: a.pinNotSaved,
    reread: [paymentSettingsContract.read],
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={a.ownPin}
      leave={a.cancel}
      send={a.save}
      busyLabel={a.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={a.newPin} required hint={a.newPinHint} error={errors.pin?.message}>
          <PasswordInput {...form.register('pin')} inputMode="numeric" maxLength={PIN_DIGITS} autoComplete="off" />
        </Field>
        <Field label={a.currentPassword} required error={errors.current_password?.message}>
          <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
        </Field>
      </div>
    </FormDialog>
  )
}
