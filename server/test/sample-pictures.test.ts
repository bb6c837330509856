import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { addChartPhotos } from '../../scripts/sample-charts/add-chart-photos.ts'
import { givePictures } from '../../scripts/demo/give-pictures.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { websiteContract } from '#shared/website/contract.ts'
import { readImage } from '#server/lib/uploads.ts'
import { startSampleServer } from './sample-server.ts'

const art = path.resolve(import.meta.dirname, '../../web/public/art')

test('each sample service shows the picture of its treatment in the format of an uploaded one', async () => {
  const server = await startSampleServer()
  onTestFinished(() => server.close())
  await givePictures(server.db, server.uploadsDir)
  const visitor = server.as(null)
  const treatments = (await visitor(bookingCatalogueContract.treatments, {})).data
  expect(treatments).toHaveLength(12)
  const files = new Set<string>()
  for (const { id, treatment_pic } of treatments) {
    const { data } = await visitor(bookingCatalogueContract.services, { params: { treatmentId: id } })
    // A treatment shows the picture of one of its services.
    expect(data.map(({ service_pic }) => service_pic)).toContain(treatment_pic)
    for (const { service_pic } of data) {
      const answer = await server.app.inject(service_pic!)
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 })
      files.add(service_pic!)
    }
  }
  const { count } = await server.db
    .selectFrom('services')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  // Each service has its own file, so that replacing one picture never deletes another service's.
  expect(files.size).toBe(count)
})

test('every service picture exists in two widths and two formats, small enough for a phone', () => {
  const names = readdirSync(art).filter((name) => name.startsWith('service-'))
  expect(names).toHaveLength(15 * 4)
  const small = names.filter((name) => name.includes('-320.'))
  for (const name of small) expect(statSync(path.join(art, name)).size, name).toBeLessThan(12 * 1024)
})

test('the sample’s room pictures have a name and text, in two widths and two formats, small enough for a phone', async () => {
  const server = await startSampleServer({ isBusy: true })
  onTestFinished(() => server.close())
  const { rooms } = (await server.as(null)(websiteContract.read, {})).data
  expect(rooms.pictures).toHaveLength(4)
  for (const { name, picture } of rooms.pictures) {
    expect(name).not.toBe('')
    expect(picture.alt.length, name).toBeGreaterThan(30)
    expect(picture.formats).toEqual(['avif', 'webp'])
    for (const format of picture.formats)
      for (const width of picture.widths) {
        const file = path.join(art, '..', `${picture.path}-${width}.${format}`)
        expect(await sharp(file).metadata()).toMatchObject({ width, height: (width * 3) / 4 })
        expect(statSync(file).size, file).toBeLessThan((width < 500 ? 8 : 20) * 1024)
      }
  }
})

test('six sample charts have photos from three angles before and after, one client agrees to publication and one withdrew', async () => {
  const server = await startSampleServer({ isBusy: true })
  onTestFinished(() => server.close())
  await addChartPhotos(server.db, server.clock.now, server.uploadsDir)
  const rows = await server.db.selectFrom('chart_photos').selectAll().execute()
  const clients = [...new Set(rows.map(({ client_id }) => client_id))]
  expect(clients).toHaveLength(6)
  for (const client of clients) {
    const photos = rows.filter(({ client_id }) => client_id === client)
    const [before, after] = [true, false].map((isFirst) =>
      photos.filter(({ appointment_id }) => (appointment_id === null) === isFirst),
    )
    for (const day of [before!, after!])
      expect(day.map(({ angle }) => angle).toSorted()).toEqual(['front', 'left_45', 'right_45'])
    expect(after![0]!.taken_at.getTime() - before![0]!.taken_at.getTime()).toBeGreaterThan(44 * 86_400_000)
  }
  const folder = path.join(server.uploadsDir, 'charts')
  for (const { photo_path, thumbnail_photo_path, width, height } of rows) {
    expect(await sharp((await readImage(folder, photo_path))!).metadata()).toMatchObject({ width, height })
    expect(await readImage(folder, thumbnail_photo_path)).not.toBeNull()
  }
  const decisions = await server.db.selectFrom('publication_consents').select(['client_id', 'is_given']).execute()
  const decisionsOf = (client: string) =>
    decisions.filter(({ client_id }) => client_id === client).map(({ is_given }) => is_given)
  const found = clients.map((client) => decisionsOf(client).toSorted()).filter((all) => all.length > 0)
  expect(found).toHaveLength(2)
  expect(found).toEqual(expect.arrayContaining([[true], [false, true]]))
})
