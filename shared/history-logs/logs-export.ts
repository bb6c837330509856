/** What the files of an export are called. */
export const LOG_FILES = { csv: 'history-logs.csv', pdf: 'history-logs.pdf' } as const

/** The columns of the exported log. */
export const LOG_COLUMNS = ['User', 'Action', 'Type', 'Timestamp'] as const
