import { useEffect } from 'react'
import { chartPhotosContract } from '#shared/chart-photos/contract.ts'
import { photoUploadMessages as s } from '#shared/chart-photos/messages.ts'
import { api } from '#web/lib/api.ts'
import { queryClient, rereadAll } from '#web/lib/query.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { devicePhotoStore } from './photo-store.ts'
import { UploadQueue, type WaitingPhoto } from './upload-queue.ts'

/** Sends a request like `fetch`, and reports how much of it was sent, which `fetch` cannot do. */
async function sendWithProgress(request: Request, onProgress: (percent: number) => void): Promise<Response> {
  const body = await request.blob()
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest()
    sent.open(request.method, request.url)
    request.headers.forEach((value, name) => sent.setRequestHeader(name, value))
    sent.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100)))
    sent.addEventListener('load', () => resolve(new Response(sent.responseText, { status: sent.status })))
    sent.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    sent.addEventListener('abort', () => reject(request.signal.reason as Error))
    request.signal.addEventListener('abort', () => sent.abort())
    sent.send(body)
  })
}

async function sendPhoto(photo: WaitingPhoto, onProgress: (percent: number) => void): Promise<void> {
  const { id, clientId, name, type, content, angle, area, note, taken_at } = photo
  const file = new File([content], name, { type })
  await api(
    chartPhotosContract.add,
    { params: { id: clientId, photo_id: id }, body: { photo: file, angle, area, note, taken_at } },
    { send: (request) => sendWithProgress(request, onProgress) },
  )
}

let openCameras = 0

/**
 * Prevents toasts about uploaded photos while a camera is open, because they would cover its buttons; the camera shows
 * the number itself.
 */
export function useQuietArrivals(): void {
  useEffect(() => {
    openCameras += 1
    return () => {
      openCameras -= 1
    }
  }, [])
}

/** The queue that uploads photos; it goes on while other pages of the app are open. */
export const photoQueue = new UploadQueue({
  store: devicePhotoStore,
  send: sendPhoto,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  onArrived: (count) => {
    if (openCameras === 0) toast.success({ title: s.arrived(count) })
    void rereadAll(queryClient, [chartPhotosContract.list, chartPhotosContract.angles])
  },
})

window.addEventListener('online', () => photoQueue.retry())
