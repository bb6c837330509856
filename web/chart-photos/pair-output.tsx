import { FileText, Printer } from 'lucide-react'
import { useRef } from 'react'
import { compareMessages as s } from '#shared/chart-photos/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { useAction } from '#web/data/use-action.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { Button } from '#web/ui/button.tsx'
import type { Pair } from './choose-pair.ts'
import { angleText, dateText, dayOf, picturePath } from './photo-address.ts'
import type { PdfPicture } from './pair-pdf.ts'

/** Draws a photo as a JPEG, because a PDF cannot contain WebP. */
async function pdfPicture(address: string): Promise<PdfPicture> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return { jpeg: canvas.toDataURL('image/jpeg', 0.9), width: canvas.width, height: canvas.height }
}

async function makePdf({ before, after }: Pair, name: string): Promise<Blob> {
  const [{ pairPdf }, { loadPdfFonts }] = await Promise.all([
    import('./pair-pdf.ts'),
    import('#web/exports/pdf-fonts.ts'),
  ])
  const pictures = await Promise.all([pdfPicture(picturePath(before.id)), pdfPicture(picturePath(after.id))])
  return pairPdf({ before, after }, { name, pictures, fonts: await loadPdfFonts() })
}

/** Waits for printing or making a PDF, and converts a failure of the browser into an error that a screen can show. */
const shown = async <Result,>(work: Promise<Result>): Promise<Result> =>
  work.catch((cause: unknown) => {
    throw cause instanceof ApiError ? cause : new ApiError(0, 'no_answer', s.notLoaded)
  })

/** The buttons that print two compared photos, or save them as a PDF. */
export function PairOutput({ pair, name }: { pair: Pair; name: string }) {
  const paper = useRef<HTMLElement>(null)
  const print = useAction(
    async () => {
      const { printOnA4 } = await shown(import('#web/lib/print.ts'))
      if (paper.current) await shown(printOnA4(paper.current))
    },
    { failed: s.notPrinted },
  )
  const save = useAction(() => shown(makePdf(pair, name)), {
    failed: s.notSaved,
    onDone: (file) => download(file, s.pdfName(name, dayOf(pair.before), dayOf(pair.after))),
  })
  return (
    <>
      <Button
        icon={<Printer size={18} aria-hidden="true" />}
        busy={print.busy}
        busyLabel={s.preparing}
        onClick={() => void print.run(undefined)}
      >
        {s.print}
      </Button>
      <Button
        icon={<FileText size={18} aria-hidden="true" />}
        busy={save.busy}
        busyLabel={s.preparing}
        onClick={() => void save.run(undefined)}
      >
        {s.savePdf}
      </Button>
      <PairPaper ref={paper} pair={pair} name={name} />
    </>
  )
}

type PaperProps = { ref: React.Ref<HTMLElement>; pair: Pair; name: string }

/** The sheet of paper that is printed; it is not visible on the screen. */
function PairPaper({ ref, pair: { before, after }, name }: PaperProps) {
  return (
    <div className="pair-paper-place" aria-hidden="true">
      <article ref={ref} className="pair-paper">
        <h2>{name}</h2>
        <div className="pair-paper-photos">
          {[
            { photo: before, which: s.before },
            { photo: after, which: s.after },
          ].map(({ photo, which }) => (
            <figure key={which}>
              <img src={picturePath(photo.id)} alt="" />
              <figcaption>
                {s.captionOf(which, dateText(photo))}
                <br />
                {angleText(photo)}
              </figcaption>
            </figure>
          ))}
        </div>
      </article>
    </div>
  )
}
