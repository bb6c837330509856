import { expect, test } from 'vitest'
import { isLocalAddress, MOST_LETTERS, shareTexts } from './share-texts.ts'

const clinic = {
  name: 'Perlas Skin Clinic',
  location: 'Quezon City',
  address: '12 Scout Street, Quezon City',
  link: 'https://perlas.example/',
}

test('texts for sharing name the clinic; a bio that is too long for a social network omits first the location, then also the clinic’s name', () => {
  const { facebookPost, facebookBio, instagramPost, instagramBio } = shareTexts(clinic)
  expect(facebookPost).toContain('Perlas Skin Clinic')
  expect(facebookPost.split('\n\n').slice(1)).toEqual([clinic.link, clinic.address])
  // Instagram opens no links in posts, so the text for Instagram has none.
  expect(instagramPost).not.toContain(clinic.link)
  expect(instagramPost).toContain('The link is in our bio.')
  expect([facebookBio, instagramBio]).toEqual(
    Array(2).fill('Perlas Skin Clinic, Quezon City. Book your visit online, day or night.'),
  )
  const longPlace = shareTexts({ ...clinic, location: 'L'.repeat(60) })
  expect(longPlace.facebookBio).toBe('Perlas Skin Clinic. Book your visit online, day or night.')
  expect(longPlace.instagramBio).toContain('LLL')
  const longName = shareTexts({ ...clinic, name: 'N'.repeat(120), location: '' })
  expect(longName.facebookBio).toBe('Book your visit online, day or night.')
  expect(longName.instagramBio.length).toBeLessThanOrEqual(MOST_LETTERS.instagram)
  expect(shareTexts({ ...clinic, address: '' }).facebookPost).toMatch(/perlas\.example\/$/)
})

test('a web address that opens only on this computer or in the clinic’s network counts as local', () => {
  const local = [
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://192.168.1.20:3000',
    'http://10.0.0.4',
    'http://172.20.1.1',
    'http://mutya.local',
    'http://front-desk',
    'http://[::1]:3000',
  ]
  expect(local.filter((address) => !isLocalAddress(address))).toEqual([])
  const open = ['https://perlas.example', 'https://10minutes.example', 'http://172.15.0.1', 'https://local.example']
  expect(open.filter(isLocalAddress)).toEqual([])
})
