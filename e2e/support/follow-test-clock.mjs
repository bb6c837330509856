import { shiftDate } from './shift-date.mjs'

// Loaded before the app of a test. The test says by a message how far the clock of the app is to be moved.
shiftDate(Number(process.env.CLOCK_OFFSET_MS))
process.on('message', (message) => {
  shiftDate(message.clockOffsetMs)
  process.send?.('clock moved')
})
// Waiting for messages keeps no app alive that was told to stop.
process.channel?.unref()
