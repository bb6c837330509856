import { ImageUp, SwitchCamera } from 'lucide-react'
import { useState } from 'react'
import { needsArea, type Angle } from '#shared/chart-photos/angles.ts'
import type { AngleGroup, ChartPhoto } from '#shared/chart-photos/contract.ts'
import { chartPhotoMessages, photoScreenMessages, photoUploadMessages as s } from '#shared/chart-photos/messages.ts'
import { now } from '#web/lib/use-now.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { AngleChoice } from './angle-choice.tsx'
import { thumbnailPath } from './photo-address.ts'
import { photoQueue, useQuietArrivals } from './photo-queue.ts'
import { PHOTO_TYPES, preparePhotos, waitingPhoto } from './prepare-photo.ts'
import { useCamera } from './use-camera.ts'

type CameraProps = DialogControl & {
  clientId: string
  /** The earlier photos, grouped by angle. The last photo of an angle is shown over the live picture. */
  groups: readonly AngleGroup[]
}

/** The last photo from this angle. For a photo of a body part, the last photo of the same body part. */
function lastPhotoOf(groups: readonly AngleGroup[], angle: Angle, area: string): ChartPhoto | undefined {
  const sameAngle = groups.filter(({ last }) => last.angle === angle).map(({ last }) => last)
  const sameArea = sameAngle.find((last) => (last.area ?? '').toLowerCase() === area.trim().toLowerCase())
  return sameArea ?? (needsArea(angle) ? undefined : sameAngle[0])
}

/** The photos from before the camera was opened: a photo of today is compared with those of earlier days. */
function useEarlierPhotos(groups: readonly AngleGroup[]): readonly AngleGroup[] {
  const [earlier, setEarlier] = useState(groups)
  // If the photos were still loading when the camera was opened, the first loaded ones are the earlier photos.
  if (earlier.length === 0 && groups.length > 0) setEarlier(groups)
  return earlier
}

/** Puts the photos that are taken or chosen into the queue that uploads them in the background. */
function useTakenPhotos(clientId: string) {
  const { id: ownerId } = usePerson()
  const [count, setCount] = useState(0)
  const factsOf = (angle: Angle, area: string) => ({ ownerId, clientId, angle, area: area.trim() || null, note: null })
  const take = async (photo: Blob, angle: Angle, area: string) => {
    const name = `${chartPhotoMessages.angles[angle]}.jpg`
    await photoQueue.add([await waitingPhoto(photo, factsOf(angle, area), { name, takenAt: now() })])
    setCount((before) => before + 1)
  }
  const choose = async (files: readonly File[], angle: Angle, area: string) => {
    const { photos, refusals } = await preparePhotos(files, factsOf(angle, area), now())
    for (const { name, message } of refusals) toast.error({ title: name, description: message })
    await photoQueue.add(photos)
    setCount((before) => before + photos.length)
  }
  return { count, take, choose }
}

/** The dialog that takes photos with the device's camera, one angle after another. */
export function CameraDialog({ open, onClose, clientId, groups }: CameraProps) {
  const [angle, setAngle] = useState<Angle>('front')
  const [area, setArea] = useState('')
  const [flashes, setFlashes] = useState(0)
  const camera = useCamera()
  const earlier = useEarlierPhotos(groups)
  useQuietArrivals()
  const taken = useTakenPhotos(clientId)
  const isNamed = !needsArea(angle) || area.trim() !== ''
  const shoot = async () => {
    const photo = await camera.shoot()
    if (!photo) return
    setFlashes(flashes + 1)
    await taken.take(photo, angle, area)
  }
  const controls = (
    <div className="camera-controls">
      <IconButton label={s.switchCamera} icon={<SwitchCamera size={22} />} variant="secondary" onClick={camera.turn} />
      <button
        type="button"
        className="camera-shutter"
        aria-label={s.shutter}
        disabled={camera.state !== 'ready' || !isNamed}
        onClick={() => void shoot()}
      />
      <Button onClick={onClose}>{s.done}</Button>
    </div>
  )
  return (
    <Dialog open={open} onClose={onClose} size="lg" tall title={s.cameraTitle} footer={controls}>
      <div className="space-y-3">
        <AngleChoice value={angle} onChange={setAngle} />
        {needsArea(angle) && (
          <Field label={photoScreenMessages.area} required hint={photoScreenMessages.areaHint}>
            <TextInput value={area} maxLength={80} onChange={({ target }) => setArea(target.value)} />
          </Field>
        )}
        <LivePicture camera={camera} last={lastPhotoOf(earlier, angle, area)} flashes={flashes} />
        {(camera.state === 'denied' || camera.state === 'missing') && (
          <ChooseInstead disabled={!isNamed} onChoose={(files) => void taken.choose(files, angle, area)} />
        )}
        <p role="status" className="font-semibold">
          {taken.count > 0 && s.taken(taken.count)}
        </p>
      </div>
    </Dialog>
  )
}

const notes = { starting: s.starting, denied: s.cameraDenied, missing: s.noCamera }
const USUAL_OPACITY = 35

type LivePictureProps = { camera: ReturnType<typeof useCamera>; last: ChartPhoto | undefined; flashes: number }

/** The picture of the camera, with the last photo of the same angle translucent over it. */
function LivePicture({ camera, last, flashes }: LivePictureProps) {
  const [opacity, setOpacity] = useState(USUAL_OPACITY)
  return (
    <>
      <div className="camera-view">
        <video ref={camera.video} playsInline muted hidden={camera.state !== 'ready'} />
        {camera.state !== 'ready' && <p className="camera-note">{notes[camera.state]}</p>}
        {last && camera.state === 'ready' && (
          <img src={thumbnailPath(last.id)} alt="" className="camera-overlay" style={{ opacity: opacity / 100 }} />
        )}
        <span key={flashes} className="camera-flash" data-on={flashes > 0 ? '' : undefined} />
      </div>
      {last && (
        <label className="block text-sm font-semibold">
          {s.opacity}
          <input
            type="range"
            className="photo-range"
            min={0}
            max={90}
            step={5}
            value={opacity}
            onChange={({ target }) => setOpacity(Number(target.value))}
          />
        </label>
      )}
    </>
  )
}

/** A file field for devices whose camera the page cannot use; phones open their own camera app for it. */
function ChooseInstead({ disabled, onChoose }: { disabled: boolean; onChoose: (files: File[]) => void }) {
  return (
    <label
      className={`${buttonClass({ block: true })} cursor-pointer has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-primary`}
    >
      <ImageUp size={18} aria-hidden="true" />
      {s.choose}
      <input
        type="file"
        accept={PHOTO_TYPES}
        capture="environment"
        multiple
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => onChoose([...(target.files ?? [])])}
      />
    </label>
  )
}
