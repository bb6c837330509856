import { ImageIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { uiSentences } from '#shared/lib/ui-sentences.ts'

type ImagePreviewProps = {
  file: File | null
  /** The stored picture, while no file is chosen. */
  src?: string | null
  onUnreadable: () => void
}

const SIDE = 192

/** The chosen picture, drawn on a canvas: the policy allows no blob: or data: address for an image. */
export function ImagePreview({ file, src, onUnreadable }: ImagePreviewProps) {
  const shape = 'size-24 shrink-0 rounded-ctl bg-surface-2'
  if (file)
    return (
      <FileCanvas key={`${file.name} ${file.lastModified}`} file={file} onUnreadable={onUnreadable} className={shape} />
    )
  if (src) return <img src={src} alt="" className={`${shape} object-cover`} />
  return (
    <span className={`${shape} grid place-items-center text-ink-3`}>
      <ImageIcon size={24} strokeWidth={1.6} aria-hidden="true" />
    </span>
  )
}

function FileCanvas({ file, onUnreadable, className }: { file: File; onUnreadable: () => void; className: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const unreadable = useRef(onUnreadable)
  useEffect(() => {
    unreadable.current = onUnreadable
  })
  useEffect(() => {
    let gone = false
    createImageBitmap(file).then(
      (picture) => {
        if (!gone && canvas.current) drawCovering(canvas.current, picture)
        picture.close()
      },
      () => gone || unreadable.current(),
    )
    return () => {
      gone = true
    }
  }, [file])
  return (
    <canvas
      ref={canvas}
      width={SIDE}
      height={SIDE}
      role="img"
      aria-label={uiSentences.imagePreview(file.name)}
      className={className}
    />
  )
}

/** The middle of the picture, filling the square. */
function drawCovering(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const side = Math.min(picture.width, picture.height)
  const left = (picture.width - side) / 2
  const top = (picture.height - side) / 2
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE)
}
