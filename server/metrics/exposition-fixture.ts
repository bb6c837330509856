type Sample = { name: string; labels: Record<string, string>; value: number }

const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/g
const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
// True for a number that Go can parse: NaN and Inf may be in upper or lower case.
const isNumber = (text: string) => /^(nan|[+-]?inf|[+-]?\d+(\.\d+)?(e[+-]?\d+)?)$/i.test(text)
const numberOf = (text: string) => Number(text.replace(/inf$/i, 'Infinity'))

function sampleOf(line: string, families: ReadonlySet<string>): Sample {
  const [, name = '', inside = '', value = ''] = sampleLine.exec(line) ?? []
  const family = name.replace(/_(bucket|sum|count)$/, '')
  if (name === '' || !isNumber(value)) throw new Error(`No sample: ${line}`)
  if (!families.has(name) && !families.has(family)) throw new Error(`Its type was not told before: ${line}`)
  if (inside.replace(labelPair, '').replaceAll(',', '') !== '') throw new Error(`No labels: ${line}`)
  return {
    name,
    labels: Object.fromEntries(Array.from(inside.matchAll(labelPair), (m) => [m[1], m[2]])),
    value: numberOf(value),
  }
}

/** For tests: parses Prometheus' text format; throws for an invalid line or a repeated sample. */
export function parseExposition(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.')
  const families = new Set<string>()
  const seen = new Set<string>()
  const samples: Sample[] = []
  for (const line of text.split('\n').filter((found) => found !== '')) {
    const type = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/.exec(line)
    if (type) families.add(type[1]!)
    else if (line.startsWith('#')) {
      if (!/^# HELP [a-zA-Z_:][a-zA-Z0-9_:]* \S/.test(line)) throw new Error(`No comment: ${line}`)
    } else {
      const sample = sampleOf(line, families)
      const key = `${sample.name} ${JSON.stringify(sample.labels)}`
      if (seen.has(key)) throw new Error(`Stands twice: ${line}`)
      seen.add(key)
      samples.push(sample)
    }
  }
  return samples
}

/** The value of the one sample with this name and these labels; undefined when there is none. */
export const valueOf = (
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined =>
  samples.find(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value
