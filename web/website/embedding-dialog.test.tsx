import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { embeddingContract, type Embedding } from '#shared/website/embedding-contract.ts'
import { embeddingMessages as s } from '#shared/website/embedding-messages.ts'
import { answer, drawScreen, sentBodies } from '#web/test/screen.tsx'
import { discardQuestion } from '#web/ui/overlays/unsaved-changes.ts'
import { EmbeddingDialog } from './embedding-dialog.tsx'

const namedHosts = (hosts: string[]): Embedding => ({ hosts, version: 3 })

const drawDialog = (hosts: string[]) => {
  answer(embeddingContract.read, { data: namedHosts(hosts) })
  return drawScreen(<EmbeddingDialog open onClose={() => undefined} />, { role: 'admin' })
}

/** Presses a button that copies HTML, and returns the only element of the copied HTML. */
async function copiedElement(press: (button: HTMLElement) => Promise<void>, label: string): Promise<Element> {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press(await screen.findByRole('button', { name: label }))
  const box = document.createElement('div')
  box.innerHTML = String(writeText.mock.calls[0]?.[0])
  writeText.mockRestore()
  expect(box.children).toHaveLength(1)
  return box.firstElementChild!
}

test('the HTML of the booking button is copied, and makes a link to the booking page in a new window', async () => {
  const { person } = drawDialog([])
  const link = (await copiedElement(person.click, s.copyButton)) as HTMLAnchorElement
  expect(await screen.findByText(s.copied)).toBeTruthy()
  expect(link.href).toBe(`${window.location.origin}/BookAppointment`)
  expect([link.target, link.rel, link.textContent]).toEqual(['_blank', 'noopener', s.bookNow])
})

test('the HTML of a frame with the booking page can be copied once a website is allowed to embed the page; each invalid address gets an error that says what to change', async () => {
  const { person } = drawDialog([])
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: s.hosts })
  const save = () => person.click(screen.getByRole('button', { name: s.save }))
  expect(screen.getByText(s.noHosts)).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.copyFrame })).toBeNull()

  await person.click(field)
  await person.paste('https://www.mutya.example\nhttp://www.mutya.example')
  await save()
  expect(await screen.findByText(s.needsHttps('http://www.mutya.example'))).toBeTruthy()
  expect(sentBodies).toEqual([])
  // Closing asks before the typed websites are lost.
  await person.click(screen.getAllByRole('button', { name: s.close }).at(-1)!)
  await person.click(await screen.findByRole('button', { name: discardQuestion.cancelLabel }))

  await person.clear(field)
  await person.click(field)
  await person.paste('www.mutya.example/book\n\nhttp://localhost:8000\n')
  const saved = ['https://www.mutya.example', 'http://localhost:8000']
  answer(embeddingContract.save, { data: namedHosts(saved) })
  answer(embeddingContract.read, { data: namedHosts(saved) })
  await save()
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect(sentBodies).toEqual([{ hosts: ['www.mutya.example/book', 'http://localhost:8000'] }])
  expect(field.value).toBe(saved.join('\n'))
  const frame = (await copiedElement(person.click, s.copyFrame)) as HTMLIFrameElement
  expect(frame.src).toBe(`${window.location.origin}/booking-frame`)
  expect([frame.title, frame.style.width, frame.style.maxHeight]).toEqual([s.frameTitle, '100%', '900px'])
  expect(within(screen.getByRole('dialog')).queryByText(s.noHosts)).toBeNull()
})
