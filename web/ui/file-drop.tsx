import { clsx } from 'clsx'
import { useState, type DragEvent, type ReactNode } from 'react'

type FileDropProps = { onFile: (file: File) => void; disabled?: boolean; children: ReactNode }

/** A dashed frame that takes a file dropped on it; what it holds offers the same to keyboard and touch. */
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
