import { useRef, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { messagesContract, type MessageSettings, type OccasionSetting } from '#shared/messages/contract.ts'
import { mailMessages } from '#shared/messages/mail-messages.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { defaultTemplate, type Channel } from '#shared/messages/occasions.ts'
import {
  fillTemplate,
  paragraphsOf,
  plainSms,
  smsParts,
  variablesOf,
  type TemplateValues,
} from '#shared/messages/template.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/segmented-control.tsx'
import { Textarea } from '#web/ui/fields/textarea.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type Sample = MessageSettings['sample']
type Values = { subject: string; body: string }
type Props = DialogControl & { setting: OccasionSetting; sample: Sample }

const valuesOf = ({ subject, body }: Values): Values => ({ subject, body })

/** The text of an occasion beside what it becomes. */
export function TemplateDialog({ open, onClose, setting, sample }: Props) {
  const { occasion, channel, is_on } = setting
  const name = s.occasionNames[occasion]
  const { form, dialog } = useContractForm(messagesContract.saveOccasion, {
    values: valuesOf(setting),
    edits: { row: setting, valuesOf },
    input: (body) => ({ body: { occasion, channel, is_on, ...body } }),
    done: s.saved,
    failed: s.notSaved,
    reread: [messagesContract.settings],
    onDone: onClose,
  })
  const restore = () => {
    const { subject, body } = defaultTemplate(occasion, channel)
    form.setValue('subject', subject, { shouldDirty: true })
    form.setValue('body', body, { shouldDirty: true })
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="xl"
      title={s.editTitle(s.channel[channel], name)}
      leave={s.cancel}
      send={s.save}
      {...dialog}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <div className="space-y-4">
          <TextFields form={form} channel={channel} names={variablesOf(occasion, channel)} />
          <Button onClick={restore}>{s.takeDefault}</Button>
        </div>
        <Preview form={form} channel={channel} sample={sample} />
      </div>
    </FormDialog>
  )
}

type PartProps = { form: UseFormReturn<Values>; channel: Channel }

/** Subject and text, and the words that can be pressed into the text where it was left. */
function TextFields({ form, channel, names }: PartProps & { names: readonly string[] }) {
  const text = useRef<HTMLTextAreaElement | null>(null)
  const { errors } = form.formState
  const { ref, ...body } = form.register('body')
  const add = (name: string) => {
    const { value, selectionStart, selectionEnd } = text.current!
    const word = `{${name}}`
    form.setValue('body', value.slice(0, selectionStart) + word + value.slice(selectionEnd), { shouldDirty: true })
    text.current!.focus()
    text.current!.setSelectionRange(selectionStart + word.length, selectionStart + word.length)
  }
  return (
    <>
      {channel === 'email' && (
        <Field label={s.subject} required error={errors.subject?.message}>
          <TextInput {...form.register('subject')} autoComplete="off" />
        </Field>
      )}
      <Field label={s.text} required hint={channel === 'email' ? s.textHint : undefined} error={errors.body?.message}>
        <Textarea
          {...body}
          ref={(element) => {
            ref(element)
            text.current = element
          }}
          rows={6}
        />
      </Field>
      <div>
        <p className="mb-2 text-sm text-ink-2">{s.variables}</p>
        <div className="flex flex-wrap gap-2">
          {names.map((name) => (
            <Button key={name} onClick={() => add(name)}>{`{${name}}`}</Button>
          ))}
        </div>
      </div>
    </>
  )
}

const widths = [
  { value: 'phone' as const, label: s.phone },
  { value: 'computer' as const, label: s.computer },
]

/** The message as its reader sees it, on a phone or in a mail program. */
function Preview({ form, channel, sample }: PartProps & { sample: Sample }) {
  const [width, setWidth] = useState<'phone' | 'computer'>('phone')
  const { subject = '', body = '' } = useWatch({ control: form.control })
  const values = sample[channel] as TemplateValues
  return (
    <section aria-label={s.preview} className="min-w-0 space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="flex-1 font-semibold">{s.preview}</h3>
        {channel === 'email' && (
          <SegmentedControl aria-label={s.previewWidth} options={widths} value={width} onChange={setWidth} />
        )}
      </div>
      <p className="text-sm text-ink-2">{sample.is_real ? s.previewWith(values.client) : s.previewExample}</p>
      {channel === 'email' ? (
        <EmailPreview isNarrow={width === 'phone'} subject={subject} body={body} values={values} />
      ) : (
        <SmsPreview text={plainSms(fillTemplate(body, values))} />
      )}
    </section>
  )
}

type EmailPreviewProps = { isNarrow: boolean; subject: string; body: string; values: TemplateValues }

const EmailPreview = ({ isNarrow, subject, body, values }: EmailPreviewProps) => (
  <div className={`rounded-card border border-line bg-surface-2 p-3 ${isNarrow ? 'max-w-80' : ''}`}>
    <p className="mb-3 font-semibold wrap-anywhere">{fillTemplate(subject, values)}</p>
    <div className="rounded-ctl border border-line bg-surface p-4 wrap-anywhere">
      <p className="mb-3 text-lg font-bold text-primary">{values.clinic}</p>
      {paragraphsOf(body).map((paragraph, index) => (
        <p key={index} className="mb-3 whitespace-pre-line">
          {fillTemplate(paragraph, values)}
        </p>
      ))}
      <dl className="divide-y divide-line border-y border-line text-sm">
        {[
          [mailMessages.service, values.service],
          [mailMessages.when, mailMessages.moment(values.date, values.time)],
        ].map(([name, value]) => (
          <div key={name} className="flex gap-3 py-2">
            <dt className="w-20 shrink-0 text-ink-2">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 inline-block rounded-ctl bg-primary px-4 py-2 font-semibold text-on-primary">
        {mailMessages.manageVisit}
      </p>
    </div>
  </div>
)

const SmsPreview = ({ text }: { text: string }) => (
  <>
    <p className="max-w-80 rounded-card border border-line bg-surface-2 px-4 py-3 wrap-anywhere">{text}</p>
    <p className="text-sm text-ink-2">{s.parts(smsParts(text), text.length)}</p>
  </>
)
