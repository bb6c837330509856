/** The LIKE pattern for «contains these words»: the characters that mean something in a pattern stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
