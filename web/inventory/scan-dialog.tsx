import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { countMessages as s } from '#shared/inventory/stock-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** The reader of barcodes that some browsers have, of which TypeScript knows nothing. */
type BarcodeReader = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type BarcodeReaderClass = new (options: { formats: string[] }) => BarcodeReader

const FORMATS = ['ean_13', 'ean_8', 'upc_a']
/** The milliseconds between two searches for a barcode in the camera's picture. */
const EVERY_MS = 200

const openCamera = (): Promise<MediaStream> =>
  // Over plain http browsers have no `mediaDevices`.
  (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia({
    video: { facingMode: 'environment' },
    audio: false,
  }) ?? Promise.reject(new DOMException('', 'NotFoundError'))

const problemOf = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotAllowedError' ? s.cameraDenied : s.cameraMissing

/** Shows the camera's picture in the element while the component is shown, and calls `onCode` for each new barcode. */
function useBarcodes(onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const tell = useEffectEvent(onCode)
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    let last = ''
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    const search = async (reader: BarcodeReader) => {
      const [found] = await reader.detect(video.current!)
      if (isGone) return
      if (found && found.rawValue !== last) {
        last = found.rawValue
        tell(last)
      }
      timer = setTimeout(() => void look(reader), EVERY_MS)
    }
    const look = (reader: BarcodeReader) =>
      search(reader).catch((error: unknown) => {
        if (!isGone) setProblem(problemOf(error))
      })
    const start = async () => {
      try {
        const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector: BarcodeReaderClass }
        stream = await openCamera()
        if (isGone || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        await look(new BarcodeDetector({ formats: FORMATS }))
      } catch (error) {
        if (!isGone) setProblem(problemOf(error))
      }
    }
    void start()
    return () => {
      isGone = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return { video, problem }
}

type ScanDialogProps = DialogControl & {
  /** Shows the product with the scanned barcode; returns false if no product has it. */
  onScanned: (code: string) => boolean
}

/** Reads barcodes with the camera until one belongs to a product. */
export function ScanDialog({ open, onClose, onScanned }: ScanDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.scanTitle}
      footer={<Button onClick={onClose}>{s.close}</Button>}
    >
      <Camera
        onCode={(code) => {
          if (onScanned(code)) onClose()
          else toast.error({ title: s.unknownBarcode })
        }}
      />
    </Dialog>
  )
}

function Camera({ onCode }: { onCode: (code: string) => void }) {
  const { video, problem } = useBarcodes(onCode)
  if (problem !== undefined) return <p role="alert">{problem}</p>
  return (
    <>
      <p className="mb-3 text-ink-2">{s.scanHint}</p>
      <video ref={video} playsInline muted className="aspect-video w-full rounded-card bg-surface-3 object-cover" />
    </>
  )
}
