import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { drawScreen } from '#web/test/screen.tsx'
import { BookingButtonDialog } from './booking-button-dialog.tsx'

test('the HTML of the booking button is copied, and makes a link to the booking page in a new window', async () => {
  const { person } = drawScreen(<BookingButtonDialog open onClose={() => undefined} />, { role: 'admin' })
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await person.click(await screen.findByRole('button', { name: s.copyButton }))
  expect(await screen.findByText(s.buttonCopied)).toBeTruthy()
  const box = document.createElement('div')
  box.innerHTML = String(writeText.mock.calls[0]?.[0])
  const link = box.querySelector('a')
  expect(link?.href).toBe(`${window.location.origin}/BookAppointment`)
  expect([link?.target, link?.rel, link?.textContent]).toEqual(['_blank', 'noopener', s.bookNow])
  expect(box.children).toHaveLength(1)
  writeText.mockRestore()
})
