import { expect, test } from 'vitest'
import { publicClinic } from '#shared/clinic/public-profile.ts'
import { SECTIONS } from '#shared/website/content.ts'
import type { Site, SitePicture } from '#shared/website/site.ts'
import { renderLanding } from './render.tsx'
import { sampleClinic } from '#shared/test/samples.ts'

const clinic = publicClinic(
  sampleClinic({
    name: 'Ganda Skin Studio, Cebu',
    address: '5 Mango Ave, Cebu City',
    location_label: 'Cebu City',
    phone: '0917 555 0128',
    email: 'hello@ganda.ph',
    hours_text: 'Daily',
    opening_hours: [{ weekday: 1, is_open: true, first_slot: 2, last_slot: 19 }],
  }),
)

const none: Site = {
  colours: 'lagoon',
  logo: null,
  sections: ['contact'],
  hero: { eyebrow: '', title: 'Ganda', title_in_italics: '', lead: '', facts: [], slides: [] },
  services: { title: '', lead: '', cards: [] },
  about: { title: '', style: '', mission: '', picture: null, band: null },
  results: { title: '', lead: '', is_sample: false, pairs: [] },
  people: { title: '', lead: '', members: [] },
  rooms: { title: '', lead: '', pictures: [] },
  pricing: { title: '', lead: '', is_sample: false, menus: [] },
  testimonials: { title: '', is_sample: false, quotes: [] },
  visit: { title: '', directions: '', map_url: '', map: null },
  contact: { title: 'Book your visit', lead: '', messenger_url: '', viber: '', licences: [], privacy_line: '' },
}

const picture: SitePicture = {
  path: '/api/website-pictures/0198',
  formats: ['avif', 'webp'],
  widths: [320, 640, 960, 1440],
  width: 2000,
  height: 1500,
  alt: 'The treatment room',
  focus: 'top-left',
  placeholder: 'data:image/webp;base64,AAAA',
}

/** A page with content in every section. */
const full: Site = {
  ...none,
  sections: [...SECTIONS],
  hero: { ...none.hero, facts: ['By appointment'], slides: [{ name: 'Room', picture }] },
  services: {
    title: 'Treatments',
    lead: '',
    cards: [
      { name: 'Peels', line: '', from: null, minutes: null, treatment_id: null, icon: null, picture },
      { name: 'Facials', line: 'For all', from: 1200, minutes: 60, treatment_id: 't1', icon: 'gem', picture: null },
    ],
  },
  about: { title: 'About us', style: 'Quiet.', mission: '', picture, band: null },
  results: { ...none.results, pairs: [{ before: picture, after: picture, name: 'Peel', line: '' }] },
  people: {
    title: '',
    lead: '',
    members: [
      {
        id: 'p1',
        name: 'Dr. Ana',
        title: 'Dermatologist',
        line: '',
        licence: '12',
        picture: null,
        photo: null,
        drawing: 'curls',
      },
    ],
  },
  rooms: { title: '', lead: '', pictures: [{ name: 'Room 1', picture }] },
  pricing: {
    title: 'Prices',
    lead: '',
    is_sample: false,
    menus: [{ name: 'Facials', picture: null, lines: [{ name: 'Peel', price: 1800.5, minutes: 45 }] }],
  },
  testimonials: {
    title: 'Kind words',
    is_sample: false,
    quotes: [{ name: 'Bea', visit: '', quote: 'Thank you', stars: 5, source: 'Google', date: '2026-11-02' }],
  },
  visit: { title: '', directions: 'Second floor.', map_url: 'https://maps.example/x', map: picture },
  contact: {
    ...none.contact,
    messenger_url: 'https://m.me/ganda',
    viber: '0917 555 0128',
    licences: [{ kind: 'DOH', text: '13-001' }],
    privacy_line: 'We keep what we need.',
  },
}

test('the landing page of a clinic without website content has its name, the booking link and no empty section', () => {
  const html = renderLanding({ clinic, site: none })
  expect(Array.from(html.matchAll(/<section[^>]* id="(\w+)"/g), ([, id]) => id)).toEqual(['contact'])
  expect(html).toContain('<h1')
  expect(html).toContain('/BookAppointment')
  expect(html).not.toContain('See pricing')
  expect(html).not.toContain('Slide 1')
  expect(html).not.toContain('#testimonials')
})

test('the landing page with all website content shows each section in order', () => {
  const html = renderLanding({ clinic, site: full })
  expect(Array.from(html.matchAll(/<section[^>]* id="(\w+)"/g), ([, id]) => id)).toEqual([...SECTIONS])
  for (const words of [
    '₱1,800.50',
    'Google, Nov 2, 2026',
    'DOH licence',
    '13-001',
    'viber://chat?number=%2B639175550128',
  ])
    expect(html).toContain(words)
})

test('the footer of the landing page shows the opening hours in words and the social networks that the clinic has set', () => {
  const of = { ...clinic, hours_text: 'Monday to Saturday', facebook_url: 'https://facebook.com/ganda' }
  const footer = document.createElement('div')
  footer.innerHTML = /<footer.*<\/footer>/s.exec(renderLanding({ clinic: of, site: none }))![0]
  expect(footer.textContent).toContain('Monday to Saturday')
  const links = Array.from(footer.querySelectorAll<HTMLAnchorElement>('a[rel~=me]'))
  // The style sheet hides elements with an empty `data-value`.
  const shown = links.filter((link) => link.closest('[data-value=""]') === null)
  expect(shown.map((link) => [link.textContent.trim(), link.href])).toEqual([
    ['Facebook', 'https://facebook.com/ganda'],
  ])
  expect(links.map((link) => link.textContent.trim())).toEqual(['Facebook', 'Instagram', 'TikTok'])
})

test('on the landing page, contact details and opening hours that the clinic has not set are omitted', () => {
  const visitOf = (of: typeof clinic) =>
    /<section id="visit".*?<\/section>/s.exec(renderLanding({ clinic: of, site: { ...none, sections: ['visit'] } }))![0]
  const known = visitOf(clinic)
  for (const words of [
    '5 Mango Ave, Cebu City',
    'href="tel:09175550128"',
    'href="mailto:hello@ganda.ph"',
    'Opening hours',
  ])
    expect(known).toContain(words)
  expect(known).toMatch(/Monday.*9:00 AM – 6:00 PM/s)
  expect(known).not.toMatch(/Open in Maps|<img/)
  const bare = { ...clinic, phone_href: '', email_href: '', hours_text: '', opening_hours: [] }
  expect(visitOf(bare)).not.toMatch(/tel:|mailto:|Opening hours/)
})

test('in the bar of the landing page the clinic’s logo keeps its proportions and has no name beside it, but screen readers read the name', () => {
  const barWith = (width: number, height: number) =>
    /<header.*?<\/header>/s.exec(renderLanding({ clinic, site: { ...none, logo: { ...picture, width, height } } }))![0]
  const square = barWith(640, 640)
  expect(square).toContain('src="/api/website-pictures/0198-320.webp" alt="" width="36" height="36"')
  expect(square).toMatch(/sr-only[^>]*>.*Ganda/s)
  const written = barWith(1200, 300)
  expect(written).toContain('alt="" width="144" height="36"')
  expect(written).toContain('Ganda')
})

test('on the landing page a treatment’s card links to its booking, and the card of a service that cannot be booked links to the contact details', () => {
  const cardsOf = (site: Site, of = clinic) => {
    const [, section = ''] = /id="services"(.*?)<\/section>/s.exec(renderLanding({ clinic: of, site })) ?? []
    return Array.from(section.matchAll(/<a href="([^"]+)".*?(Ask us|Book)/gs), ([, href, words]) => [words, href])
  }
  const booked = ['Book', '/BookAppointment?treatment=t1']
  expect(cardsOf(full)).toEqual([['Ask us', '#contact'], booked])
  const hidden: Site = { ...full, sections: ['services'] }
  expect(cardsOf(hidden)).toEqual([['Ask us', 'tel:09175550128'], booked])
  expect(cardsOf(hidden, { ...clinic, phone_href: '' })).toEqual([['Ask us', 'mailto:hello@ganda.ph'], booked])
})

test('on the landing page a treatment’s card says its lowest price and duration, and shows a drawing if it has neither picture nor icon', () => {
  const card = { ...full.services.cards[1]!, icon: null }
  const cards = [card, { ...card, treatment_id: null, from: null, minutes: null }]
  const site: Site = { ...none, sections: ['services'], services: { title: '', lead: '', cards } }
  const [, known, own] = /<section id="services".*?<\/section>/s.exec(renderLanding({ clinic, site }))![0].split('<li')
  expect(known).toContain('from ₱1,200 · 60 min'.replace(' · ', '<!-- --> · <!-- -->'))
  expect(known).toContain('line-drawing')
  expect(own).not.toMatch(/₱| min/)
})

test('on the landing page each team member has a link that starts a booking with this person', () => {
  const html = renderLanding({ clinic, site: full })
  expect(html).toMatch(/href="\/BookAppointment\?practitioner=p1"[^>]*>.*?Book with Dr. Ana/s)
})

test('the landing page’s sections alternate between two backgrounds, and a wide picture follows the section about the clinic', () => {
  const band = { ...picture, alt: '', path: '/art/hero-3' }
  const html = renderLanding({ clinic, site: { ...full, about: { ...full.about, band } } })
  const grounds = Array.from(html.matchAll(/<div class="(toned )?[^"]*"><section[^>]* id="(\w+)"/g), ([, tone, id]) => [
    id,
    Boolean(tone),
  ])
  expect(grounds.slice(0, -1)).toEqual(SECTIONS.slice(0, -1).map((id, place) => [id, place % 2 === 0]))
  expect(html.indexOf('/art/hero-3')).toBeGreaterThan(html.indexOf('id="about"'))
  expect(html.indexOf('/art/hero-3')).toBeLessThan(html.indexOf('id="results"'))
})

test('each picture of the landing page keeps its focal point visible, and a blurred version is shown while it loads', () => {
  const site: Site = { ...none, sections: ['about', 'rooms'], about: full.about, rooms: full.rooms }
  const html = renderLanding({ clinic, site })
  const shown = Array.from(
    html.matchAll(/<img src="\/api\/website-pictures\/[^>]*class="([^"]*)"/g),
    ([, names]) => names,
  )
  expect(shown).toHaveLength(2)
  for (const names of shown) expect(names?.split(' ')).toContain('object-left-top')
  expect(html.match(/src="data:image\/webp;base64,AAAA" alt="" aria-hidden="true"/g)).toHaveLength(2)
  const drawn = { ...picture, placeholder: '' }
  const sharp = renderLanding({
    clinic,
    site: { ...site, sections: ['about'], about: { ...full.about, picture: drawn } },
  })
  expect(sharp).not.toContain('aria-hidden="true" class="absolute inset-0 size-full scale-110')
})

test('the picture beside the text about the clinic is sharp on high-resolution phones, tablets and desktops', () => {
  const html = renderLanding({ clinic, site: full })
  const [, about = ''] = /<section id="about"(.*?)<\/section>/s.exec(html) ?? []
  const sources = Array.from(about.matchAll(/<source (?:media="([^"]+)" )?[^>]*?srcSet="([^"]+)" sizes="([^"]+)"/g))
  expect(sources).toHaveLength(2)
  for (const width of [390, 480, 820, 1023, 1024, 1440, 1920]) {
    const [, , srcSet = '', sizes = ''] = sources.find(([, media]) => media === undefined || width < 768)!
    const [desktop = 0, tablet = 0] = Array.from(sizes.matchAll(/(\d+)rem,/g), ([, rem]) => Number(rem) * 16)
    const shown = width >= 1024 ? desktop : width >= 760 ? tablet : width - 40
    const widest = Math.max(...Array.from(srcSet.matchAll(/ (\d+)w/g), ([, pixels]) => Number(pixels)))
    expect([width, widest >= 2 * shown]).toEqual([width, true])
  }
})

test('on the landing page a team member has the portrait for the website, otherwise the photo, otherwise a drawing, and never initials', () => {
  const members: Site['people']['members'] = [
    { ...full.people.members[0]!, name: 'Ana Cruz', picture: { ...picture, alt: '' }, photo: '/photo.webp' },
    { ...full.people.members[0]!, name: 'Bea Lim', photo: '/photo.webp' },
    { ...full.people.members[0]!, name: 'Cora Sy', drawing: 'glasses' },
  ]
  const site: Site = { ...none, sections: ['people'], people: { title: '', lead: '', members } }
  const people = /<section id="people".*?<\/section>/s.exec(renderLanding({ clinic, site }))![0]
  const [ana, bea, cora] = people.split('<li').slice(1)
  expect(ana).toMatch(/0198-960.webp".*alt="Ana Cruz".*object-left-top/s)
  expect(ana).not.toContain('/photo.webp')
  expect(bea).toContain('src="/photo.webp" alt="Bea Lim"')
  expect(cora).toMatch(/class="line-drawing [^"]*line-glasses /)
  expect(people).not.toMatch(/>(AC|BL|CS)</)
})

test('without scripts a before-and-after pair of the landing page is two pictures side by side, and says that results differ', () => {
  const pairs = [
    {
      before: { ...picture, alt: 'Dark spots' },
      after: { ...picture, alt: 'Even skin' },
      name: 'Laser',
      line: '4 sessions',
    },
  ]
  const site: Site = { ...none, sections: ['results'], results: { ...none.results, is_sample: true, pairs } }
  const results = /<section id="results".*?<\/section>/s.exec(renderLanding({ clinic, site }))![0]
  expect(results).toMatch(/grid-cols-2.*alt="Dark spots".*Before.*alt="Even skin".*After.*Laser.*4 sessions/s)
  expect(results).toMatch(/Results differ from person to person\..*Sample pictures/s)
  expect(results).not.toContain('type="range"')
})

test('the landing page’s HTML obeys its Content-Security-Policy: no inline style, script or style sheet, and no other host', () => {
  const html = renderLanding({ clinic, site: full })
  expect(html).not.toMatch(/ style="|<style|<script/)
  expect(
    Array.from(html.matchAll(/(?:src|srcSet|srcset)="([^"]+)"/g), ([, address]) => address).filter((one) =>
      /https?:/.test(one!),
    ),
  ).toEqual([])
})

test('the landing page displays the clinic’s texts as plain text, even if they contain HTML', () => {
  const html = renderLanding({
    clinic,
    site: { ...none, hero: { ...none.hero, title: '<img src=x onerror=alert(1)>' } },
  })
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toContain('<img src=x')
})
