import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { withExamples } from '../../examples.ts';
import { run } from '../../run.ts';

/** What a command prints, run from its source in this process. */
async function printed(...args: readonly string[]): Promise<string> {
  const texts: string[] = [];
  const write = (text: unknown) => texts.push(String(text));
  await run(args, {
    stdout: { write },
    stderr: { write },
    env: process.env,
    signal: new AbortController().signal,
    stdin: Readable.from([]),
  });
  return texts.join('');
}

test('a floor that was turned has no rest of the turn in its bounds', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'lumenloom-world-')), 'world.json');
  const floor = { name: 'floor', shape: { plane: { size: [4, 2] } }, degrees: [-90, 0, 0] };
  await writeFile(path, JSON.stringify({ version: 1, objects: [floor] }));
  expect(await printed('world', path)).toContain('2 triangles, -2 0 -1 to 2 0 1 m');
});

test('one face of glass sends back or lets through all of the light', async () => {
  const text = await printed('world', 'material', 'glass', '--incidence', '0,60', '--json');
  const { angles } = JSON.parse(text) as {
    readonly angles: readonly {
      readonly albedo: readonly number[];
      readonly transmittance: readonly number[];
    }[];
  };
  for (const { albedo, transmittance } of angles)
    for (const [band, share] of albedo.entries())
      expect(share + transmittance[band]!).toBeCloseTo(1, 2);
});

test('a name without a material is no missing file', async () => {
  expect(await printed('world', 'material', 'coper')).toBe(
    'No material is called coper; did you mean copper?\n',
  );
  expect(await printed('world', 'material', 'mithril')).toBe('No material is called mithril.\n');
});

test('the examples of worlds are the documents, not the files beside them', async () => {
  await expect(withExamples(['world', 'example:nope'])).rejects.toThrow(
    'There is no example nope: choose desk, dusk-road, inspection-cell.',
  );
});
