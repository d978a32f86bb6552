import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import expected from '../../references/openexr/expected.json' with { type: 'json' };
import { openExr, readExr } from './read-exr.ts';

const bytesOf = (name: string): Uint8Array =>
  readFileSync(new URL(`../../references/openexr/${name}`, import.meta.url));
const planeOf = (index: number): Float32Array => {
  const bytes = Uint8Array.from(Buffer.from(expected.planes[index]!, 'base64'));
  return new Float32Array(bytes.buffer);
};
const files = [...new Set(expected.channels.map(({ file }) => file))];

describe("what the OpenEXR project's library wrote is read as it reads it", () => {
  it.each(files)('%s', (name) => {
    const { rows, columns, channels } = readExr(bytesOf(name));
    const own = expected.channels.filter(({ file }) => file === name);
    expect(channels.size).toBe(own.length);
    for (const { part, channel, plane, ...size } of own) {
      expect({ rows, columns }).toMatchObject({ rows: size.rows, columns: size.columns });
      const values = channels.get(part === '' ? channel : `${part}.${channel}`);
      expect(values, `${part}.${channel}`).toEqual(planeOf(plane));
    }
  });
});

it('reads the channels that are asked for, and describes the rest', () => {
  const file = openExr(bytesOf('blender.exr'));
  const { channels } = file.read(['ViewLayer.Depth.Z']);
  expect([...channels.keys()]).toEqual(['ViewLayer.Depth.Z']);
  expect(file.channels).toHaveLength(10);
  expect(() => file.read(['Z'])).toThrow('The OpenEXR file has no channel Z.');
});

it.each([
  ['dwaa.exr', 'The compression DWAA of OpenEXR is not read; save the file with ZIP.'],
  ['dwab.exr', 'The compression DWAB of OpenEXR is not read; save the file with ZIP.'],
  [
    'deep.exr',
    'OpenEXR files with deep pixels are not read; flatten the picture and save it again.',
  ],
  ['chroma.exr', /^Channel BY has fewer samples than the picture; full channels are read\.$/],
])('%s is refused by name', (name, sentence) => {
  expect(() => readExr(bytesOf(name))).toThrow(sentence);
});

describe('200 damaged files', () => {
  /** Milliseconds; the whole files take 2 at most. */
  const LONGEST = 1000;
  const names = files.filter((name) => !/-none/.test(name));
  /** The same numbers every time: a multiplicative congruential generator. */
  let state = 12345;
  const below = (limit: number): number => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
  const damages: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
    'cut off': (bytes) => bytes.subarray(0, below(bytes.length)),
    'flipped bytes': (bytes) => {
      const copy = bytes.slice();
      for (let i = 0; i < 4; i += 1) copy[below(copy.length)]! ^= 1 << below(8);
      return copy;
    },
    'flipped bytes of the header': (bytes) => {
      const copy = bytes.slice();
      for (let i = 0; i < 3; i += 1) copy[8 + below(500)]! ^= 1 << below(8);
      return copy;
    },
    'a lying size': (bytes) => {
      const copy = Buffer.from(bytes);
      const box = copy.indexOf(['dataWindow', 'displayWindow'][below(2)]!) + 24;
      copy.writeInt32LE([2 ** 31 - 1, -(2 ** 31), 3999, 999999][below(4)]!, box + 4 * below(3));
      return copy;
    },
    'lying places and lengths': (bytes) => {
      const copy = Buffer.from(bytes);
      const at = bytes.length < 3000 ? bytes.length - 900 : 400 + below(1500);
      for (let i = 0; i < 40; i += 1) copy[at + i] = below(256);
      return copy;
    },
  };
  it.each(Object.keys(damages))('%s: 40 end in a sentence, or are read', (kind) => {
    let refused = 0;
    for (let i = 0; i < 40; i += 1) {
      const bytes = damages[kind]!(bytesOf(names[i % names.length]!));
      const [before, start] = [process.memoryUsage().arrayBuffers, performance.now()];
      try {
        const { rows, columns, channels } = readExr(bytes);
        for (const plane of channels.values()) expect(plane).toHaveLength(rows * columns);
      } catch (error) {
        refused += 1;
        expect(error).toMatchObject({
          name: 'SimulationError',
          message: expect.stringMatching(/^[A-Z][^\n]{10,400}\.$/) as string,
        });
      }
      expect(performance.now() - start).toBeLessThan(LONGEST);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80e6);
    }
    expect(refused).toBeGreaterThan(10);
  });
});
