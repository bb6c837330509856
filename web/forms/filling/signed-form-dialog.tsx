import { FileDown } from 'lucide-react'
import type { SignedForm } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { useRead, type ReadFailure } from '#web/data/use-read.ts'
import { useAction } from '#web/data/use-action.ts'
import { signedFormsContract, ownFormsContract } from '#shared/forms/signing-contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { SignedFormView } from './signed-form-view.tsx'

type Props = DialogControl & { title: string }

/** A signed copy of a chart. Opening it is recorded in the read log. */
export function ChartCopyDialog({ clientId, id, ...props }: Props & { clientId: string; id: string }) {
  const { data, failure } = useRead(signedFormsContract.copy, { params: { clientId, id } }, { staleMs: Infinity })
  return <CopyDialog {...props} copy={data?.data} failure={failure} />
}

/** A client's own signed copy of a form, as the client opens it. */
export function OwnCopyDialog({ id, ...props }: Props & { id: string }) {
  const { data, failure } = useRead(ownFormsContract.copy, { params: { id } }, { staleMs: Infinity })
  return <CopyDialog {...props} copy={data?.data} failure={failure} />
}

/** Saves a signed copy as PDF. The parts that make PDFs are loaded only now, because they are large. */
async function downloadCopy(copy: SignedForm): Promise<void> {
  const [{ signedFormPdf }, { loadPdfFonts }, clinic] = await Promise.all([
    import('./signed-form-pdf.ts'),
    import('#web/exports/pdf-fonts.ts'),
    queryClient.ensureQueryData(query(clinicContract.read, {})),
  ])
  const pdf = signedFormPdf(copy, clinic.data.name, await loadPdfFonts())
  download(new Blob([pdf], { type: 'application/pdf' }), s.pdfFile(copy.title, manilaDate(new Date(copy.signed_at))))
}

type CopyDialogProps = Props & { copy: SignedForm | undefined; failure: ReadFailure | undefined }

function CopyDialog({ open, onClose, title, copy, failure }: CopyDialogProps) {
  const pdf = useAction(downloadCopy, { failed: s.pdfFailed })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>{s.close}</Button>
          <Button
            variant="primary"
            busy={pdf.busy}
            busyLabel={s.makingPdf}
            disabled={!copy}
            icon={<FileDown size={18} aria-hidden="true" />}
            onClick={() => copy && void pdf.run(copy)}
          >
            {s.pdf}
          </Button>
        </>
      }
    >
      <Loaded read={{ data: copy, failure }} skeleton="h-96">
        {(signed) => <SignedFormView copy={signed} />}
      </Loaded>
    </Dialog>
  )
}
