import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { formsContract, type FormVersion } from '#shared/forms/contract.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { FormFields } from '#web/forms/form-fields.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { useRead } from '#web/data/use-read.ts'

/** The published versions of a form with their words, newest first. */
export function VersionsDialog({ open, onClose, formId }: DialogControl & { formId: string }) {
  const read = useRead(
    formsContract.versions,
    { params: { id: formId }, querystring: { per_page: 50 } },
    { failed: s.versionsFailed },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.versionsTitle}
      size="lg"
      footer={<Button onClick={onClose}>{s.close}</Button>}
    >
      <Loaded read={read} skeleton="h-24">
        {({ data }) =>
          data.length === 0 ? (
            <p>{s.notPublished}</p>
          ) : (
            <ul className="space-y-2">
              {data.map((version) => (
                <li key={version.number}>
                  <Version version={version} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Version({ version }: { version: FormVersion }) {
  const { number, published_at, published_by, asks_again, content } = version
  return (
    <>
      {!asks_again && <Badge>{s.correction}</Badge>}
      <Fold label={s.publishedBy(number, formatInstant(published_at), published_by)}>
        <h3 className="mb-5 text-lg font-bold">{content.title}</h3>
        <FormFields content={content} answers={{}} onChange={() => undefined} disabled />
      </Fold>
    </>
  )
}
