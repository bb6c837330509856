import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { copyText } from '#web/lib/copy-and-download.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/**
 * A link that looks like a button on any page. It needs no script and no style sheet of the other page, and opens the
 * booking in a window of its own, because a log-in in a frame of another site would need third-party cookies.
 */
export const bookingButton = (address: string): string =>
  `<a href="${address}" target="_blank" rel="noopener" style="display:inline-block;padding:14px 28px;border-radius:999px;` +
  `background:#7a3b52;color:#ffffff;font:600 16px/1.25 system-ui,sans-serif;text-decoration:none">${s.bookNow}</a>`

/** A dialog with the HTML of a booking button, to be pasted into another website. */
export function BookingButtonDialog({ open, onClose }: DialogControl) {
  const field = useRef<HTMLTextAreaElement>(null)
  const html = bookingButton(new URL(paths.booking, window.location.origin).href)
  const copy = async () => {
    if (await copyText(html, field.current)) toast.success({ title: s.buttonCopied })
    else toast.error({ title: s.buttonNotCopied })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.bookingButton}
      description={s.bookingButtonHint}
      footer={
        <>
          <Button onClick={onClose}>{s.close}</Button>
          <Button variant="primary" icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()}>
            {s.copyButton}
          </Button>
        </>
      }
    >
      <Field label={s.buttonHtml}>
        <Textarea
          ref={field}
          readOnly
          translate="no"
          rows={6}
          value={html}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
    </Dialog>
  )
}
