import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { startChartClinic, type ChartClinic } from '#server/charts/chart-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { fileOf } from '#server/test/pictures.ts'
import { sendThrough, type Caller } from '#server/test/server.ts'
import { chartPhotosContract as photos, type ChartPhoto } from '#shared/chart-photos/contract.ts'
import type { Input, Output } from '#shared/lib/endpoint.ts'

const TODAY = '2026-11-23T08:30:00+08:00'

type Described = { angle?: ChartPhoto['angle']; area?: string; taken_at?: string; id?: string; file?: File }

/** For tests: a clinic with charts whose photos can be added and read. */
export type PhotoClinic = ChartClinic & {
  newClient: (name: string) => Promise<TestUser>
  uploadOf: (client: TestUser, described?: Described) => Promise<Input<typeof photos.add>>
  /** Adds a photo to a client's chart as the caller `by`, or as an admin if `by` is left out. */
  add: (client: TestUser, described?: Described, by?: Caller) => Promise<ChartPhoto>
  list: (client: TestUser, querystring?: object) => Promise<Output<typeof photos.list>>
  /** The rows of the read log about one photo. */
  readsOf: (photoId: string) => Promise<{ kind: string; read_by: string }[]>
  fetchFile: (token: string, url: string) => Promise<Response>
  /** The private folder of the photos. */
  folder: string
  storedFiles: () => Promise<string[]>
}

/** Makes a small photo. Another `shade` gives another colour and therefore other bytes. */
export const photo = async (shade = 0) =>
  fileOf(
    await sharp({ create: { width: 60, height: 80, channels: 3, background: { r: shade, g: 90, b: 90 } } })
      .jpeg()
      .toBuffer(),
    'face.jpg',
    'image/jpeg',
  )

export async function startPhotoClinic(): Promise<PhotoClinic> {
  const clinic = await startChartClinic()
  const { server, asAdmin } = clinic
  const folder = path.join(server.uploadsDir, 'charts')
  const uploadOf = async (client: TestUser, { id = crypto.randomUUID(), file, ...more }: Described = {}) => ({
    params: { id: client.clientId!, photo_id: id },
    body: { photo: file ?? (await photo()), angle: 'front' as const, taken_at: TODAY, ...more },
  })
  return {
    ...clinic,
    newClient: (name) => createUser(server.db, 'client', { name }),
    uploadOf,
    add: async (client, described, by = asAdmin) => (await by(photos.add, await uploadOf(client, described))).data,
    list: (client, querystring = {}) => asAdmin(photos.list, { params: { id: client.clientId! }, querystring }),
    readsOf: (photoId) =>
      server.db.selectFrom('chart_reads').select(['kind', 'read_by']).where('subject_id', '=', photoId).execute(),
    fetchFile: (token, url) => sendThrough(server.app, token)(new Request(`http://localhost${url}`)),
    folder,
    storedFiles: () => readdir(folder).catch((): string[] => []),
  }
}
