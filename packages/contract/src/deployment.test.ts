import { expect, it } from 'vitest';
import { deploymentSchema } from './deployment.ts';

it('keeps the features that this build knows, in one order', () => {
  expect(
    deploymentSchema.parse({
      computeBase: '',
      workbenchFeatures: ['share', 'time-travel', 'stop'],
      workbenchOffers: ['time-travel', 'live'],
    }),
  ).toEqual({
    computeBase: '',
    workbenchFeatures: ['stop', 'share'],
    workbenchOffers: ['live'],
    analyticsSrc: '',
  });
});

it('refuses what is no deployment', () =>
  expect(deploymentSchema.safeParse({}).success).toBe(false));
