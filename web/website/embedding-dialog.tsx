import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { embeddingContract, type Embedding } from '#shared/website/embedding-contract.ts'
import { embeddingMessages as s } from '#shared/website/embedding-messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { copyText } from '#web/lib/copy-and-download.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { discardQuestion } from '#web/ui/overlays/unsaved-changes.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const addressOf = (path: string) => new URL(path, window.location.origin).href

/** A link that looks like a button on any page. It needs no script and no style sheet of the other page. */
const bookingButton = (): string =>
  `<a href="${addressOf(paths.booking)}" target="_blank" rel="noopener" style="display:inline-block;padding:14px 28px;` +
  `border-radius:999px;background:#7a3b52;color:#ffffff;font:600 16px/1.25 system-ui,sans-serif;text-decoration:none">` +
  `${s.bookNow}</a>`

/**
 * The booking page in a frame that is as wide as the element around it, and leaves room to scroll the other page on a
 * phone.
 */
const bookingFrame = (): string =>
  `<iframe src="${addressOf(paths.bookingFrame)}" title="${s.frameTitle}" loading="lazy" ` +
  `style="display:block;width:100%;height:85vh;min-height:480px;max-height:900px;border:0"></iframe>`

/**
 * Shows the HTML of a booking button and of a frame, to be pasted into another website, and lets the owner enter which
 * websites may use the frame.
 */
export function EmbeddingDialog({ open, onClose }: DialogControl) {
  const read = useRead(embeddingContract.read, {}, { failed: s.failedToLoad })
  const [isUnsaved, setUnsaved] = useState(false)
  const confirm = useConfirm()
  const close = async () => {
    if (!isUnsaved || (await confirm(discardQuestion))) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={() => void close()}
      tall
      title={s.title}
      description={s.hint}
      footer={<Button onClick={() => void close()}>{s.close}</Button>}
    >
      <section aria-labelledby="embed-button">
        <h3 id="embed-button" className="font-bold">
          {s.button}
        </h3>
        <p className="mb-3 text-sm text-ink-2">{s.buttonHint}</p>
        <CopiedHtml label={s.buttonHtml} copy={s.copyButton} html={bookingButton()} />
      </section>
      <section aria-labelledby="embed-frame" className="mt-8">
        <h3 id="embed-frame" className="font-bold">
          {s.frame}
        </h3>
        <p className="mb-3 text-sm text-ink-2">{s.frameHint}</p>
        <Loaded read={read} skeleton="h-64">
          {({ data }) => (
            <>
              <FrameHosts embedding={data} onUnsaved={setUnsaved} />
              {data.hosts.length === 0 ? (
                <p className="mt-4 text-sm text-ink-2">{s.noHosts}</p>
              ) : (
                <div className="mt-6">
                  <CopiedHtml label={s.frameHtml} copy={s.copyFrame} html={bookingFrame()} />
                </div>
              )}
            </>
          )}
        </Loaded>
      </section>
    </Dialog>
  )
}

const valuesOf = ({ hosts }: Embedding) => ({ hosts: hosts.join('\n') })
const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

type FrameHostsProps = { embedding: Embedding; onUnsaved: (isUnsaved: boolean) => void }

/** The websites that may show the booking page, one per line. */
function FrameHosts({ embedding, onUnsaved }: FrameHostsProps) {
  const { form, busy, isDirty, onSubmit } = useContractForm(embeddingContract.save, {
    values: valuesOf(embedding),
    edits: { row: embedding, valuesOf },
    input: ({ hosts }) => ({ body: { hosts: lines(hosts) } }),
    done: ({ data }) => (data.hosts.length > 0 ? s.saved : s.savedNone),
    failed: s.notSaved,
    reread: [embeddingContract.read],
    onDone: ({ data }) => form.reset(valuesOf(data)),
  })
  useEffect(() => onUnsaved(isDirty), [isDirty, onUnsaved])
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-3">
      <Field label={s.hosts} hint={s.hostsHint} error={form.formState.errors.hosts?.message}>
        <Textarea {...form.register('hosts')} rows={4} translate="no" spellCheck={false} inputMode="url" />
      </Field>
      <Button type="submit" variant="primary" busy={busy} busyLabel={s.saving}>
        {s.save}
      </Button>
    </form>
  )
}

/** A field with HTML to be copied, and a button that copies it. */
function CopiedHtml({ label, copy, html }: { label: string; copy: string; html: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const copyHtml = async () => {
    if (await copyText(html, field.current)) toast.success({ title: s.copied })
    else toast.error({ title: s.notCopied })
  }
  return (
    <div className="space-y-3">
      <Field label={label}>
        <Textarea
          ref={field}
          readOnly
          translate="no"
          rows={4}
          value={html}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <Button icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copyHtml()}>
        {copy}
      </Button>
    </div>
  )
}
