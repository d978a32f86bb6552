import { expect, test } from 'vitest';
import { toPlan } from './request.ts';

const world = {
  version: 1,
  name: 'Room',
  render: { samples: 32, seed: 5 },
  environment: { uniform: { luminance: 100 } },
};
const read = (recipe: object) => toPlan({ sensor: 'Bayer-grbg', ...recipe });
const problemsOf = (recipe: object) => {
  const decoded = read(recipe);
  return decoded.ok ? [] : decoded.problems;
};

test('a world stands in place of the scene, with what its document says under render', () => {
  const decoded = read({ world, worldParams: { samples: 8 } });
  expect(decoded.ok && decoded.value.plan?.world).toMatchObject({
    label: 'Room',
    params: { samples: 8, sampling: 2, seed: 5 },
  });
});

test.each([
  [{ scene: 'Macbeth' }, 'world', 'world and scene are both given: give one.'],
  [{ sceneLuminance: 50 }, 'sceneLuminance', 'world and sceneLuminance are both given: give one.'],
  [
    { opticsParams: { objectDistance: 1 } },
    'opticsParams.objectDistance',
    'world and opticsParams.objectDistance are both given: give one.',
  ],
  [{ flicker: { hertz: 100 } }, 'flicker', 'world and flicker are both given: give one.'],
  [
    { world: { ...world, environment: { sky: { type: 16, sunElevationDegrees: 9 } } } },
    'world.environment.sky.type',
    'environment.sky.type must be 1 to 15.',
  ],
  [{ worldParams: { sampling: 9 } }, 'worldParams.sampling', /at most 8/],
] as const)('refuses %j beside it', (recipe, field, message) => {
  expect(problemsOf({ world, ...recipe })).toContainEqual({
    field,
    message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
  });
});

test('a name that nobody has read is refused, and a light is not used', () => {
  expect(problemsOf({ world: 'desk.json' })[0]?.field).toBe('world');
  const decoded = read({ world, illuminant: 'D65', illuminantLux: 500 });
  expect(decoded.ok && decoded.value.notes).toContain(
    'The lamps of the world are its light: illuminant, illuminantLux are not used.',
  );
});

test('the noise depends on the world and on how it is rendered', () => {
  const seedOf = (recipe: object) => {
    const decoded = read(recipe);
    return decoded.ok ? decoded.value.plan?.seeds.temporal : undefined;
  };
  const seeds = [
    seedOf({ world }),
    seedOf({ world, worldParams: { samples: 8 } }),
    seedOf({ world: { ...world, environment: { uniform: { luminance: 101 } } } }),
  ];
  expect(new Set(seeds).size).toBe(3);
  expect(seedOf({ world })).toBe(seeds[0]);
});
