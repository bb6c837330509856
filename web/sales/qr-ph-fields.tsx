import { Suspense, useState } from 'react'
import type { RefCallBack } from 'react-hook-form'
import { formatPeso } from '#shared/lib/money.ts'
import { qrPhMessages as s } from '#shared/sales/qr-ph-messages.ts'
import { qrPhProblem, qrPhReceiver } from '#shared/sales/qr-ph.ts'
import { lazyPart } from '#web/lib/page/lazy-part.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FileButton, FileDrop } from '#web/ui/fields/upload-field.tsx'

const QrPhCode = lazyPart(async () => (await import('./till/payment/qr-ph-code.tsx')).QrPhCode)

/** The amount of the QR Ph code that is shown as a sample, in centavos. */
const SAMPLE = 100

/**
 * Returns the text of the QR code in a picture, or the sentence that says why there is none. The library that reads
 * pictures is large, so it is loaded only when somebody chooses one.
 */
async function readPicture(file: File): Promise<{ text: string } | { problem: string }> {
  const { readQrOfPicture } = await import('./read-qr.ts')
  const read = await readQrOfPicture(file)
  if (read === 'unreadable') return { problem: s.unreadable }
  return read === 'none' ? { problem: s.noCodeInPicture } : read
}

type QrPhFieldsProps = {
  /** The form's field with the text of the QR Ph code. */
  field: { name: string; ref: RefCallBack; value: string; onChange: (text: string) => void; onBlur: () => void }
  /** The error that the form or the server reports for the text of the QR Ph code. */
  error: string | undefined
}

/** The clinic's QR Ph code in Settings: its text, or a picture from which the text is read. */
export function QrPhFields({ field, error }: QrPhFieldsProps) {
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async (file: File) => {
    setProblem(undefined)
    setIsReading(true)
    try {
      const read = await readPicture(file)
      if ('text' in read) field.onChange(read.text)
      else setProblem(read.problem)
    } catch {
      setProblem(s.unreadable)
    } finally {
      setIsReading(false)
    }
  }
  const code = field.value.trim()
  const typedProblem = code === '' ? null : qrPhProblem(code)
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">{s.hint}</p>
      <Field group label={s.picture} error={problem}>
        <FileDrop onFile={(file) => void take(file)} disabled={isReading}>
          <FileButton
            label={s.picture}
            action={isReading ? s.reading : s.choosePicture}
            accept={['image/*']}
            onFile={(file) => void take(file)}
            disabled={isReading}
          />
        </FileDrop>
      </Field>
      <Field label={s.code} hint={s.codeHint} error={error ?? typedProblem ?? undefined} className="mt-3">
        <Textarea
          {...field}
          onChange={({ target }) => field.onChange(target.value)}
          rows={4}
          autoComplete="off"
          spellCheck={false}
          translate="no"
          className="font-mono text-sm break-all"
        />
      </Field>
      {code !== '' && typedProblem === null && <Sample code={code} />}
    </>
  )
}

/** Shows who receives payments to the clinic's QR Ph code, and a sample code to scan. */
function Sample({ code }: { code: string }) {
  const { name, city } = qrPhReceiver(code)
  return (
    <div className="mt-3 rounded-card bg-bg p-4">
      <p className="font-semibold wrap-anywhere">{s.paysTo(name, city)}</p>
      <p className="text-sm text-ink-2">{s.checkReceiver}</p>
      <Suspense fallback={null}>
        <QrPhCode code={code} amount={SAMPLE} />
      </Suspense>
      <p className="mt-2 text-center text-sm text-ink-2">{s.sample(formatPeso(SAMPLE))}</p>
    </div>
  )
}
