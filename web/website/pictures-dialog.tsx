import { ImageIcon, Trash2 } from 'lucide-react'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { websiteContract, type LibraryPicture } from '#shared/website/contract.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, Loaded } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { thumbnailOf } from './picture-field.tsx'

type PicturesProps = DialogControl & {
  /** The ids of pictures that were chosen in the editor but are not saved yet. */
  onScreen: readonly string[]
}

/** All uploaded pictures with their uses; unused ones can be deleted. */
export function PicturesDialog({ open, onClose, onScreen }: PicturesProps) {
  const list = useList(websiteContract.pictures, { local: true, failed: s.failedPictures, staleMs: 0 })
  // True for a picture that is used in the editor or has a used crop, because deleting a picture deletes its crops too.
  const isChosen = ({ id }: LibraryPicture) =>
    onScreen.includes(id) || (list.rows ?? []).some((one) => one.cut_of === id && onScreen.includes(one.id))
  const remove = useAction(websiteContract.deletePicture, {
    ask: () => ({
      title: s.deleteQuestion,
      body: s.deleteText,
      confirmLabel: s.deletePicture,
      cancelLabel: s.cancel,
      danger: true,
      busyLabel: s.deleting,
    }),
    done: s.pictureDeleted,
    failed: s.notDeleted,
    reread: [websiteContract.pictures],
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={s.pictures}
      description={s.picturesHint}
      footer={
        <>
          {list.pager.pageCount > 1 && <Pager variant="steps" label={s.picturePages} {...list.pager} />}
          <Button onClick={onClose}>{s.close}</Button>
        </>
      }
    >
      <Loaded read={{ data: list.rows, failure: list.failure }} skeleton="h-48">
        {(pictures) =>
          pictures.length === 0 ? (
            <EmptyState icon={ImageIcon} title={s.noPictures} />
          ) : (
            <ul aria-busy={list.isPrevious} className="grid gap-3 sm:grid-cols-2">
              {pictures.map((picture) => (
                <KeptPictureCard
                  key={picture.id}
                  picture={picture}
                  isOnScreen={isChosen(picture)}
                  onDelete={() => void remove.run({ params: { id: picture.id } })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

type CardProps = { picture: LibraryPicture; isOnScreen: boolean; onDelete: () => void }

function KeptPictureCard({ picture: { id, places, added_at }, isOnScreen, onDelete }: CardProps) {
  const isShown = places.length > 0 || isOnScreen
  return (
    <li className="flex gap-3 rounded-ctl border border-line p-3">
      <img
        src={thumbnailOf(id)}
        alt=""
        loading="lazy"
        className="size-24 shrink-0 rounded-ctl bg-surface-2 object-contain"
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        <p className="tnum text-sm text-ink-2">{s.addedAt(formatInstant(added_at))}</p>
        {places.map((place) => (
          <Badge key={place} tone={place === 'visitors' ? 'success' : 'neutral'}>
            {s.places[place]}
          </Badge>
        ))}
        {places.length === 0 && (
          <Badge tone={isOnScreen ? 'warning' : 'neutral'}>{isOnScreen ? s.onScreen : s.nowhere}</Badge>
        )}
        {!isShown && (
          <Button className="mt-auto" icon={<Trash2 size={18} aria-hidden="true" />} onClick={onDelete}>
            {s.deletePicture}
          </Button>
        )}
      </div>
    </li>
  )
}
