import { clinicContract } from '#shared/clinic/contract.ts'
import type { SignedForm } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { query, queryClient } from '#web/lib/query.ts'

/** Saves a signed copy as PDF. The parts that make PDFs are loaded only now, because they are large. */
export async function downloadCopy(copy: SignedForm): Promise<void> {
  const [{ signedFormPdf }, { loadPdfFonts }, clinic] = await Promise.all([
    import('./signed-form-pdf.ts'),
    import('#web/exports/pdf-text.ts'),
    queryClient.ensureQueryData(query(clinicContract.read, {})),
  ])
  const pdf = signedFormPdf(copy, clinic.data.name, await loadPdfFonts())
  download(new Blob([pdf], { type: 'application/pdf' }), s.pdfFile(copy.title, manilaDate(new Date(copy.signed_at))))
}
