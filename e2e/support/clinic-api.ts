import sharp from 'sharp'
import { authContract } from '#shared/auth/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { call, type CallOptions } from '#shared/lib/http-client.ts'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { usersContract } from '#shared/users/contract.ts'
import { websiteContract } from '#shared/website/contract.ts'
import { sampleWebsite } from '../../scripts/demo/website-content.ts'

export const PASSWORD = 'correct horse battery'

export type Caller = <E extends Endpoint>(e: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>

/** Creates a function that calls the running clinic over HTTP, with a session or as a visitor. */
export function callerOf(url: string, token: string | null): Caller {
  const send = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
    const sendOnce = () =>
      fetch(new URL(pathname + search, url), { method: request.method, headers, ...(body?.byteLength && { body }) })
    let answer = await sendOnce()
    // A 503 means that the machine is busy and nothing was done, so the request is repeated.
    for (let tries = 1; answer.status === 503 && tries < 5; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      answer = await sendOnce()
    }
    return answer
  }
  return (e, input, options) => call(e, input, { send, ...options })
}

const picture = async (hue: string) => {
  const bytes = await sharp({ create: { width: 320, height: 240, channels: 3, background: hue } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'service.png', { type: 'image/png' })
}

type Sample = { name: string; services: [string, number][]; addOns: [string, number][] }

const samples: Sample[] = [
  {
    name: 'Signature Facials',
    services: [
      ['Diamond Peel Facial', 1200],
      ['Hydra Glow Facial', 2800.5],
    ],
    addOns: [['LED Light Therapy', 600]],
  },
  { name: 'Chemical Peels', services: [['Glycolic Peel', 1500]], addOns: [] },
]

/** Creates a treatment with services and add-ons, and returns the ids of the services. */
export async function addTreatment(admin: Caller, sample: Sample): Promise<string[]> {
  const { data } = await admin(catalogueContract.createTreatment, { body: { treatment_name: sample.name } })
  const ids: string[] = []
  for (const [service_name, price] of sample.services) {
    const service_pic = await picture('#b3d3d0')
    const body = { service_name, service_price: String(price), treatment_id: data.id, service_pic }
    ids.push((await admin(catalogueContract.createService, { body })).data.id)
  }
  for (const [addOn_name, addOn_price] of sample.addOns)
    await admin(catalogueContract.createAddOn, { body: { addOn_name, addOn_price, treatment_id: data.id } })
  return ids
}

type Person = { email: string; name: string; token: string }
export type OpenClinic = { admin: Person; cashier: Person; client: Person }

/** Sets up an empty clinic through its API: an admin, a cashier, a client and two treatments. */
export async function openClinic(url: string, code: string): Promise<OpenClinic> {
  const anyone = callerOf(url, null)
  const adminFields = { name: 'Isabel Reyes', email: 'admin@clinic.test', password: PASSWORD }
  const clinic = {
    clinic_name: 'Perlas Clinic',
    clinic_address: '12 Scout Street, Quezon City',
    clinic_phone: '+63 2 8555 0100',
    clinic_email: 'hello@clinic.test',
  }
  const founded = await anyone(authContract.setup, { body: { code, ...clinic, ...adminFields } })
  const admin = callerOf(url, founded.token)
  for (const sample of samples) await addTreatment(admin, sample)
  const treatments = (await admin(catalogueContract.treatments, { querystring: {} })).data
  const treatmentId = (name: string) =>
    treatments.find(({ treatment_name }) => treatment_name.toLowerCase() === name.toLowerCase())?.id
  await admin(websiteContract.save, { body: sampleWebsite({ treatmentId, menus: 'pictures' }) })
  await admin(websiteContract.publish, { body: null })
  const cashierFields = { name: 'Andrea Lim', email: 'cashier@clinic.test', password: PASSWORD }
  await admin(usersContract.create, { body: { ...cashierFields, role: 'cashier' } })
  const { email, password } = cashierFields
  const cashier = await anyone(authContract.login, { body: { email, password } })
  const clientFields = { name: 'Bianca Garcia', email: 'client@clinic.test', password: PASSWORD }
  // The admin creates the client, because a client who registers may have fewer open bookings.
  await admin(usersContract.create, { body: { ...clientFields, role: 'client' } })
  const client = await anyone(authContract.login, { body: { email: clientFields.email, password } })
  return {
    admin: { ...adminFields, token: founded.token },
    cashier: { ...cashierFields, token: cashier.token },
    client: { ...clientFields, token: client.token },
  }
}
