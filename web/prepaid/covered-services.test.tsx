import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { packagesContract, type SoldPackage } from '#shared/prepaid/package-contract.ts'
import { coveredMessages } from '#shared/prepaid/covered-messages.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { ScheduleDialog } from '#web/appointments/desk/schedule-dialog.tsx'
import { VisitDialog } from '#web/appointments/desk/visit-dialog.tsx'
import { addDays } from '#shared/lib/manila-time.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { client, sampleId, service, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse } from '#web/test/screen.tsx'

withMorning()

const soldUntil = (expires_on: SoldPackage['expires_on'], name: string): SoldPackage => ({
  id: sampleId(82),
  name,
  sold_on: '2026-11-21',
  brought_in_on: null,
  price: 5000,
  balance: 3000,
  expires_on,
  is_expired: false,
  is_transferable: false,
  number: 7,
  services: [
    {
      service_id: service.id,
      service_name: service.service_name,
      sessions: 5,
      left: [84, 85, 86].map((n) => ({ id: sampleId(n), value: 1000 })),
    },
  ],
})
const answerPackages = () =>
  answer(packagesContract.ofClient, {
    data: [
      { ...soldUntil('2026-11-20', 'Old Package'), is_expired: true },
      soldUntil('2027-05-21', 'Glow Package'),
      soldUntil(null, 'Other Package'),
    ],
  })
const covered = `${coveredMessages.covered('Glow Package', 3, 5)}, ${s.expires('May 21, 2027')}`
const close = () => undefined

test('the dialog of a visit says which package of the client covers its services', async () => {
  answerPackages()
  drawScreen(<VisitDialog open appointment={visit} onClose={close} />, { role: 'cashier' })
  const list = within(await screen.findByRole('list', { name: s.heading }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([`${visit.service_name}: ${covered}`])
  expect(asked).toContain('GET /api/sold-packages')
})

test('the dialog of a paid visit does not request the packages of the client', async () => {
  answerPackages()
  drawScreen(<VisitDialog open appointment={{ ...visit, is_paid: true }} onClose={close} />, { role: 'cashier' })
  await screen.findByRole('dialog')
  expect(asked).not.toContain('GET /api/sold-packages')
})

test('when the client’s packages cannot be loaded, the dialog of a visit shows an error and stays usable', async () => {
  refuse(packagesContract.ofClient, { status: 500, message: 'No.' })
  drawScreen(<VisitDialog open appointment={visit} onClose={close} />, { role: 'cashier' })
  expect(await screen.findByText(new RegExp(s.failed))).toBeTruthy()
})

test('staff who book a visit see which package of the client covers the chosen service', async () => {
  answerPackages()
  drawScreen(
    <ScheduleDialog
      open
      onClose={close}
      date={addDays(TODAY, 1)}
      client={{ ...client, client_id: client.id }}
      services={[service]}
    />,
    { role: 'cashier' },
  )
  const list = within(await screen.findByRole('list', { name: s.heading }))
  expect(list.getByText(covered)).toBeTruthy()
})
