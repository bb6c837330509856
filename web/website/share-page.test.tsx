import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { clinicContract } from '#shared/clinic/contract.ts'
import { sharingContract, type Sharing } from '#shared/website/sharing-contract.ts'
import { sharingMessages as s } from '#shared/website/sharing-messages.ts'
import { fontsFromDisk, linesOf } from '#web/exports/report/report-fixture.ts'
import { profile } from '#web/test/samples.ts'
import { answer, drawScreen, refuse } from '#web/test/screen.tsx'
import { posterPdf } from './poster-pdf.ts'
import { qrModules, qrPath } from './qr-code.ts'
import SharePage from './share-page.tsx'

const published: Sharing = { address: 'https://perlas.example', is_published: true, logo: null, colours: 'plum' }

async function openPage(sharing: Partial<Sharing> = {}) {
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(sharingContract.read, { data: { ...published, ...sharing } })
  const { person } = drawScreen(<SharePage />, { at: '/settings/share' })
  await screen.findByRole('heading', { level: 2, name: s.qrCode })
  return person
}

const drawnPath = () =>
  screen
    .getByRole('img', { name: /^QR code/ })
    .querySelector('path')
    ?.getAttribute('d')

test('the page for sharing copies the public link and each text, and its QR code opens the chosen link', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const person = await openPage()
  const copied = async (label: string) => {
    await person.click(screen.getByRole('button', { name: label }))
    return String(writeText.mock.lastCall?.[0])
  }
  expect(await copied(s.copyLink)).toBe('https://perlas.example/')
  expect(await screen.findByText(s.copied)).toBeTruthy()
  expect(drawnPath()).toBe(qrPath(qrModules('https://perlas.example/')))
  expect(screen.queryByRole('note')).toBeNull()

  await person.click(screen.getByRole('radio', { name: s.booking }))
  expect(await copied(s.copyLink)).toBe('https://perlas.example/BookAppointment')
  expect(drawnPath()).toBe(qrPath(qrModules('https://perlas.example/BookAppointment')))
  expect(await copied(s.copyFacebookPost)).toContain('https://perlas.example/BookAppointment')
  await person.type(screen.getByRole('textbox', { name: s.instagramBio }), ' Hi!')
  expect(await copied(s.copyInstagramBio)).toMatch(/ Hi!$/)
  writeText.mockRestore()
})

test('the page for sharing says when the website is not published, and when its address opens only in the clinic', async () => {
  await openPage({ address: 'http://192.168.1.20:3000', is_published: false })
  expect(screen.getAllByRole('note').map((note) => note.textContent)).toEqual([
    expect.stringContaining(s.notPublished),
    expect.stringContaining(s.local('192.168.1.20:3000')),
  ])
  expect(screen.getByRole('link', { name: s.makeWebsite }).getAttribute('href')).toBe('/settings/website')
})

test('the SVG file of the QR code is saved with a name that says which page the code opens; links that could not be loaded can be loaded again', async () => {
  answer(clinicContract.read, { data: profile, sends_email: false })
  refuse(sharingContract.read)
  const { person } = drawScreen(<SharePage />, { at: '/settings/share' })
  expect(await screen.findByText(s.failedToLoad)).toBeTruthy()
  answer(sharingContract.read, { data: published })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  const save = await screen.findByRole('button', { name: s.saveSvgLabel })
  const files: Blob[] = []
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await person.click(save)
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('qr-code-page.svg')
  expect(await files[0]!.text()).toContain(qrPath(qrModules('https://perlas.example/')))
  createUrl.mockRestore()
  click.mockRestore()
})

test('the poster for sharing the website is one page of A5 with name, sentence, link and address, also for the longest name', async () => {
  const poster = {
    logo: null,
    colours: 'plum' as const,
    sentence: s.scanBooking,
    qr: qrModules('https://perlas.example/BookAppointment'),
    link: 'perlas.example/BookAppointment',
    foot: ['12 Scout Street, Quezon City', ''],
    title: 'Poster',
  }
  for (const name of ['Perlas Skin Clinic', 'Perlas Aesthetics and Wellness '.repeat(4).trim()]) {
    const doc = posterPdf({ ...poster, name }, fontsFromDisk())
    expect(doc.getNumberOfPages()).toBe(1)
    expect([doc.internal.pageSize.getWidth(), doc.internal.pageSize.getHeight()].map(Math.round)).toEqual([148, 210])
    const lines = await linesOf(doc.output('arraybuffer'))
    expect(lines.join(' ')).toContain(name)
    expect(lines.slice(-3)).toEqual([s.scanBooking, 'perlas.example/BookAppointment', '12 Scout Street, Quezon City'])
  }
})
