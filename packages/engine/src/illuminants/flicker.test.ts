import { expect, test } from 'vitest';
import { flickerSeconds, rowContrast, type FlickerPlan } from './flicker.ts';

const sine: FlickerPlan = { kind: 'sine', hertz: 100, depth: 0.6, phaseDegrees: 40 };
const pwm: FlickerPlan = { kind: 'pwm', hertz: 90, depth: 0.8, duty: 0.2, phaseDegrees: 10 };

/** The factor of the flicker at a time, as its definition has it. */
const factor = (flicker: FlickerPlan, t: number): number => {
  const turns = flicker.hertz * t + flicker.phaseDegrees / 360;
  return flicker.kind === 'sine'
    ? 1 + flicker.depth * Math.sin(2 * Math.PI * turns)
    : 1 -
        flicker.depth +
        (flicker.depth * Number(turns - Math.floor(turns) < flicker.duty)) / flicker.duty;
};

test.each([
  [sine, 0, 0.003],
  [sine, 99.7, 99.7123],
  [pwm, 0.001, 0.0043],
  [pwm, 7.3, 7.35],
])('the integral of %o from %d to %d s', (flicker, from, to) => {
  const steps = 200_000;
  let sum = 0;
  for (let i = 0; i < steps; i += 1)
    sum += factor(flicker, from + ((i + 0.5) * (to - from)) / steps);
  // A pulse may begin or end within a step.
  expect(Math.abs(flickerSeconds(flicker, from, to) / (to - from) - sum / steps)).toBeLessThan(
    4e-5,
  );
});

test('over whole periods it is the time itself, and an empty time gives nothing', () => {
  expect(flickerSeconds(sine, 0.3, 0.34)).toBeCloseTo(0.04, 12);
  expect(flickerSeconds(pwm, 0.3, 0.3 + 3 / 90)).toBeCloseTo(3 / 90, 12);
  expect(flickerSeconds(undefined, 1, 1.5)).toBe(0.5);
  expect(flickerSeconds(sine, 2, 1)).toBe(0);
});

test('a pulse between two exposures is missed', () => {
  const led: FlickerPlan = { kind: 'pwm', hertz: 100, depth: 1, duty: 0.1, phaseDegrees: 0 };
  expect(flickerSeconds(led, 0.002, 0.008)).toBe(0);
  expect(flickerSeconds(led, 0, 0.001)).toBeCloseTo(0.01, 12);
});

test('bands vanish where the exposure is whole periods', () => {
  expect(rowContrast(sine, 0.03)).toBeLessThan(1e-12);
  expect(rowContrast(sine, 0.005)).toBeCloseTo((0.6 * 2) / Math.PI, 9);
});
