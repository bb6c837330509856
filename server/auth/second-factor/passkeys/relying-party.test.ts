import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

const partyOf = (host: string, publicUrl?: string) => relyingPartyOf({ request: { host } } as FastifyReply, publicUrl)

test('passkeys belong to the configured web address or else to the host of the request, but never to an IP address or an invalid host', () => {
  const home = 'https://clinic.example.ph'
  expect(partyOf('evil.example', home)).toEqual({ id: 'clinic.example.ph', origins: [home], isConfigured: true })
  expect(partyOf('clinic.local:3000')).toEqual({
    id: 'clinic.local',
    origins: ['http://clinic.local:3000', 'https://clinic.local:3000'],
    isConfigured: false,
  })
  for (const host of ['192.168.1.5:3000', '[::1]:3000', '1.2.3', 'clinic.local:99999', '999.1.1.1', '[:::::]'])
    expect(partyOf(host), host).toBeNull()
})
