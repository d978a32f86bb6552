import { expect, it } from 'vitest';
import { deploymentSchema } from './deployment.ts';

it('keeps the features that this build knows, in one order', () => {
  expect(
    deploymentSchema.parse({
      computeBase: '',
      workbenchFeatures: ['share', 'time-travel', 'stop'],
    }),
  ).toEqual({ computeBase: '', workbenchFeatures: ['stop', 'share'], analyticsSrc: '' });
});

it('refuses what is no deployment', () =>
  expect(deploymentSchema.safeParse({}).success).toBe(false));
