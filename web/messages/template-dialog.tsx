import { useEffect, useRef, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { messagesContract, type MessageSettings, type MessageTypeSetting } from '#shared/messages/contract.ts'
import { durationOf, type ComposedMail } from '#shared/messages/mail-frame.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import {
  defaultTemplate,
  isClientMessageType,
  isDocumentMessageType,
  type Channel,
} from '#shared/messages/message-types.ts'
import { previewMail } from '#shared/messages/preview.ts'
import { composeSms, requiredOf, smsParts, variablesOf } from '#shared/messages/template.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useTheme } from '#web/lib/theme.ts'
import { useScale } from '#web/lib/use-device.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type Sample = MessageSettings['sample']
type Values = { subject: string; body: string }
type Props = DialogControl & { setting: MessageTypeSetting; sample: Sample }

const valuesOf = ({ subject, body }: Values): Values => ({ subject, body })

/** Edits the text of a message type beside its preview. */
export function TemplateDialog({ open, onClose, setting, sample }: Props) {
  const { occasion, channel, is_on } = setting
  const name = s.messageTypeNames[occasion]
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
          <TextFields form={form} channel={channel} occasion={occasion} />
          <Button onClick={restore}>{s.takeDefault}</Button>
        </div>
        <Preview form={form} occasion={occasion} channel={channel} sample={sample} />
      </div>
    </FormDialog>
  )
}

type PartProps = { form: UseFormReturn<Values>; channel: Channel; occasion: MessageTypeSetting['occasion'] }

const hints = { link: `${s.textHint} ${s.linkHint}`, code: s.codeHint }

/**
 * The hint below the text field: about the placeholder that the message type requires or, in e-mails, about the text.
 */
function hintOf(occasion: MessageTypeSetting['occasion'], channel: Channel): string | undefined {
  const required = requiredOf(occasion)
  if (required !== undefined) return hints[required]
  return channel === 'email' ? s.textHint : undefined
}

/** Fields for subject and text, and buttons that insert placeholders at the cursor. */
function TextFields({ form, channel, occasion }: PartProps) {
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
      <Field label={s.text} required hint={hintOf(occasion, channel)} error={errors.body?.message}>
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
          {variablesOf(occasion, channel).map((name) => (
            <Button key={name} onClick={() => add(name)}>{`{${name}}`}</Button>
          ))}
        </div>
      </div>
    </>
  )
}

/** The widths of a phone and of a desktop mail program, in CSS pixels. */
const WIDTHS = { phone: 390, computer: 680 }
const widths = [
  { value: 'phone' as const, label: s.phone },
  { value: 'computer' as const, label: s.computer },
]

type PreviewProps = PartProps & { sample: Sample }

/** The sentence that names the client or document whose data the preview shows, or says that the data is an example. */
function sampleNameOf(occasion: MessageTypeSetting['occasion'], sample: Sample): string {
  if (isClientMessageType(occasion)) return sample.is_real ? s.previewWith(sample.email.client) : s.previewExample
  const paper = isDocumentMessageType(occasion) ? sample.papers[occasion] : null
  return paper ? s.previewWithPaper(paper.name) : s.previewExample
}

/** Shows the message as it would be sent, on a phone or in a mail program. */
function Preview({ form, occasion, channel, sample }: PreviewProps) {
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone')
  const { subject = '', body = '' } = useWatch({ control: form.control })
  return (
    <section aria-label={s.preview} className="min-w-0 space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="flex-1 font-semibold">{s.preview}</h3>
        {channel === 'email' && (
          <SegmentedControl aria-label={s.previewWidth} options={widths} value={width} onChange={setWidth} />
        )}
      </div>
      <p className="text-sm text-ink-2">{sampleNameOf(occasion, sample)}</p>
      {channel === 'sms' || occasion === 'phone_code' ? (
        <SmsPreview text={composeSms(occasion, body, { ...sample.sms, duration: durationOf(occasion) })} />
      ) : (
        <MailPreview
          width={WIDTHS[width]}
          mail={previewMail(occasion, { subject, body }, sample, sample.origin ?? window.location.origin)}
        />
      )}
    </section>
  )
}

/** Shows how an e-mail will look, with its subject, scaled to the available width. */
function MailPreview({ mail: { subject, html }, width }: { mail: ComposedMail; width: number }) {
  const { box, scale } = useScale(width)
  const mail = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    if (mail.current) renderMail(mail.current.shadowRoot ?? mail.current.attachShadow({ mode: 'open' }), html, theme)
  }, [html, theme])
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface-2">
      <p className="border-b border-line px-4 py-3 font-semibold wrap-anywhere">{subject}</p>
      <div ref={box} className="mx-auto" style={{ maxWidth: width }}>
        <div ref={mail} style={{ width, zoom: scale }} />
      </div>
    </div>
  )
}

/**
 * Draws an e-mail in a shadow root, apart from the page's styles. CSP forbids style attributes in markup, so styles are
 * set one by one. Links are disabled, and pictures come from this site. The theme of the page is used.
 */
function renderMail(root: ShadowRoot, html: string, theme: 'light' | 'dark'): void {
  const [sheetTag = '', styles = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
  const markup = html.replace(sheetTag, '').replaceAll(' style="', ' data-style="')
  const mail = new DOMParser().parseFromString(markup, 'text/html')
  for (const element of mail.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
    delete element.dataset.style
  }
  for (const link of mail.querySelectorAll('a')) link.removeAttribute('href')
  for (const picture of mail.querySelectorAll('img')) picture.src = new URL(picture.src).pathname
  const page = document.createElement('div')
  page.className = mail.body.className
  page.style.cssText = mail.body.style.cssText
  page.append(...mail.body.childNodes)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles.replace('(prefers-color-scheme:dark)', theme === 'dark' ? 'all' : 'not all'))
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(page)
}

const SmsPreview = ({ text }: { text: string }) => (
  <>
    <p className="max-w-80 rounded-card border border-line bg-surface-2 px-4 py-3 wrap-anywhere">{text}</p>
    <p className="text-sm text-ink-2">{s.parts(smsParts(text), text.length)}</p>
  </>
)
