/** What the files of an export are called. */
export const LOG_FILES = { csv: 'history-logs.csv', pdf: 'history-logs.pdf' } as const
