import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedRequest = {
  headers: IncomingHttpHeaders
  /** The body as it was sent, for which the signature was computed. */
  text: string
  body: { type: string; timestamp: string; data: { record: string; id: string; changed: string[]; url: string | null } }
}

/** The receiver's reaction: a status, a redirect, an answer without end, or none. */
type ReceiverAnswer = number | 'hang' | 'endless' | { redirectTo: string }

export type WebhookReceiver = {
  url: string
  port: number
  received: ReceivedRequest[]
  /** Sets the function that chooses the answer to each request. */
  answerWith: (answer: (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>) => void
  close: () => Promise<void>
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

/** Writes until the other side closes the connection. */
function writeForever(response: ServerResponse): void {
  response.writeHead(200)
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(16_000)));
  }
  response.on('drain', write)
  write()
}

function respond(response: ServerResponse, answer: ReceiverAnswer): void {
  if (answer === 'hang') return
  if (answer === 'endless') return writeForever(response)
  if (typeof answer === 'number') return void response.writeHead(answer).end('some text')
  response.writeHead(307, { location: answer.redirectTo }).end()
}

/** A program on this machine that receives webhooks over HTTP. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let answer: Parameters<WebhookReceiver['answerWith']>[0] = () => 200
  const received: ReceivedRequest[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await textOf(request)
    const one = { headers: request.headers, text, body: JSON.parse(text) as ReceivedRequest['body'] }
    received.push(one)
    respond(response, await answer(one))
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answerWith: (given) => {
      answer = given
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
