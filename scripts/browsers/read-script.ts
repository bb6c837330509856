import { parseSync } from 'vite'

type Node = { type: string; start: number; [key: string]: unknown }

/** A place in a script where a name is used. */
export type Mention =
  | { kind: 'name'; name: string; start: number }
  | { kind: 'member'; owner: string | null; name: string; isCalled: boolean; start: number }
  | { kind: 'iterator'; name: string; start: number }
  | { kind: 'event'; name: string; start: number }
  | { kind: 'html'; element: string; attribute: string | null; start: number }

export type Script = {
  mentions: Mention[]
  /** Variables, parameters and imports that the script declares. */
  variables: Set<string>
  /** Members that the script itself defines on its objects and classes. */
  members: Set<string>
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nameOf = (node: unknown): string | null =>
  isNode(node) && ['Identifier', 'JSXIdentifier'].includes(node.type) ? (node.name as string) : null
const isTemplate = (node: Node) => node.type === 'TemplateLiteral' && (node.quasis as Node[]).length === 1
/** Returns the text of a string literal, or of a template literal, because the build turns strings into templates. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (isTemplate(node)) return (node.quasis as { value: { cooked: string } }[])[0]!.value.cooked
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

/**
 * The nodes of type syntax that contain an expression, such as `expression as Type`. All other type syntax is not
 * executed.
 */
const besideType = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSInstantiationExpression',
])

function childrenOf(node: Node): Node[] {
  if (besideType.has(node.type)) return [node.expression as Node]
  if (node.type.startsWith('TS')) return []
  // `typeof name` only tests whether the name exists, so it does not count as a use of the feature.
  if (node.type === 'UnaryExpression' && node.operator === 'typeof') return []
  // Uses a `for … in` loop, because a list of entries for each of the millions of nodes of a built app took a third of
  // the check's time.
  const children: Node[] = []
  for (const key in node) {
    const isMemberName = (key === 'property' || key === 'key') && node.computed !== true
    const value = isMemberName ? undefined : node[key]
    if (Array.isArray(value)) children.push(...value.filter(isNode))
    else if (isNode(value)) children.push(value)
  }
  return children
}

const iteratorMakers = new Set(['values', 'keys', 'entries', 'matchAll'])
const iteratorMethods = new Set('map filter take drop flatMap reduce toArray forEach some every find'.split(' '))
/** Global objects whose static methods return arrays, such as `Object.keys(…)` and `Array.from(…)`. */
const arrayMakers = new Set(['Object', 'Array'])

/** True if a method that arrays also have is called on an iterator, such as `map.values().filter(…)`. */
function isOnIterator({ object, property }: Node): boolean {
  if (!iteratorMethods.has(nameOf(property) ?? '') || !isNode(object) || object.type !== 'CallExpression') return false
  const { type, property: maker, object: of } = object.callee as Node
  return type === 'MemberExpression' && iteratorMakers.has(nameOf(maker) ?? '') && !arrayMakers.has(nameOf(of) ?? '')
}

const memberName = (node: Node) => (node.computed ? textOf(node.property) : nameOf(node.property))

function mentionsOfCall({ callee, optional, arguments: args, start }: Node): Mention[] {
  const called = callee as Node
  const name = called.type === 'MemberExpression' ? memberName(called) : null
  if (name === null) return []
  // `a.b?.()` calls the function only if the browser has it, so it does not count as a use of the feature.
  const isCalled = optional !== true
  const event = /^(add|remove)EventListener$/.test(name) ? textOf((args as Node[])[0]) : null
  return [
    ...(isCalled ? [{ kind: 'member' as const, owner: nameOf(called.object), name, isCalled, start }] : []),
    ...(isOnIterator(called) ? [{ kind: 'iterator' as const, name, start }] : []),
    ...(event === null ? [] : [{ kind: 'event' as const, name: event, start }]),
  ]
}

function mentionsOfElement({ name, attributes, start }: Node): Mention[] {
  const element = nameOf(name)
  if (element === null || !/^[a-z]/.test(element)) return []
  const names = (attributes as Node[]).flatMap((attribute) => nameOf(attribute.name) ?? [])
  return [null, ...names].map((attribute) => ({ kind: 'html', element, attribute, start }))
}

function mentionsOf(node: Node): Mention[] {
  if (node.type === 'Identifier') return [{ kind: 'name', name: node.name as string, start: node.start }]
  if (node.type === 'CallExpression') return mentionsOfCall(node)
  if (node.type === 'JSXOpeningElement') return mentionsOfElement(node)
  const name = node.type === 'MemberExpression' ? memberName(node) : null
  if (name === null) return []
  return [{ kind: 'member', owner: nameOf(node.object), name, isCalled: false, start: node.start }]
}

/** Returns the parts of a syntax node in which it declares names, such as parameters. */
const boundBy = (node: Node): unknown[] => [
  ...(/^(VariableDeclarator|Function|Class)/.test(node.type) ? [node.id] : []),
  ...(/^(Function|Arrow)/.test(node.type) ? (node.params as Node[]) : []),
  ...(node.type.startsWith('Import') ? [node.local] : []),
  ...(node.type === 'CatchClause' ? [node.param] : []),
]

/** Returns the name of the member that a node defines on an object or class. */
function memberGivenBy(node: Node): string | null {
  if (['Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type))
    return nameOf(node.key) ?? textOf(node.key)
  const left = node.type === 'AssignmentExpression' ? (node.left as Node) : null
  return left?.type === 'MemberExpression' ? memberName(left) : null
}

/** Collects the names that a script uses, and those that it declares itself. */
export function readScript(file: string, text: string): Script {
  const { program, errors } = parseSync(file, text, { sourceType: 'module' })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const script: Script = { mentions: [], variables: new Set(), members: new Set() }
  const bind = (pattern: unknown): void => {
    if (!isNode(pattern)) return
    const name = nameOf(pattern)
    if (name === null) childrenOf(pattern).forEach(bind)
    else script.variables.add(name)
  }
  const visit = (node: Node): void => {
    script.mentions.push(...mentionsOf(node))
    boundBy(node).forEach(bind)
    const member = memberGivenBy(node)
    if (member !== null) script.members.add(member)
    childrenOf(node).forEach(visit)
  }
  visit(program as unknown as Node)
  return script
}
