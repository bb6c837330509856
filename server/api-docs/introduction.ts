import { defaultLimits, type Rate } from '#server/lib/http/limits.ts'

const { readsPerApiKey: reads, changesPerStaffSession: changes } = defaultLimits.floods
const rateText = ({ burst, perSecond }: Rate) => `${burst} at once, then ${perSecond} a second`

/** The Markdown text at the beginning of the API documentation, about everything that applies to all calls. */
export const introduction = `Booking, point of sale and back office of an aesthetic clinic.

## Authentication
An admin creates an **API key** for each program in Settings, Developers, and chooses its scopes. Send the key with each
request: \`Authorization: Bearer mutya_…\`. The description of a call and its \`x-scope\` name the scope that it needs.

- 401: the key is incomplete, unknown, expired or revoked, or its creator is no longer an admin. The message says which.
- 403: the key lacks the scope of the call, or only people who have logged in may make the call.

The pages of the clinic use a session cookie instead. Requests with the cookie that change something also need the
header \`X-CSRF-Token\`. A request with a key needs no such header, and its response sets no cookie.

## Data
Bodies are JSON, except where a call names another type. Unknown fields are refused. Money is in pesos with at most two
decimals. Dates are \`YYYY-MM-DD\`, times \`HH:mm:ss\`, instants ISO 8601 with an offset. Dates and times are those of
Manila.

## Errors
Each error is \`{ "message", "code", "errors"?, "data"? }\`. The message is a sentence for people. Use the code in
programs. \`errors\` has the sentences for each field. \`data\` has what is needed to go on, such as the newer row.

| status | meaning |
| --- | --- |
| 401, 403 | not authenticated, not allowed |
| 404 | there is no such record |
| 409 | somebody else was faster, or the state of the record does not allow the change |
| 413, 422 | the request is too large, or a field is wrong |
| 429 | too many requests: wait as long as \`Retry-After\` says |
| 503 | the server is busy and has changed nothing: try again after \`Retry-After\` |

## Pages of lists
A list takes \`page\` (from 1) and \`per_page\` (at most 100) and answers with \`total\`, \`page\` and \`per_page\`. The rows
are in the field that \`x-list\` of the call names.

## Repeating a request
Some calls take an \`Idempotency-Key\` (a UUID): after a lost response send the same request with the same key. You get
the first response again, and nothing is done twice. The same key with another body is refused with 422. Keys are kept
for 30 days.

Calls with \`If-Match\` take the \`version\` of the row that you have read. If the row is newer, the answer is 409 with the
newer row, and nothing is changed.

## Limits
Each API key may read ${rateText(reads)}, and change ${rateText(changes)}. Answers to limited calls have the headers
\`RateLimit-Policy\` (the quota \`q\` that refills within \`w\` seconds) and \`RateLimit\` (\`r\` requests are left; the quota is
full again in \`t\` seconds). Programs wait while people are working, so that no program slows down the clinic.

## Webhooks
A webhook of Settings, Developers gets a POST as soon as something changes. The list of events is below. The body says
which record has changed, and contains no personal data: read the record with your API key.

- **Signature**: as in the [Standard Webhooks](https://www.standardwebhooks.com) convention, for which there are
  libraries. Take the secret after \`whsec_\` as base64, and compute the HMAC-SHA256 of
  \`webhook-id.webhook-timestamp.body\`, where body is the unchanged text. One of the signatures in \`webhook-signature\`
  must be \`v1,\` and this value in base64. Refuse a time stamp that is more than five minutes old.
- **Answer** with a status of 200 to 299 within 10 seconds, and do longer work afterwards. Redirects are not followed.
- **Retries**: after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, and then every 24 h for three days. After
  three days without a success, or after the answer 410, the webhook is switched off.
- **At least once**: the same event can arrive twice, with the same \`webhook-id\`.
- **Order**: events of one record arrive in order. Events of different records may not.

## Versions
This is version 1. New fields in responses, new calls and new optional fields in requests can come at any time: ignore
fields that you do not know. Removed or changed fields come with a new version.

## Selling
A sale belongs to the open shift of its terminal, also with a key: a person opens the shift, or a key with the scope
\`cash.use\`. The name of the key is the cashier on the document.`
