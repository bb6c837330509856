import { Columns2, Download, EyeOff, Megaphone, MoreHorizontal, Pencil, UserRoundX } from 'lucide-react'
import { chartPhotosContract, publicationContract, type ChartPhoto } from '#shared/chart-photos/contract.ts'
import { photoScreenMessages as s } from '#shared/chart-photos/messages.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { apiErrorOf, noResponseError, parseBody, requestOf } from '#shared/lib/http-client.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { reportLogOut } from '#web/lib/api.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { angleText, dateText, dayOf, picturePath } from './photo-address.ts'

const forms = () => import('./photo-forms.tsx')
const DetailsDialog = lazyDialog(async () => (await forms()).DetailsDialog)
const HideDialog = lazyDialog(async () => (await forms()).HideDialog)
const MoveDialog = lazyDialog(async () => (await forms()).MoveDialog)
const CompareDialog = lazyDialog(async () => (await import('./compare-dialog.tsx')).CompareDialog)
const ConsentDialog = lazyDialog(async () => (await import('./consent-dialog.tsx')).ConsentDialog)

type PhotoDialogProps = DialogControl & {
  opened: ChartPhoto
  /** The photos as last loaded; the opened photo may have changed since, or may have left the list. */
  photos: readonly ChartPhoto[]
  clientId: string
  name: string
  mayWrite: boolean
}

/** Shows one photo of a chart in full size, with its note and visit, and buttons to compare, download or change it. */
export function PhotoDialog({ open, onClose, opened, photos, clientId, name, mayWrite }: PhotoDialogProps) {
  const photo = photos.find(({ id }) => id === opened.id) ?? opened
  const compare = useDialog(CompareDialog)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="xl"
      tall
      title={angleText(photo)}
      description={dateText(photo)}
      footer={
        <>
          {mayWrite && <MoreActions photo={photo} clientId={clientId} onGone={onClose} />}
          {photo.may_publish && !photo.hidden && <DownloadButton photo={photo} />}
          <Button
            variant="primary"
            icon={<Columns2 size={18} aria-hidden="true" />}
            onClick={() => compare.open({ clientId, name, after: photo })}
          >
            {s.compareThis}
          </Button>
        </>
      }
    >
      <img src={picturePath(photo.id)} alt={s.open(angleText(photo), dateText(photo))} className="photo-full" />
      <Facts photo={photo} />
      {compare.element}
    </Dialog>
  )
}

function Facts({ photo }: { photo: ChartPhoto }) {
  const { note, visit, added_by, added_at, hidden, may_publish } = photo
  return (
    <div className="mt-3 space-y-1.5">
      <Badge tone={may_publish ? 'success' : 'neutral'}>{may_publish ? s.mayPublish : s.mayNotPublish}</Badge>
      {note && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
      <p className="text-sm text-ink-2">{visit ? visit.service : s.noVisit}</p>
      <p className="text-sm text-ink-2">{s.addedBy(added_by, formatInstant(added_at))}</p>
      {hidden && (
        <p className="text-sm text-danger">{s.hiddenBy(hidden.by, formatInstant(hidden.at), hidden.reason)}</p>
      )}
    </div>
  )
}

/** Reads the file of a photo that may be published. Throws an `ApiError` as `api` does. */
async function fetchPublication(id: string): Promise<Blob> {
  const endpoint = publicationContract.download
  const request = requestOf(endpoint, { params: { id } }, AbortSignal.timeout(30_000), {})
  const response = await fetch(request).catch((cause: unknown) => {
    throw noResponseError(cause)
  })
  if (!response.ok) throw apiErrorOf(endpoint, response.status, parseBody(await response.text()))
  return response.blob()
}

/** The button that saves the photo on the device. The server records each download. */
function DownloadButton({ photo }: { photo: ChartPhoto }) {
  const save = useAction((id: string) => reportLogOut(fetchPublication(id)), {
    done: s.downloaded,
    failed: s.notDownloaded,
    reread: [chartPhotosContract.list],
    onDone: (file) => download(file, s.publicationFile(dayOf(photo))),
  })
  return (
    <Button
      icon={<Download size={18} aria-hidden="true" />}
      busy={save.busy}
      busyLabel={s.loading}
      onClick={() => void save.run(photo.id)}
    >
      {s.downloadForPublication}
    </Button>
  )
}

type MoreProps = { photo: ChartPhoto; clientId: string; onGone: () => void }

function MoreActions({ photo, clientId, onGone }: MoreProps) {
  const details = useDialog(DetailsDialog)
  const hide = useDialog(HideDialog)
  const move = useDialog(MoveDialog)
  const consent = useDialog(ConsentDialog)
  const show = useAction(chartPhotosContract.show, {
    done: s.shown,
    failed: s.notShown,
    reread: [chartPhotosContract.list, chartPhotosContract.angles],
    onDone: onGone,
  })
  // Moving a photo to another client's chart needs a search of all clients, which not every role may do.
  const mayMove = permissionsOf(useRole()).has('clients.read')
  const icon = { size: 18, 'aria-hidden': true } as const
  const given = { photo, onDone: onGone }
  return (
    <>
      <Menu
        trigger={<Button icon={<MoreHorizontal {...icon} />}>{s.moreActions}</Button>}
        items={[
          { label: s.changeDetails, icon: <Pencil {...icon} />, onSelect: () => details.open(given) },
          {
            label: s.consent,
            icon: <Megaphone {...icon} />,
            onSelect: () => consent.open({ clientId, mayWrite: true, photoId: photo.id }),
          },
          ...(mayMove ? [{ label: s.move, icon: <UserRoundX {...icon} />, onSelect: () => move.open(given) }] : []),
          photo.hidden
            ? { label: s.show, icon: <EyeOff {...icon} />, onSelect: () => void show.run({ params: { id: photo.id } }) }
            : {
                label: s.hide,
                icon: <EyeOff {...icon} />,
                onSelect: () => hide.open(given),
                danger: true,
                separated: true,
              },
        ]}
      />
      {details.element}
      {hide.element}
      {move.element}
      {consent.element}
    </>
  )
}
