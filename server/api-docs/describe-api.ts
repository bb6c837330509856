import { namedEndpoints, type ContractName } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { noBody } from '#shared/lib/fields.ts'
import { extractSharedSchemas, type NamedOperation } from '#server/lib/http/openapi.ts'
import { completeOperation, sharedComponents } from './complete-operation.ts'
import { webhookOperations, webhookSchemas } from './describe-webhooks.ts'
import { exampleOf, type JsonSchema } from './example-of.ts'
import { introduction } from './introduction.ts'
import { simplifySchemas } from './plain-schemas.ts'

/** The text that the API documentation shows for the calls of each contract. */
const tagTexts: Record<ContractName, string> = {
  clinic: 'The clinic: name, address, hours',
  charts: 'The clinical record: its settings, who may read charts, and who has read them',
  forms: 'Forms that clients fill in and sign: their drafts, versions, and when each is asked for',
  clientCards: 'The client card: birth date, sex, address, emergency contact, referral and tags',
  alerts: 'Alerts about clients, such as allergies',
  treatmentPlans: 'Treatment plans of several sessions: their progress, and which clients are due',
  chartPhotos: 'Photos of a client in the chart',
  publication: 'Consents to the publication of chart photos',
  ownChartPhotos: "The photos of the caller's own chart",
  ownConsents: "The caller's own consents to the publication of photos",
  treatmentNotes: 'Treatment notes of charts: writing, signing off, and adding to them',
  noteTemplates: 'The templates of treatment notes',
  batchRecall: 'Batches in treatment notes, and the clients who received them',
  documents: 'What a sale is issued as, and what the clinic is registered with',
  historyLogs: 'What was changed, by whom and when',
  privacy: 'The privacy notice and who has read it',
  news: 'Who wants news by e-mail and SMS',
  users: 'Log-ins and roles',
  closureRequests: 'Requests of clients to close their account',
  photos: 'Profile photos',
  auth: 'Registration, log-in and passwords',
  session: 'The present session',
  devices: 'The devices on which one is logged in',
  secondFactor: 'The second factor of one’s own log-in',
  passkeys: 'Passkeys as second factor, and how a waiting log-in can be finished',
  logInRules: 'Who must have a second factor, and the second factors of the staff',
  invitations: 'Invitations of staff, who choose their password themselves',
  contact: 'Showing that an e-mail or a mobile number is one’s own',
  bookingCatalogue: 'What can be booked',
  catalogue: 'Treatments, services and add-ons',
  supplies: 'What a service uses up of each product',
  visitSupplies: 'What a completed visit has used from the stock',
  approvals: 'What an admin agrees to at the till by PIN',
  inventory: 'Supplies and their categories',
  forSale: 'The products that the till sells',
  stock: 'The stock of supplies: batches and movements',
  resources: 'Practitioners, rooms and devices',
  closures: 'Closed dates and public holidays',
  clients: 'Clients and their history',
  confirmAccount: 'Confirm that an account which staff have made is the client’s own',
  manualClients: 'Clients who are entered with what they had before',
  holds: 'Times that are held for a browser',
  availability: 'Free times of a service',
  dayBoard: 'What stands on a day, by person and room',
  appointments: 'Bookings and their states',
  live: 'What staff screens listen to',
  appointmentRequests: 'Pending bookings that wait for an answer',
  selfService: 'What clients change of their own visits',
  formLinks: 'Filling in forms by the link of an e-mail, without a log-in',
  ownForms: 'Filling in forms in the profile, and the own signed copies',
  handOvers: 'The clinic’s tablet in the hands of a client, who fills in forms',
  signedForms: 'Signed copies of forms, and the forms that are missing for visits',
  visitLinks: 'One visit by the link of an e-mail, without a log-in',
  visits: 'Who has come, notes of the staff, and taking a change back',
  myDay: "A practitioner's own visits",
  waitlist: 'Who waits for a time that is not free',
  ownWaitlist: 'Waiting for a time, and taking the one that is offered',
  walkIns: 'Who comes without an appointment, and the queue of the day',
  push: 'Notifications on the devices of staff',
  bulkCancellation: 'Cancelling the open visits of one client together',
  sales: 'Sales, receipts and their exports',
  nextVisit: 'Sales, receipts and their exports',
  cards: 'The cards of Senior Citizens and persons with disabilities, and the book of their sales',
  refunds: 'Giving pieces of a sale back',
  paymentChecks: 'Payments that the owner has seen in the wallet',
  prepaidPapers: 'Printed gift cards, and receipts of packages and deposits',
  prepaidChecks: 'Marks of money paid ahead that was seen in the wallet',
  dropChecks: 'Marks of bank drops that were seen on the bank statement',
  paymentSettings: 'How the clinic may be paid, and what needs an approval',
  ownedPackages: 'The packages of one client: what is left, a later last day, another owner',
  coveredServices: 'What the packages of the logged-in client pay',
  packages: 'Packages of sessions that clients pay ahead',
  prepaid: 'Gift cards and store credit: selling, finding and voiding cards',
  deposits: 'Deposits for booked visits: verifying payments, giving deposits back or keeping them',
  ownDeposits: 'The deposits that the caller is asked for, and reporting that they are paid',
  depositLinks: 'The deposit of one visit by the link of an e-mail, without a log-in',
  depositSettings: 'For which services and clients a deposit is asked, and how it is paid',
  cardList: 'Gift cards and store credit: what is left, and what happened with each',
  cash: 'Shifts at the till, X- and Z-readings',
  cashManagement: 'Terminals, and lists of shifts and readings',
  movements: 'Lists of cash movements, unused approvals and till actions',
  tillActions: 'Deleted lines, abandoned orders and drawers opened without a sale',
  search: 'One search over clients, visits, receipts and services',
  merges: 'Making one record of two, and undoing it',
  messages: 'What the clinic tells people by e-mail and SMS, and the texts of it',
  mailServer: 'The mail account that sends the e-mails of the clinic',
  system: 'What the server of the clinic needs to go on working',
  unsubscribe: 'Ending news by the link of an e-mail, without a log-in',
  calendarFeeds: 'The visits of a practitioner, a room or the clinic in a calendar, under a secret address',
  visitFiles: 'The visits of a practitioner, a room or the clinic in a calendar, under a secret address',
  websiteConsents: 'Consents to show before-and-after pictures on the website',
  websiteSharing: 'Sharing the link of the website',
  embedding: 'The websites that may show the booking page in a frame',
  website: "The clinic's own website: its draft, what was published, its pictures",
  imports: 'Importing clients, services, products, appointments and open packages from files',
  clinicImport: 'Importing clients, services, products and appointments from files',
  overview: 'The owner’s page: the day, the week, the month and what waits for an admin',
  reports: 'Reports of the books, and the check that they add up',
  dashboard: 'Figures of the clinic',
  clinicExport: 'All data of the clinic as one ZIP file',
  profile: 'What people see and change of themselves',
  exports: 'What the clinic keeps about a person, as a file',
  ownChart: 'What the chart of a client has, for the client',
  apiKeys: 'Keys with which other programs call this API',
  webhooks: 'Addresses of other programs that hear of changes at once',
}

/** The document that Fastify generates from the registered routes. */
export type ApiDocument = {
  info: object
  paths: Record<string, Record<string, NamedOperation['operation']>>
  components: { schemas?: object }
}

const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}')

const operationIdOf = (contract: string, name: string) => contract + name.charAt(0).toUpperCase() + name.slice(1)

type HeaderParameter = { name: string; required: boolean; description: string; format?: 'uuid' }

/** Returns the headers `If-Match` and `Idempotency-Key` that a call accepts, as the OpenAPI document describes them. */
function headersOf({ ifMatch, idempotent }: Endpoint): HeaderParameter[] {
  const headers: HeaderParameter[] = []
  if (ifMatch) {
    const description =
      'The version that was seen. A row that has another one by now is not changed: 409 with the row as it is. Without the header the row is changed whatever its version.'
    headers.push({ name: 'If-Match', required: false, description })
  }
  if (idempotent)
    headers.push({
      name: 'Idempotency-Key',
      required: idempotent === true,
      description: 'The same key is answered the same and does nothing twice.',
      format: 'uuid',
    })
  return headers
}

const headerParameter = ({ name, required, description, format }: HeaderParameter) => ({
  in: 'header',
  name,
  required,
  description,
  schema: { type: 'string', ...(format && { format }) },
})

function operationOf(document: ApiDocument, { method, url }: Endpoint): NamedOperation['operation'] {
  const operation = document.paths[pathOf(url)]?.[method.toLowerCase()]
  if (!operation) throw new Error(`the server has no ${method} ${url}`)
  return operation
}

/** Names the operations of the document; each gets its id and its contract's tag. */
function nameOperations(document: ApiDocument): NamedOperation[] {
  return namedEndpoints.map(({ contract, name, endpoint }) => {
    const operation = operationOf(document, endpoint)
    const operationId = operationIdOf(contract, name)
    const headers = headersOf(endpoint).map(headerParameter)
    const parameters = [...((operation['parameters'] ?? []) as typeof headers), ...headers]
    Object.assign(operation, { operationId, tags: [contract], ...(parameters.length > 0 && { parameters }) })
    return { name: operationId, operation }
  })
}

type Media = { content?: Record<string, { schema?: JsonSchema; example?: unknown }> }

/** Adds an example to the request and the successful response of an operation, unless they are files or forms. */
function addExamples(operation: NamedOperation['operation'], { body, response, status, answers }: Endpoint): void {
  const { requestBody, responses } = operation as { requestBody?: Media; responses?: Record<string, Media> }
  const sent = requestBody?.content?.['application/json']
  if (sent?.schema) sent.example = exampleOf(sent.schema, body ?? noBody)
  const received = answers ? undefined : responses?.[String(status ?? 200)]?.content?.['application/json']
  if (received?.schema) received.example = exampleOf(received.schema, response)
}

/** Completes the generated OpenAPI document with what the contracts say: names, tags, headers, errors and examples. */
export function describeApi(generated: ApiDocument): object {
  const document = simplifySchemas(generated as never) as unknown as ApiDocument
  const operations = nameOperations(document)
  for (const { endpoint } of namedEndpoints) addExamples(operationOf(document, endpoint), endpoint)
  const schemas = extractSharedSchemas(operations)
  for (const { endpoint } of namedEndpoints) completeOperation(operationOf(document, endpoint), endpoint)
  return {
    ...document,
    info: {
      ...document.info,
      description: introduction,
      contact: { name: 'The admin of the clinic, who creates API keys' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The clinic whose server has sent this document' }],
    tags: Object.entries(tagTexts).map(([name, description]) => ({ name, description })),
    webhooks: webhookOperations(),
    components: { ...document.components, ...sharedComponents, schemas: { ...schemas, ...webhookSchemas } },
  }
}
