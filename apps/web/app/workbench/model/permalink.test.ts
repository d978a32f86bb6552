import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choiceLists } from './choice-lists.ts';
import { initialRecipe, reduceRecipe, type Recipe } from './recipe/recipe.ts';
import { fragmentOf, readFragment } from './permalink.ts';

const recipe: Recipe = {
  ...reduceRecipe(initialRecipe, {
    type: 'parameters',
    wireKey: 'ispParams',
    values: {
      ...initialRecipe.ispParams,
      bnfDistTh: '1',
      nlmEnabled: false,
      ccmValues: [
        ['1', '2', '3', '4'],
        ['5', '6', '7', '8'],
        ['9', '10', '11', '12'],
      ],
    },
  }),
  illuminant: 'Custom',
  illuminantCustomPhotons: initialRecipe.illuminantCustomPhotons.map((value) => value / 3),
  scene: 'Macbeth',
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
  macbethParams: { hfov: 12.5, patchSize: 16 },
  seed: 4294967295,
  fpnSeed: 0,
};
const lists = choiceLists([]);
const made = (json: unknown, version = 1): string =>
  `#r${version}=${deflateSync(typeof json === 'string' ? json : JSON.stringify(json)).toString('base64url')}`;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe('a link', () => {
  it('brings the recipe back as it was, with its seeds', async () => {
    const fragment = await fragmentOf(recipe);
    expect(fragment).toMatch(/^#r1=[\w-]+$/);
    expect(await readFragment(fragment!, lists)).toEqual({ recipe });
    expect(await readFragment((await fragmentOf(initialRecipe))!, lists)).toEqual({
      recipe: initialRecipe,
    });
  });

  it('is short: only what differs from the defaults is in it', async () => {
    expect((await fragmentOf({ ...initialRecipe, scene: 'Macbeth' }))!.length).toBeLessThan(50);
    expect((await fragmentOf(recipe))!.length).toBeLessThan(1000);
  });

  it('is none where it would be longer than 8 kB', async () => {
    let random = 1;
    const noise = Array.from({ length: 20_000 }, () => {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      return String.fromCharCode(33 + (random >>> 25));
    }).join('');
    expect(await fragmentOf({ ...initialRecipe, algorithm: noise })).toBeUndefined();
  });

  it.each([
    [2, 'a newer'],
    [0, 'an older'],
  ])('of version %i is not read, and says so', async (version, words) => {
    expect(await readFragment(made({ scene: 'Macbeth' }, version), lists)).toEqual({
      problem: `This link was made by ${words} version of Lumenloom, whose links this one does not read. Your recipe is as it was.`,
    });
  });

  it.each([
    ['nothing', '#r1='],
    ['no base64', '#r1=%%%'],
    ['no zlib stream', `#r1=${Buffer.from('{"scene":"Macbeth"}').toString('base64url')}`],
    ['a cut end', made({ scene: 'Macbeth', isp: 'Fast-openISP' }).slice(0, -6)],
    ['no JSON', made('{"scene":')],
    ['no UTF-8', `#r1=${deflateSync(Buffer.from([0x22, 0xff, 0x22])).toString('base64url')}`],
    ['no object', made('[]')],
    ['an unknown key', made({ secne: 'Macbeth' })],
    ['an unknown field', made({ sensorParams: { row: '3' } })],
    ['a value of another kind', made({ ispParams: { nlmEnabled: 'yes' } })],
    ['a short table', made({ illuminantCustomPhotons: [1, 2] })],
    ['a forbidden key', made('{"__proto__":{"scene":"Macbeth"}}')],
    ['64 MB of spaces', made(`${' '.repeat(64e6)}{}`)],
    ['too many characters', `#r1=${'A'.repeat(9000)}`],
  ])('with %s is damaged', async (_, fragment) => {
    expect(await readFragment(fragment, lists)).toEqual({
      problem: 'This link is damaged: copy all of it again. Your recipe is as it was.',
    });
  });

  it('says what this server does not offer', async () => {
    expect(await readFragment(made({ scene: 'Grey Steps' }), lists)).toEqual({
      problem:
        'This link chooses Grey Steps under Scene, which this server does not offer. Your recipe is as it was.',
    });
    expect(await readFragment(made({ scene: 'Grey Steps' }), choiceLists(['charts']))).toEqual({
      recipe: { ...initialRecipe, scene: 'Grey Steps' },
    });
  });
});
