import { Field as BaseField } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { Trash2, ImageUp, ImageIcon } from 'lucide-react'
import { useState, type DragEvent, type ReactNode, useEffect, useRef } from 'react'
import { IMAGE_TYPES, imageFileError } from '#shared/lib/image-file.ts'
import { imageMessages, uiMessages } from '#shared/lib/messages.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { useRequiredProps, Field } from './field.tsx'

type UploadFieldProps = {
  label: string
  required?: boolean
  /** The newly chosen file; null keeps the stored picture. */
  value: File | null
  onChange: (file: File | null) => void
  /** The stored picture, shown until another is chosen. */
  currentSrc?: string | null
  /** True: the stored picture is shown uncropped, as for a logo. */
  isWhole?: boolean
  hint?: string
  /** An error of the form or server; the field's own errors (type, size, unreadable) are shown automatically. */
  error?: string
  disabled?: boolean
}

/** One picture: chosen, dropped or taken with the camera, with a preview. Type and size are checked before sending. */
export function UploadField({ label, value, onChange, currentSrc, error, disabled, ...rest }: UploadFieldProps) {
  const [fileError, setFileError] = useState<string>()

  const take = (file: File) => {
    const reason = imageFileError(file)
    setFileError(reason)
    if (!reason) onChange(file)
  }
  const clear = () => {
    setFileError(undefined)
    onChange(null)
  }
  const action = value || currentSrc ? uiMessages.replaceImage : uiMessages.chooseImage
  return (
    <Field
      group
      label={label}
      required={rest.required}
      hint={rest.hint ?? imageMessages.hint}
      error={fileError ?? error}
      disabled={disabled}
    >
      <FileDrop onFile={take} disabled={disabled}>
        <ImagePreview
          file={value}
          src={currentSrc}
          isWhole={rest.isWhole}
          onUnreadable={() => setFileError(imageMessages.unreadable)}
        />
        <div className="flex min-w-48 flex-1 flex-wrap gap-2">
          <FileButton label={label} action={action} accept={IMAGE_TYPES} onFile={take} disabled={disabled} />
          {value && (
            <Button variant="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={clear}>
              {uiMessages.removeImage}
            </Button>
          )}
        </div>
      </FileDrop>
    </Field>
  )
}

type FileButtonProps = {
  /** The field's label; the accessible name is "label: action". */
  label: string
  action: string
  /** The accepted MIME types, or endings of file names such as `.csv`. */
  accept: readonly string[]
  /** The icon; a picture by default. */
  icon?: ReactNode
  onFile: (file: File) => void
  disabled?: boolean
}

/** A file input that looks like a button. */
export function FileButton({ label, action, accept, icon, onFile, disabled }: FileButtonProps) {
  return (
    <label
      className={clsx(
        buttonClass(),
        'whitespace-nowrap',
        disabled ? 'cursor-not-allowed text-ink-3' : 'cursor-pointer',
        'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
      )}
    >
      {icon ?? <ImageUp size={18} aria-hidden="true" />}
      {action}
      <BaseField.Control
        {...useRequiredProps()}
        type="file"
        accept={accept.join(',')}
        disabled={disabled}
        // The accessible name must contain the visible text, not only the field's label.
        aria-labelledby={undefined}
        aria-label={`${label}: ${action}`}
        // The input is cleared, because browsers fire no event when the same file is chosen again.
        onClick={({ currentTarget }) => {
          currentTarget.value = ''
        }}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
        }}
        className="sr-only"
      />
    </label>
  )
}

type FileDropProps = { onFile: (file: File) => void; disabled?: boolean; children: ReactNode }

/** A dashed frame for dropping a file; its content offers the same for keyboard and touch. */
export function FileDrop({ onFile, disabled = false, children }: FileDropProps) {
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(!disabled)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onFile(file)
  }
  return (
    <div
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'flex flex-wrap items-center gap-4 rounded-ctl border border-dashed p-3 transition-colors',
        over ? 'border-primary bg-primary-soft' : 'border-line-strong bg-surface',
      )}
    >
      {children}
    </div>
  )
}

type ImagePreviewProps = {
  file: File | null
  /** The URL of the stored picture, which is shown while no file is chosen. */
  src?: string | null
  isWhole?: boolean | undefined
  onUnreadable: () => void
}

const SIDE = 192

/** The chosen picture on a canvas, because CSP allows no blob: or data: URLs for images. */
function ImagePreview({ file, src, isWhole = false, onUnreadable }: ImagePreviewProps) {
  const shape = 'size-24 shrink-0 rounded-ctl bg-surface-2'
  if (file)
    return (
      <FileCanvas key={`${file.name} ${file.lastModified}`} file={file} onUnreadable={onUnreadable} className={shape} />
    )
  if (src) return <img src={src} alt="" className={clsx(shape, isWhole ? 'object-contain' : 'object-cover')} />
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
      aria-label={uiMessages.imagePreview(file.name)}
      className={className}
    />
  )
}

/** Draws the middle of the picture so that it fills the square. */
function drawCovering(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const side = Math.min(picture.width, picture.height)
  const left = (picture.width - side) / 2
  const top = (picture.height - side) / 2
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE)
}
