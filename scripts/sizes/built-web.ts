import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { PARTS_FILE } from '../build/page-chunks.ts'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; isDynamicEntry?: boolean }

/** What is weighed, how much of it is allowed, and what it weighs: KB of 1024 bytes, brotli. */
export type Measured = {
  what: string
  limit: number
  brotli: number
  gzip: number
  /** A budget that is known to be missed: how far it may be missed before the check fails, and why. */
  missed?: { allowed: number; why: string }
}

/** Bytes on the way. */
type Packed = { brotli: number; gzip: number }

/** What is compressed already leaves as it is. */
const isPacked = (file: string) => /\.(woff2|avif|webp)$/.test(file)

/** A finished web build, as its manifest describes it. Keys are source files relative to `web/`, files are what was written. */
export class BuiltWeb {
  private readonly manifest: Record<string, Chunk>
  private readonly parts: Record<string, string[]>
  private readonly sizes = new Map<string, Packed>()

  constructor(private readonly root: string) {
    this.manifest = JSON.parse(this.bytesOf('.vite/manifest.json').toString()) as Record<string, Chunk>
    this.parts = JSON.parse(this.bytesOf(PARTS_FILE).toString()) as Record<string, string[]>
  }

  bytesOf(file: string): Buffer {
    return readFileSync(path.join(this.root, file))
  }

  chunk(key: string): Chunk {
    const chunk = this.manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}: its budget measures nothing`)
    return chunk
  }

  /** The keys of everything that is loaded later, when it is asked for. */
  get lazyKeys(): string[] {
    return Object.keys(this.manifest).filter((key) => this.manifest[key]!.isDynamicEntry)
  }

  /** The keys of what this page, or the frame, can ask for once it is there. */
  partsOf(key: string): string[] {
    const parts = this.parts[key]
    if (!parts) throw new Error(`the build does not say what ${key} asks for: its dialogs would not be measured`)
    return parts
  }

  /** Every script of the build. */
  get scripts(): string[] {
    return [...new Set(Object.values(this.manifest).map(({ file }) => file))].filter((file) => file.endsWith('.js'))
  }

  /** Keys that come with these by plain imports, themselves included. */
  reach(keys: readonly string[]): Set<string> {
    const reached = new Set<string>()
    const visit = (key: string) => {
      if (reached.has(key)) return
      reached.add(key)
      this.chunk(key).imports?.forEach(visit)
    }
    keys.forEach(visit)
    return reached
  }

  /** The scripts that come with these keys. */
  scriptsOf(keys: readonly string[]): string[] {
    return [...new Set(Array.from(this.reach(keys), (key) => this.chunk(key).file))]
  }

  /** One row of the report over these files. */
  weigh(what: string, limit: number, files: readonly string[]): Measured {
    const sizes = files.map((file) => this.packed(file))
    const sum = (of: 'brotli' | 'gzip') => sizes.reduce((total, size) => total + size[of], 0) / 1024
    return { what, limit, brotli: sum('brotli'), gzip: sum('gzip') }
  }

  /** A file is part of many rows and is packed once. */
  private packed(file: string): Packed {
    const known = this.sizes.get(file)
    if (known) return known
    const bytes = this.bytesOf(file)
    const size = isPacked(file)
      ? { brotli: bytes.length, gzip: bytes.length }
      : { brotli: brotliCompressSync(bytes).length, gzip: gzipSync(bytes).length }
    this.sizes.set(file, size)
    return size
  }
}
