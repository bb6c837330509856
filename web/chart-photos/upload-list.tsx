import { RotateCcw, Trash2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { photoUploadMessages as s } from '#shared/chart-photos/messages.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { photoQueue } from './photo-queue.ts'
import type { Upload } from './upload-queue.ts'

const stateText = ({ progress }: Upload): string => {
  switch (progress.state) {
    case 'waiting':
      return s.waiting
    case 'sending':
      return s.sending(progress.percent)
    case 'retrying':
      return s.retrying
    case 'held':
      return s.heldBack
    case 'refused':
      return progress.message
  }
}

/** The photos of this client that have not been uploaded yet, each with its progress. */
export function UploadList({ clientId }: { clientId: string }) {
  const { id } = usePerson()
  const uploads = useSyncExternalStore(photoQueue.subscribe, photoQueue.current)
  const own = uploads.filter((upload) => upload.clientId === clientId && upload.ownerId === id)
  if (own.length === 0) return null
  return (
    <SectionCard title={s.queue}>
      <p className="text-sm text-ink-2">{photoQueue.isStored() ? s.queueHint : s.notStored}</p>
      <ul className="mt-2 divide-y divide-line">
        {own.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </SectionCard>
  )
}

function UploadRow({ upload }: { upload: Upload }) {
  const confirm = useConfirm()
  const { id, name, progress } = upload
  const remove = async () => {
    const question = { title: s.removeTitle, body: s.removeText, confirmLabel: s.removeNow, danger: true }
    if (await confirm({ ...question, cancelLabel: s.keep })) await photoQueue.remove(id)
  }
  const isStuck = progress.state === 'refused'
  return (
    <li className="flex min-h-touch items-center gap-3 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className={isStuck ? 'text-sm text-danger' : 'text-sm text-ink-2'}>{stateText(upload)}</span>
      </span>
      {progress.state === 'sending' && (
        <progress max={100} value={progress.percent} aria-label={s.progress(name)} className="w-24" />
      )}
      {(isStuck || progress.state === 'retrying') && (
        <IconButton label={s.retry} icon={<RotateCcw size={18} />} onClick={() => photoQueue.retry(id)} />
      )}
      {progress.state !== 'sending' && (
        <IconButton label={s.remove} icon={<Trash2 size={18} />} onClick={() => void remove()} />
      )}
    </li>
  )
}
