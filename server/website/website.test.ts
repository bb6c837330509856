import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { starterContent, type WebsiteContent } from '#shared/website/content.ts'
import { websiteContract as contract } from '#shared/website/contract.ts'
import { embeddingContract } from '#shared/website/embedding-contract.ts'
import { embeddingMessages } from '#shared/website/embedding-messages.ts'
import { websiteMessages as s } from '#shared/website/messages.ts'
import { presentSite } from './present-site.ts'

let server: TestServer
let admin: Caller
let visitor: Caller

beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin', { name: 'Isabel Reyes' })).token)
  visitor = server.as(null)
})
afterAll(() => server.close())

const published = async () => (await visitor(contract.read, {})).data
const draft = async () => (await admin(contract.draft, {})).data
const save = (content: WebsiteContent) => admin(contract.save, { body: content })
const publish = () => admin(contract.publish, { body: null })

const withHero = (title: string): WebsiteContent => ({
  ...starterContent(),
  hero: { ...starterContent().hero, title },
})

/** Creates a treatment with one service; returns their ids. */
async function treatment(name: string, service: string, pesos: number) {
  const { data } = await admin(catalogueContract.createTreatment, { body: { treatment_name: name } })
  const started = {
    treatments: [
      { treatment_name: name, services: [{ service_name: service, service_price: pesos, duration_minutes: 30 }] },
    ],
  }
  await admin(catalogueContract.start, { body: started })
  const { data: services } = await admin(catalogueContract.services, { querystring: { treatment_id: data.id } })
  return { id: data.id, service: services[0]! }
}

test('a new clinic’s website shows its own name and catalogue, and no sample text', async () => {
  const first = await published()
  expect(first.hero.title).toBe('Mutya')
  expect(first.sections).toEqual(['contact'])
  expect(first.testimonials.quotes).toEqual([])
  expect(first.pricing.menus).toEqual([])
  await treatment('Facials', 'Diamond Peel', 1800)
  const { sections, services, pricing } = await published()
  expect(sections).toEqual(['services', 'pricing', 'contact'])
  expect(services.cards).toMatchObject([{ name: 'Facials', from: 1800, minutes: 30 }])
  const lines = [{ name: 'Diamond Peel', price: 1800, minutes: 30 }]
  expect(pricing.menus).toEqual([{ name: 'Facials', picture: null, lines }])
})

const bareClinic = { name: 'Perlas', address: '', phone: '', location_label: '', hours_text: '', opening_hours: [] }
test('treatments with one service each share a price menu, unless the owner has listed the menus', () => {
  const treatmentOf = (id: string, name: string, ...services: string[]) => ({
    id,
    name,
    description: null,
    services: services.map((service) => ({ name: service, price_centavos: 100_000, duration_minutes: 60 })),
  })
  const treatments = [
    treatmentOf('t1', 'Consultation', 'First consultation'),
    treatmentOf('t2', 'Facials', 'Peel', 'Glow'),
    treatmentOf('t3', 'Massage', 'One hour'),
  ]
  const content = starterContent()
  const menusOf = (names: readonly string[]) => {
    const menus = names.map((name, place) => ({ treatment_id: `t${place + 1}`, name, picture: null, is_shown: true }))
    const sources = { clinic: bareClinic, treatments, people: [], pictures: new Map(), consents: [] }
    const site = presentSite({ ...content, pricing: { ...content.pricing, menus } }, sources)
    return site.pricing.menus.map(({ name, lines }) => [name, ...lines.map((line) => line.name)])
  }
  expect(menusOf([])).toEqual([
    ['Consultation & Massage', 'First consultation', 'Massage: One hour'],
    ['Facials', 'Peel', 'Glow'],
  ])
  expect(menusOf(['', '', 'Hands'])).toEqual([
    ['Consultation', 'First consultation'],
    ['Facials', 'Peel', 'Glow'],
    ['Hands', 'One hour'],
  ])
})

test('an uploaded menu picture replaces the menu generated from the catalogue', () => {
  const row = { id: 'p1', width: 1200, height: 1500, widths: [320, 640], placeholder: '' }
  const treatments = [
    {
      id: 't1',
      name: 'Facials',
      description: '',
      services: [{ name: 'Peel', price_centavos: 180_000, duration_minutes: 45 }],
    },
  ]
  const menu = { treatment_id: 't1', name: '', is_shown: true }
  const menusWith = (picture: { id: string; alt: string; focus: 'center' } | null) => {
    const content = starterContent()
    const pricing = { ...content.pricing, menus: [{ ...menu, picture }] }
    const sources = { clinic: bareClinic, treatments, people: [], pictures: new Map([['p1', row]]), consents: [] }
    return presentSite({ ...content, pricing }, sources).pricing.menus
  }
  const own = { id: 'p1', alt: 'Prices of facials', focus: 'center' as const }
  expect(menusWith(own)).toMatchObject([{ name: 'Facials', picture: { alt: 'Prices of facials' }, lines: [] }])
  const lines = [{ name: 'Peel', price: 1800, minutes: 45 }]
  expect(menusWith(null)).toEqual([{ name: 'Facials', picture: null, lines }])
  // A deleted picture is no longer shown in the generated menu.
  expect(menusWith({ ...own, id: 'p2' })).toMatchObject([{ picture: null, lines: [{ name: 'Peel' }] }])
})

test('right after set-up the website shows the clinic’s full name, address, contact details and opening hours', () => {
  const always = Array.from({ length: 7 }, (_, weekday) => ({ weekday, is_open: true, first_slot: 0, last_slot: 32 }))
  const siteWith = (changes: object) => {
    const clinic = {
      name: 'Perlas Skin Clinic',
      address: '',
      phone: '',
      location_label: '',
      hours_text: 'By Appointment Only',
      opening_hours: always,
      ...changes,
    }
    return presentSite(starterContent(), { clinic, treatments: [], people: [], pictures: new Map(), consents: [] })
  }
  expect(siteWith({}).hero.title).toBe('Perlas Skin Clinic')
  // Opening hours that nobody has set are not shown.
  expect(siteWith({}).sections).toEqual(['contact'])
  const closedOnSunday = always.map((day) => ({ ...day, is_open: day.weekday !== 0 }))
  for (const known of [{ address: '12 Scout Street' }, { phone: '0917 555 0128' }, { opening_hours: closedOnSunday }])
    expect(siteWith(known).sections).toEqual(['visit', 'contact'])
})

test('a draft of the website is visible to visitors only after publication; the log records saving and publishing', async () => {
  await save(withHero('Your skin,'))
  expect((await published()).hero.title).toBe('Mutya')
  expect(await draft()).toMatchObject({ changed: ['hero'], published: null, site: { hero: { title: 'Your skin,' } } })
  await publish()
  expect((await published()).hero.title).toBe('Your skin,')
  expect(await draft()).toMatchObject({ changed: [], published: { number: 1 } })
  const log = (await logEntries(server.db)).slice(-2)
  expect(log.map(({ action }) => action)).toEqual([
    'Changed the draft of the website: opening picture',
    expect.stringMatching(/^Published version 1 of the website: opening picture, services/),
  ])
  expect(log[1]).toMatchObject({ user_name: 'Isabel Reyes', type: 'update' })
})

test('an unchanged website cannot be published again', async () => {
  await expect(publish()).rejects.toMatchObject({ code: 'conflict', message: s.nothingToPublish })
})

test('prices on the website are those of the till, and follow changes of the catalogue', async () => {
  const { service } = await treatment('Lasers', 'Carbon Glow', 3500)
  const lines = async () => (await published()).pricing.menus.flatMap((menu) => menu.lines)
  const price = async () => (await lines()).find(({ name }) => name.includes('Carbon'))?.price
  expect(await price()).toBe(3500)
  const body = { service_name: 'Carbon Glow', service_price: '3900.50', treatment_id: service.treatment_id }
  await admin(catalogueContract.updateService, { params: { id: service.id }, body })
  expect(await price()).toBe(3900.5)
  await admin(catalogueContract.deleteTreatment, { params: { id: service.treatment_id }, body: null })
  expect(await price()).toBeUndefined()
})

test('an older version of the website can be copied to the draft or published as a new one; earlier versions are kept', async () => {
  await save(withHero('Second'))
  await publish()
  await admin(contract.restore, { params: { number: 1 }, body: {} })
  expect((await draft()).content.hero.title).toBe('Your skin,')
  expect((await published()).hero.title).toBe('Second')
  await admin(contract.restore, { params: { number: 1 }, body: { publishes: true } })
  expect((await published()).hero.title).toBe('Your skin,')
  const { data, total } = await admin(contract.versions, { querystring: {} })
  expect(total).toBe(3)
  expect(data).toMatchObject([
    { number: 3, changed: ['hero'], published_by: 'Isabel Reyes' },
    { number: 2, changed: ['hero'] },
    { number: 1 },
  ])
  const [last] = (await logEntries(server.db)).slice(-1)
  expect(last?.action).toBe('Published version 3 of the website, which is version 1 again')
  await expect(admin(contract.restore, { params: { number: 99 }, body: {} })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('of two simultaneous edits of the website the later one is rejected and gets the result of the earlier one', async () => {
  const { version } = await draft()
  await save(withHero('From one desk'))
  const old = ifMatchVersion(version)
  await expect(admin(contract.save, { body: withHero('From the other') }, old)).rejects.toMatchObject({
    code: 'stale',
    data: { content: { hero: { title: 'From one desk' } } },
  })
  await expect(admin(contract.publish, { body: null }, old)).rejects.toMatchObject({ code: 'stale' })
  expect((await draft()).content.hero.title).toBe('From one desk')
})

test('the preview of an unsaved draft shows the website as it would be with this draft, and saves nothing', async () => {
  const before = await draft()
  const { data } = await admin(contract.preview, { body: withHero('Only looked at') })
  expect(data.hero.title).toBe('Only looked at')
  expect(await draft()).toEqual(before)
})

test('testimonials on the website show their source and date, or that they are samples', async () => {
  const quote = { name: 'Bea', visit: '', quote: 'Thank you', stars: 5, source: '', date: null }
  const content = withHero('Quoted')
  await save({ ...content, testimonials: { title: '', is_sample: false, quotes: [quote] } })
  await expect(publish()).rejects.toMatchObject({ code: 'validation', message: s.quoteNeedsSource })
  const sourced = { ...quote, source: 'Google', date: '2026-11-02' }
  await save({ ...content, testimonials: { title: '', is_sample: false, quotes: [sourced] } })
  await publish()
  expect((await published()).testimonials.quotes).toEqual([sourced])
})

test('the people on the website are practitioners with their texts; a deactivated practitioner is removed', async () => {
  const person = {
    kind: 'practitioner',
    name: 'Dr. Ana Cruz',
    title: 'Dermatologist',
    week: '[]',
    service_ids: '[]',
    is_active: 'true',
    colour: '',
  } as const
  const { data: ana } = await admin(resourcesContract.create, { body: person })
  expect((await published()).people.members).toMatchObject([
    { name: 'Dr. Ana Cruz', title: 'Dermatologist', licence: '' },
  ])
  const { content } = await draft()
  const members = [
    { resource_id: ana.id, line: 'Since 2012', licence: '0123456', is_shown: true, picture: null, drawing: null },
  ]
  await save({ ...content, people: { ...content.people, members } })
  await publish()
  expect((await published()).people.members).toMatchObject([
    { name: 'Dr. Ana Cruz', line: 'Since 2012', licence: '0123456' },
  ])
  const { kind: _kind, ...fields } = person
  await admin(resourcesContract.update, { params: { id: ana.id }, body: { ...fields, is_active: 'false' } })
  expect((await published()).people.members).toEqual([])
  expect((await published()).sections).not.toContain('people')
})

test('the website omits hidden sections, and its sections have the order that the owner chose', async () => {
  const { content } = await draft()
  const order = ['contact', 'testimonials', 'pricing', 'services', 'about', 'people', 'rooms', 'visit'] as const
  await save({ ...content, order: [...order], hidden: ['pricing'] })
  expect((await draft()).site.sections).toEqual(['contact', 'testimonials', 'services'])
  expect((await draft()).changed).toEqual(['order'])
})

const saveHosts = (hosts: string[], options = {}) => admin(embeddingContract.save, { body: { hosts } }, options)
const hostChanges = async () =>
  (await logEntries(server.db)).filter(({ event }) => event === 'website.frame-hosts.changed')

test('websites that may show the booking page are stored as origins, logged, and protected from a stale form', async () => {
  const { data: first } = await admin(embeddingContract.read, {})
  expect(first.hosts).toEqual([])
  const pasted = [' www.Mutya.example/book?x=1 ', 'https://www.mutya.example', 'http://127.0.0.1:8000']
  const { data } = await saveHosts(pasted, ifMatchVersion(first.version))
  expect(data.hosts).toEqual(['https://www.mutya.example', 'http://127.0.0.1:8000'])
  expect((await admin(embeddingContract.read, {})).data).toEqual(data)
  const action = `Changed which websites may show the booking page: websites from nothing to ${data.hosts.join(', ')}`
  expect(await hostChanges()).toMatchObject([{ action }])
  await expect(saveHosts(['https://other.example'], ifMatchVersion(first.version))).rejects.toMatchObject({
    code: 'stale',
  })
  // Saving the same websites again changes nothing, so nothing is logged.
  await saveHosts(data.hosts)
  expect(await hostChanges()).toHaveLength(1)
})

test.each([
  ['http://www.mutya.example', embeddingMessages.needsHttps],
  ['https://*.mutya.example', embeddingMessages.noWildcard],
  ['*', embeddingMessages.noWildcard],
  ['mutya', embeddingMessages.notAnAddress],
  ['https://203.0.113.9', embeddingMessages.notAnAddress],
  ['https://a:b@mutya.example', embeddingMessages.notAnAddress],
  ["https://mutya.example;script-src 'unsafe-inline'", embeddingMessages.notAnAddress],
  ['javascript:alert(1)', embeddingMessages.notAnAddress],
  ['ftp://mutya.example', embeddingMessages.notAnAddress],
])('the address %s is refused as a website that may show the booking page, with a sentence', async (text, sentence) => {
  await expect(saveHosts([text])).rejects.toMatchObject({ code: 'validation', errors: { 'hosts.0': [sentence(text)] } })
})

test('at most ten websites may show the booking page', async () => {
  const named = (count: number) => Array.from({ length: count }, (_, index) => `https://site${index}.example`)
  await expect(saveHosts(named(11))).rejects.toMatchObject({ errors: { hosts: [embeddingMessages.tooManyHosts(10)] } })
  expect((await saveHosts(named(10))).data.hosts).toHaveLength(10)
})
