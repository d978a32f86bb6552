import { expect, test } from 'vitest';
import { chosenPlan } from './chosen-plan.ts';

test.each([
  [{ planName: 'Basic' }, 'Basic'],
  [{ planName: 'Education' }, 'Education'],
  [{ planName: 'Max' }, undefined],
  [{ planName: ['Pro'] }, undefined],
  [{}, undefined],
  [null, undefined],
  ['Pro', undefined],
])('%j', (state, plan) => expect(chosenPlan(state)).toBe(plan));
