import { describe, expect, test } from 'vitest';
import { toPlan } from './request.ts';

const MACBETH = { scene: 'Macbeth', illuminant: 'D65', sensor: 'Bayer-grbg' };
const planOf = (changes: object) => {
  const decoded = toPlan({ ...MACBETH, ...changes });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
  return decoded.value;
};
const problemsOf = (changes: object) => {
  const decoded = toPlan({ ...MACBETH, ...changes });
  if (decoded.ok) throw new Error('accepted');
  return decoded.problems;
};

describe('sensorFile, flicker and antiFlickerHertz', () => {
  test.each([
    { sensorFile: {} },
    { sensorFile: { shutter: { kind: 'global' }, rowNoiseElectrons: 0 } },
    { sensorFile: { aperture: [1, 1], diffusionMicrometres: 0 } },
    { flicker: { kind: 'pwm', depth: 0 } },
    { sensorFile: '', flicker: null, antiFlickerHertz: '' },
  ])('without an effect change nothing: %j', (changes) => {
    expect(JSON.stringify(planOf(changes).plan)).toBe(JSON.stringify(planOf({}).plan));
  });

  test('change the plan and the noise, but not the fixed pattern of the sensor', () => {
    const { plan } = planOf({
      sensorFile: {
        shutter: { kind: 'rolling', lineSeconds: 1e-5 },
        captures: [{ name: 'long' }, { name: 'short', exposureRatio: 0.1 }],
      },
      flicker: { kind: 'pwm', hertz: '90', duty: 0.2 },
      antiFlickerHertz: 100,
    });
    expect(plan).toMatchObject({
      sensor: {
        label: 'Bayer-grbg',
        order: 'grbg',
        chip: {
          shutter: { kind: 'rolling', lineSeconds: 1e-5, direction: 'down', linesTogether: 1 },
          captures: [{ name: 'long' }, { name: 'short', exposureRatio: 0.1 }],
        },
      },
      flicker: { kind: 'pwm', hertz: 90, depth: 1, duty: 0.2, phaseDegrees: 0 },
      antiFlickerHertz: 100,
    });
    const plain = planOf({}).plan!;
    expect(plan!.seeds.temporal).not.toBe(plain.seeds.temporal);
    expect(plan!.seeds.fixedPattern).toBe(plain.seeds.fixedPattern);
  });

  test('aperture and diffusion are of the pixels that the picture is formed on', () => {
    const { plan, notes } = planOf({ sensorFile: { aperture: [0.5, 1], diffusionMicrometres: 2 } });
    expect(plan!.grid.shape).toEqual({ aperture: [0.5, 1], diffusion: 2e-6 });
    expect(notes).toEqual([]);
  });

  test.each([
    [
      { sensorFile: { shutter: { kind: 'slow' } } },
      'sensorFile.shutter.kind',
      'shutter.kind must be one of global, rolling, globalReset.',
    ],
    [{ sensorFile: 5 }, 'sensorFile', 'sensorFile must be a JSON object.'],
    [
      {
        sensorFile: { captures: [{ name: 'a' }, { name: 'b', well_capacity: 100 }] },
        sensorParams: { well_capacity: 5000 },
      },
      'captures',
      'captures must go from the most sensitive to the least: a saturates at 5000 electrons of the first, b at 100.',
    ],
    [{ flicker: { kind: 'blink' } }, 'flicker.kind', 'flicker.kind must be one of sine, pwm.'],
    [{ flicker: { duty: 0.5 } }, 'flicker.duty', 'duty belongs to pwm.'],
    [
      { flicker: { hertz: 0 } },
      'flicker.hertz',
      'Flicker Frequency must be at least 0.1 Hz, not 0 Hz.',
    ],
    [
      { antiFlickerHertz: 2000 },
      'antiFlickerHertz',
      'Anti-flicker must be at most 1000 Hz, not 2000 Hz.',
    ],
  ])('%j is refused', (changes, field, message) => {
    expect(problemsOf(changes)).toEqual([{ field, message }]);
  });

  test('without a sensor they are not used, which is said', () => {
    const { plan, notes } = planOf({
      sensor: '',
      sensorFile: { rowNoiseElectrons: 3 },
      flicker: { hertz: 100 },
    });
    expect(plan).not.toHaveProperty('flicker');
    expect(notes).toEqual([
      'No sensor is chosen, so sensorFile is not used.',
      'No sensor is chosen, so flicker of the light is not used.',
    ]);
  });

  test('a key of flicker that means nothing is named', () => {
    expect(planOf({ flicker: { hertz: 100, speed: 3 } }).unknownKeys).toEqual(['flicker.speed']);
  });
});
