import type { FastifyInstance, InjectOptions } from 'fastify'

type Options = { address?: string; origin?: string | null; csrf?: boolean; headers?: Record<string, string> }

/**
 * Imitates a browser that runs none of our scripts: it keeps cookies, sends its Origin and, if told to, repeats the
 * CSRF token.
 */
export function openBrowser(app: FastifyInstance, defaults: Options = {}) {
  const cookies = new Map<string, string>()

  function headersOf(method: string, options: Options): Record<string, string> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const csrf = method !== 'GET' && options.csrf !== false && cookies.get('csrf_token')
    const origin = options.origin === undefined ? 'http://localhost' : options.origin
    return {
      ...(cookie && { cookie }),
      ...(csrf && { 'x-csrf-token': csrf }),
      ...(origin !== null && method !== 'GET' && { origin }),
      ...options.headers,
    }
  }

  async function send(method: InjectOptions['method'], url: string, body?: object | string, more: Options = {}) {
    const options = { ...defaults, ...more }
    const answer = await app.inject({
      method: method ?? 'GET',
      url,
      headers: { host: 'localhost', ...headersOf(String(method), options) },
      remoteAddress: options.address ?? '127.0.0.1',
      ...(body !== undefined && { payload: body }),
    })
    for (const { name, value, maxAge } of answer.cookies) {
      if (value === '' || maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), headers: answer.headers, answer }
  }
  return { cookies, send }
}
export type Browser = ReturnType<typeof openBrowser>
