import type { Allowed } from './allowed-features.ts'
import type { YoungUse } from './find-young-code.ts'

/** Returns the reason that allows a feature or the feature around it: `css.properties.cursor` allows all its values. */
function allowanceOf(feature: string, allowed: Allowed): string | undefined {
  const parts = feature.split('.')
  const names = parts.map((_, index) => parts.slice(0, index + 1).join('.'))
  return names.find((name) => name in allowed)
}

/** Returns an error sentence for each use that is not allowed, and for each allowance that is no longer used. */
export function judgeUses(uses: readonly YoungUse[], allowed: Allowed): string[] {
  const allowances = uses.map(({ feature }) => allowanceOf(feature, allowed))
  const needed = new Set(allowances)
  return [
    ...uses
      .filter((_, index) => allowances[index] === undefined)
      .map(({ path, line, feature }) => `${path}:${line}  ${feature} is younger than the oldest browsers.`),
    ...Object.keys(allowed)
      .filter((feature) => !needed.has(feature))
      .map((feature) => `Nothing uses ${feature} any more: take its allowance out.`),
  ]
}
