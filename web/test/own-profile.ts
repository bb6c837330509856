import { personOfRole } from './screen.tsx'

const { id, name, email } = personOfRole('client')

/** The profile of the client as whom the tests draw a screen. */
export const ownProfile = {
  id,
  name,
  email,
  contact_number: null,
  location: null,
  photo: null,
  Account_created_at: '2026-11-21T09:00:00+08:00',
  smsActivated: false,
  version: 1,
}
