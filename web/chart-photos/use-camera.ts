import { useEffect, useRef, useState } from 'react'
import { jpegFrom } from './prepare-photo.ts'

/** `denied`: the person or the device's settings do not allow the camera. `missing`: there is none, or it is in use. */
type CameraState = 'starting' | 'ready' | 'denied' | 'missing'
type Facing = 'environment' | 'user'

/** The size of pictures that is requested from the camera, which gives the nearest size that it has. */
const SIZE = { width: { ideal: 2560 }, height: { ideal: 1920 } }

const openCamera = (facingMode: Facing): Promise<MediaStream> =>
  // Over plain http browsers have no `mediaDevices`.
  (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia({
    video: { facingMode, ...SIZE },
    audio: false,
  }) ?? Promise.reject(new DOMException('', 'NotFoundError'))

const isDenied = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError'

/**
 * The device's camera, which is on while the component is shown. The camera on the back of the device is used first.
 */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null)
  const [facing, setFacing] = useState<Facing>('environment')
  const [state, setState] = useState<CameraState>('starting')
  useEffect(() => {
    let stream: MediaStream | undefined
    let isGone = false
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    const start = async () => {
      try {
        stream = await openCamera(facing)
        if (isGone || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        setState('ready')
      } catch (error) {
        if (!isGone) setState(isDenied(error) ? 'denied' : 'missing')
      }
    }
    setState('starting')
    void start()
    return () => {
      isGone = true
      stop()
    }
  }, [facing])
  const shoot = async (): Promise<Blob | null> => {
    const source = video.current
    return source && state === 'ready' ? jpegFrom(source, source.videoWidth, source.videoHeight) : null
  }
  const turn = () => setFacing((now) => (now === 'environment' ? 'user' : 'environment'))
  return { video, state, shoot, turn }
}
