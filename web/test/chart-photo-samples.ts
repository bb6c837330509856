import type { ChartPhoto } from '#shared/chart-photos/contract.ts'
import { SAMPLE_INSTANT, sampleId } from '#shared/test/samples.ts'

/** For tests: a photo as the server returns it. */
export const photoSample = (more: Partial<ChartPhoto> = {}): ChartPhoto => ({
  id: sampleId(301),
  client_id: sampleId(62),
  angle: 'front',
  area: null,
  note: null,
  taken_at: '2026-11-20T10:00:00+08:00',
  width: 600,
  height: 800,
  visit: null,
  added_at: SAMPLE_INSTANT,
  added_by: 'Dra. Reyes',
  hidden: null,
  may_publish: false,
  version: 1,
  ...more,
})
