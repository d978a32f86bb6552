import { isps, scenes, sensors, type Field } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSweepDocument } from '../sweep/sweep-document.ts';
import { ownSentences } from '../text-fields.ts';
import { fieldPath, type Decoded } from './decoded.ts';
import { toFovCheck } from './fov-check.ts';
import { toIlluminantQuery } from './get-illuminant.ts';
import { toPlan } from './request.ts';

const fieldsOf = (decoded: Decoded<unknown>): string[] =>
  decoded.ok ? [] : decoded.problems.map(({ field }) => field);

describe('fieldPath', () => {
  it.each([
    [[], ''],
    [['sensorParams', 'well_capacity'], 'sensorParams.well_capacity'],
    [['vary', 0, 'values', 1], 'vary[0].values[1]'],
    [[1, 2], '[1][2]'],
  ])('of %j is %s', (steps, path) => expect(fieldPath(steps)).toBe(path));
});

describe('the path of a problem', () => {
  const sweep = { name: 'A', recipe: {}, measure: ['totalMs'] };
  const photons = Array.from({ length: 31 }, (_, band) => (band === 3 ? 'x' : 1));
  const rows = photons.map((value) => [value, 1]);
  const values = [
    [1, 0, 0, 0],
    [0, 1, 'x', 0],
    [0, 0, 1, 0],
  ];
  const isp = { scene: 'Macbeth', sensor: 'Bayer-grbg', isp: 'Fast-openISP' };
  it.each([
    [
      toPlan({ sensor: 'Bayer-grbg', sensorParams: { well_capacity: 'x' } }),
      'sensorParams.well_capacity',
    ],
    [toPlan({ ...isp, ispParams: { ccmValues: values } }), 'ispParams.ccmValues[1][2]'],
    [toPlan({ ...isp, ispParams: { cehGain: [4, 'x'] } }), 'ispParams.cehGain[1]'],
    [toPlan({ ...isp, ispParams: { cehGain: '4,x' } }), 'ispParams.cehGain'],
    [
      toPlan({ illuminant: 'Custom', illuminantCustomPhotons: photons }),
      'illuminantCustomPhotons[3]',
    ],
    [
      toPlan({ scene: 'apple.jpg', sceneFileIlluminantData: rows }),
      'sceneFileIlluminantData[3][0]',
    ],
    [toIlluminantQuery({ illuminant: 'Custom', photonValues: photons }), 'photonValues[3]'],
    [toFovCheck({ selectedScene: 'Jar' }), 'selectedScene'],
    [readSweepDocument({ ...sweep, vary: [{ path: 'a', values: [] }] }), 'vary[0].values'],
    [
      readSweepDocument({ ...sweep, vary: [{ path: 'a', values: [1], speed: 1 }] }),
      'vary[0].speed',
    ],
    [readSweepDocument({ ...sweep, vary: [{ path: 1, values: [1] }] }), 'vary[0].path'],
    [readSweepDocument({ ...sweep, vary: [], measure: ['a', 1] }), 'measure[1]'],
  ])('leads to the value: %#', (decoded, path) => expect(fieldsOf(decoded)).toEqual([path]));

  it('is also in the sentence about a missing field', () => {
    z.config(ownSentences);
    const schema = z.object({ files: z.array(z.object({ name: z.string() })) });
    expect(schema.safeParse({ files: [{}] }).error!.issues[0]!.message).toBe(
      'files[0].name is a required field',
    );
    z.config({ customError: undefined });
  });

  it('has indices in brackets for every field of a recipe', () => {
    const wrongOf = ({ kind, ...field }: Field): unknown => {
      if (kind === 'pair') return ['x', 'x'];
      return kind === 'matrix' && 'rows' in field
        ? field.rows.map(() => field.columns.map(() => 'x'))
        : 'x';
    };
    const parts = [
      ...Object.values(scenes).map((scene) => [scene, { scene: scene.label }] as const),
      ...Object.values(sensors).map((sensor) => [sensor, { sensor: sensor.label }] as const),
      ...Object.values(isps).map((one) => [one, { ...isp, isp: one.label }] as const),
    ];
    for (const [{ wireKey, fields }, choices] of parts)
      for (const field of fields) {
        const found = fieldsOf(toPlan({ ...choices, [wireKey]: { [field.key]: wrongOf(field) } }));
        expect(found.length).toBeGreaterThan(0);
        for (const path of found)
          expect(path).toMatch(new RegExp(`^${wireKey}\\.${field.key}(\\[\\d+\\])*$`));
      }
  });
});
