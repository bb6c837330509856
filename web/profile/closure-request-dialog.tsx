import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { closureRequestContract } from '#shared/users/closure-request-contract.ts'
import { closureRequestSentences as s } from '#shared/users/closure-request-sentences.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'

type ClosureRequestDialogProps = { open: boolean; onClose: () => void }

/** Says what closing means, and asks for the password before the request is sent. */
export function ClosureRequestDialog({ open, onClose }: ClosureRequestDialogProps) {
  const { form, submit } = useClosureForm(onClose)
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.askTitle}
      description={s.askText}
      onSubmit={submit}
      leave={s.cancel}
      send={s.send}
      danger
      busy={isSubmitting}
      busyLabel={s.sending}
    >
      <div className="space-y-5">
        <Field label={s.reason} hint={s.reasonHint} error={errors.reason?.message}>
          <Textarea {...form.register('reason')} />
        </Field>
        <Field label={s.password} required error={errors.current_password?.message}>
          <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
        </Field>
      </div>
    </FormDialog>
  )
}

const fields = ['reason', 'current_password'] as const

function useClosureForm(onSent: () => void) {
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(closureRequestContract.ask.body),
    defaultValues: { reason: '', current_password: '' },
  })
  const submit = form.handleSubmit(async (body) => {
    try {
      await api(closureRequestContract.ask, { body })
    } catch (error) {
      const elsewhere = placeRefusal(error, form as never, fields as never)
      toast.error({ title: s.notSent, description: elsewhere.join('\n') })
      return
    }
    toast.success({ title: s.sentTitle, description: s.sent })
    onSent()
    await queries.invalidateQueries({ queryKey: [closureRequestContract.read.url] })
  })
  return { form, submit }
}
