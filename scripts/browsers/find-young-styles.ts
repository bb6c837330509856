import postcss, {
  type AtRule,
  type ChildNode,
  type Container,
  type Declaration,
  type Document,
  type Rule,
} from 'postcss'
import type { Identifier } from '@mdn/browser-compat-data'
import type { CodeFile, YoungUse } from './find-young-code.ts'
import { childrenOf, compatData, isYoung } from './young-features.ts'

const { css } = compatData
const atRules = css['at-rules']!
const properties = css.properties!
const selectors = css.selectors!

/**
 * The features of CSS functions, by the functions' names. The compatibility data lists some functions under the type of
 * the value that they return.
 */
const functions = new Map<string, { path: string; feature: Identifier }>(
  childrenOf(css.types!).flatMap(([name, feature]) => [
    [name, { path: `css.types.${name}`, feature }] as const,
    ...childrenOf(feature).map(([inner, of]) => [inner, { path: `css.types.${name}.${inner}`, feature: of }] as const),
  ]),
)

type Found = { feature: string; node: ChildNode }

/**
 * True for a style rule inside `@supports`. Such rules may use young features, because they apply only in browsers that
 * have the feature.
 */
function isAskedFor(node: ChildNode): boolean {
  for (let parent: Container | Document | undefined = node.parent; parent; parent = parent.parent)
    if (parent.type === 'atrule' && (parent as AtRule).name === 'supports') return true
  return false
}

const young = (path: string, feature: Identifier | undefined, node: ChildNode): Found[] =>
  feature?.__compat && isYoung(feature.__compat) ? [{ feature: path, node }] : []

const functionsOf = (value: string, node: ChildNode): Found[] =>
  Array.from(value.matchAll(/([a-z][a-z0-9-]*)\((from\b)?/g)).flatMap(([, name, from]) => {
    const found = functions.get(name!)
    if (!found) return []
    const relative = from && young(`${found.path}.relative_syntax`, found.feature.relative_syntax, node)
    return [...young(found.path, found.feature, node), ...(relative || [])]
  })

/** True if the rule also has the property with the prefix `-webkit-`, which the build adds for older browsers. */
const hasPrefixed = ({ parent, prop }: Declaration) =>
  parent?.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`) ?? false

function inDeclaration(node: Declaration): Found[] {
  const property = properties[node.prop]
  const words = node.value.split(/[\s,]+/)
  return [
    ...(hasPrefixed(node) ? [] : young(`css.properties.${node.prop}`, property, node)),
    ...words.flatMap((word) => young(`css.properties.${node.prop}.${word}`, property?.[word], node)),
    ...functionsOf(node.value, node),
  ]
}

/**
 * Removes `:is(…)` and `:where(…)` from a selector. Browsers skip unknown selectors inside of them; anywhere else an
 * unknown selector disables the whole rule.
 */
const withoutForgiving = (selector: string) => selector.replace(/:(is|where)\([^()]*\)/g, '')

function inRule(node: Rule): Found[] {
  const names = Array.from(withoutForgiving(node.selector).matchAll(/(?<!\\)::?([a-z-]+)/g), ([, name]) => name!)
  const nested = node.parent?.type === 'rule' ? young('css.selectors.nesting', selectors.nesting, node) : []
  return [...nested, ...names.flatMap((name) => young(`css.selectors.${name}`, selectors[name], node))]
}

/** Finds every feature of a style sheet, outside `@supports`, that at least one of the oldest browsers lacks. */
export function findYoungStyles(files: readonly CodeFile[]): YoungUse[] {
  return files.flatMap(({ path, text }) => {
    const found: Found[] = []
    const root = postcss.parse(text)
    root.walkAtRules((node) => void found.push(...young(`css.at-rules.${node.name}`, atRules[node.name], node)))
    root.walkDecls((node) => void found.push(...inDeclaration(node)))
    root.walkRules((node) => void found.push(...inRule(node)))
    const uses = found.filter(({ node }) => !isAskedFor(node))
    return uses.map(({ feature, node }) => ({ path, line: node.source?.start?.line ?? 1, feature }))
  })
}
