import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TOTAL_ROWS_HEADER } from '#shared/lib/csv.ts'
import type { RequestContext } from '#server/lib/context.ts'
import { errorDetails } from '#server/lib/error-details.ts'

type CsvFile = {
  name: string
  /** The number of rows, sent in a header so that the screen can show the progress. */
  rows: number
  lines: AsyncIterable<string>
}

const wentAway = (error: unknown) => errorDetails(error).code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Streams a CSV at the speed at which it is read. Resolves when the last line is sent or the reader has gone. An error
 * in between closes the connection, so that the browser reports a failed download and keeps no file.
 */
export async function sendCsv({ reply, log }: RequestContext<unknown>, file: CsvFile): Promise<void> {
  const body = new PassThrough()
  void reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.name}"`,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      [TOTAL_ROWS_HEADER]: String(file.rows),
    })
    .send(body)
  try {
    await pipeline(file.lines, body)
  } catch (error) {
    if (wentAway(error)) return log.info({ file: file.name }, 'the reader of an export went away')
    log.error({ err: errorDetails(error), file: file.name }, 'an export was cut off')
  }
}
