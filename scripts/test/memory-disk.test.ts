import fs from 'node:fs'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { keepTestDataInMemory } from './memory-disk.ts'

const GB = 1024 ** 3

beforeEach(() => {
  vi.stubEnv('TMPDIR', undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
})

/** Simulates a machine with `room` bytes free on its memory disk and `memory` bytes of free memory. */
function machine({ room, memory }: { room: number; memory: number }): void {
  vi.spyOn(fs, 'existsSync').mockReturnValue(true)
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: room / 4096, bsize: 4096 } as fs.StatsFs)
  vi.spyOn(process, 'availableMemory').mockReturnValue(memory)
}

it('the databases of tests are kept in memory if there is room', () => {
  machine({ room: 12 * GB, memory: 20 * GB })
  keepTestDataInMemory()
  expect(process.env['TMPDIR']).toBe('/dev/shm')
})

it.each([
  ['the memory disk of a container is small', { room: GB / 16, memory: 20 * GB }],
  ['the machine has little memory', { room: 12 * GB, memory: 4 * GB }],
])('the databases of tests stay on the disk if %s', (_why, room) => {
  machine(room)
  keepTestDataInMemory()
  expect(process.env['TMPDIR']).toBeUndefined()
})

it('the databases of tests stay on the disk on a system without a memory disk, and in a folder that TMPDIR names', () => {
  keepTestDataInMemory('/nowhere')
  expect(process.env['TMPDIR']).toBeUndefined()
  machine({ room: 12 * GB, memory: 20 * GB })
  vi.stubEnv('TMPDIR', '/tmp/chosen')
  keepTestDataInMemory()
  expect(process.env['TMPDIR']).toBe('/tmp/chosen')
})
