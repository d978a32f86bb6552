import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { RawMosaic } from '../../src/isps/fast-open-isp/run-isp.ts';
import type { GoldenArray, IspCase } from '../../src/proof/isp-case.ts';
import type { BayerOrder } from '../../src/sensors/bayer/descriptor.ts';
import { sharedFile } from '../shared-golden.ts';

/** One run of the reference. */
export interface GoldenCase extends IspCase {
  readonly width: number;
  readonly height: number;
  readonly bit_depth: number;
  readonly bayer_pattern: BayerOrder;
  readonly saturation: { readonly hdr: number };
  readonly input: GoldenArray;
  readonly derived: Readonly<Record<string, unknown>>;
  /** Folder of `file`. */
  readonly folder: URL;
}

const folder = new URL('./', import.meta.url);

interface CaseFile {
  readonly ui_params: Readonly<Record<string, unknown>>;
  readonly cases: readonly (Omit<GoldenCase, 'ui_params' | 'folder'> & {
    readonly changed_ui_params: Readonly<Record<string, unknown>>;
  })[];
}

/** The cases with synthetic input, which are part of the repository. */
export function syntheticCases(): GoldenCase[] {
  const { ui_params, cases } = JSON.parse(
    readFileSync(new URL('cases.json', folder), 'utf8'),
  ) as CaseFile;
  return cases.map((golden) => ({
    ...golden,
    folder,
    ui_params: { ...ui_params, ...golden.changed_ui_params },
  }));
}

/**
 * The case made from a picture of another project, which is not part of the repository; undefined
 * where ../shared is missing.
 */
export function realCase(): GoldenCase | undefined {
  const manifest = sharedFile('isp/manifest.json');
  if (!manifest) return undefined;
  const { cases } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly cases: readonly Omit<GoldenCase, 'folder'>[];
  };
  const real = cases.find(({ name }) => name.startsWith('real-crop'));
  return real && { ...real, folder: new URL('./', manifest) };
}

/** The bytes of an array that is kept. */
export function bytesOf({ folder: from }: GoldenCase, { file }: GoldenArray): Uint8Array {
  const bytes = gunzipSync(readFileSync(new URL(file!, from)));
  return new Uint8Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** The input of a case. */
export const mosaicOf = (golden: GoldenCase): RawMosaic => ({
  codes: new Uint16Array(bytesOf(golden, golden.input).buffer),
  rows: golden.height,
  columns: golden.width,
  order: golden.bayer_pattern,
  bits: golden.bit_depth,
});

export const hashOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');
