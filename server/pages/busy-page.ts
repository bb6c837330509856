import type { FastifyReply } from 'fastify'
import { pageLanguage } from '#shared/lib/language.ts'
import { contentSecurityPolicy } from '#server/lib/http/security-headers.ts'
import { callMessages, navigationMessages } from '#shared/lib/messages.ts'
import { escapeHtml, styleHashesOf } from './page-template.ts'

const RETRY_SECONDS = 5

const style =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;gap:.5rem;padding:1.5rem;text-align:center;' +
  'font:1.125rem/1.6 system-ui,sans-serif;color:#3b2f33;background:#fdf8f6}p{margin:0}p+p{font-size:1rem;opacity:.75}' +
  '@media(prefers-color-scheme:dark){body{color:#f3e9e6;background:#1c1618}}'

const html = `<!doctype html>
<html lang="${pageLanguage}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${escapeHtml(callMessages.busy)}</title>
<style>${style}</style>
<main role="alert"><p>${escapeHtml(callMessages.busy)}</p><p>${escapeHtml(navigationMessages.triesAgain)}</p></main>
</html>
`

const policy = contentSecurityPolicy(styleHashesOf(html))

/** The page shown while the database is down and the clinic's data was never read. */
export const sendBusyPage = (reply: FastifyReply): FastifyReply =>
  reply
    .status(503)
    .headers({ 'cache-control': 'no-store', 'retry-after': String(RETRY_SECONDS), 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)
