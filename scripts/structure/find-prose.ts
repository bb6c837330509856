/** A text that people read, where it is, and for a comment the code that it is about. */
export type Prose = { path: string; line: number; text: string; below?: string }

type Found = Omit<Prose, 'path'>

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

const comment = /(?<=^|[\s{(,])(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/g
const commentMarks = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)|\*\/$/gm
const directive = /^(?:eslint-|prettier-ignore|@ts-|@vitest|\/ <reference)/

/** The comments of a module, each with the code it is about: the rest of its line, else the next line. */
export function findComments(code: string): Found[] {
  return Array.from(code.matchAll(comment), ({ 0: raw, index }) => {
    const before = code.slice(code.lastIndexOf('\n', index) + 1, index).replace('{', '')
    const after = code.slice(index + raw.length).split('\n')
    const below = before.trim() || after.map((line) => line.trim()).find((line) => line.replace('}', '') !== '')
    return { line: lineOf(code, index), text: oneLine(raw.replace(commentMarks, '')), below: below ?? '' }
  }).filter(({ text }) => text !== '' && !directive.test(text))
}

const title = /^\s*(?:(?:it|test)(?:\.\w+)*\(|.*\]\)\(|\w*\.?each\(.*\)\()\s*(['"`])(.+?)(?<!\\)\1/gm

/** The titles of the tests in a module. */
export const findTestTitles = (code: string): Found[] =>
  Array.from(code.matchAll(title), ({ 0: raw, 2: text = '', index }) => ({
    line: lineOf(code, index + raw.length),
    text,
  }))

const message = /^\s*(\w+|'[^']+'):.*?(['"`])(.+)(?<!\\)\2/gm

/** The texts of a module of messages, each with its key. */
export const findMessages = (code: string): Found[] =>
  Array.from(code.matchAll(message), ({ 0: raw, 1: key = '', 3: text = '', index }) => ({
    line: lineOf(code, index + raw.length),
    text,
    below: key,
  }))

const sentence = /\S(?:[^\n]|\n(?!\s*(?:\n|[#|>*-]|\d+\.|$)))*?(?:[.!?](?=\s)|(?=\n\s*(?:\n|[#|>*-]|\d+\.|$))|$(?!\n))/g

/** The sentences of a document; code blocks are left out. */
export const findSentences = (markdown: string): Found[] =>
  Array.from(
    markdown.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' ')).matchAll(sentence),
    ({ 0: text, index }) => ({ line: lineOf(markdown, index), text: oneLine(text) }),
  ).filter(({ text }) => / .*[a-z]/.test(text))
