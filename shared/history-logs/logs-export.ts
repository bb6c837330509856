/** The file names of exports. */
export const LOG_FILES = { csv: 'history-logs.csv', xlsx: 'history-logs.xlsx', pdf: 'history-logs.pdf' } as const
