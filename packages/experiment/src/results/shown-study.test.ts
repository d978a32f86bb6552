import { readStudyDocument } from '@lumenloom/contract';
import { meanInWords, ruleInWords } from '@lumenloom/report';
import { expect, test } from 'vitest';
import { describeStudy } from './shown-study.ts';

test('constraints read as rules that a run meets or breaks, figures and formulas have names', () => {
  const figure = 'case:Night/measurements.noise.grey18Db';
  const read = readStudyDocument({
    name: 'x',
    recipe: {},
    budget: { runs: 4 },
    cases: [{ name: 'Night', set: {} }],
    vary: [{ path: 'sensorParams.read_noise', name: 'noise', from: 1, to: 2 }],
    derive: [{ path: 'sensorParams.well_capacity', expression: '9000*noise' }],
    objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
    constraints: [{ name: `${figure} ≤`, figure, max: 24.6 }],
  });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { constraints, figureLabels, formulas } = describeStudy(read.value);
  const [rule] = constraints;
  const words = 'Night: SNR at 18 % grey in the developed picture at most 24.6 dB';
  expect(rule!.rule).toBe(words);
  expect(ruleInWords(rule!, { figures: { [rule!.name]: 24.5 } })).toBe(`${words}: met`);
  expect(ruleInWords(rule!, { figures: { [rule!.name]: 24.7 } })).toBe(`${words}: broken`);
  expect(ruleInWords(rule!, { figures: {} })).toBe(`${words}: broken`);
  expect(figureLabels['sensor.snrAtGrey18']).toBe('SNR at 18 % grey, dB');
  expect(formulas).toContainEqual(['Sensor Well Capacity, e⁻', '9000*noise']);
});

test('a mean has no more digits than its error allows', () => {
  expect(meanInWords({ mean: 30.12345, standardError: 0.0321 })).toBe('30.123 ± 0.032');
  expect(meanInWords({ mean: -1234.5, standardError: 78 })).toBe('−1235 ± 78');
  expect(meanInWords({ mean: 71.38, standardError: 0 })).toBe('71.38 ± 0');
});
