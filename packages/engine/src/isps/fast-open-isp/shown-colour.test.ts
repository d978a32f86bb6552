import { describe, expect, it } from 'vitest';
import { toEngineUnits, type FieldValue } from '../../field-descriptor.ts';
import { ispFields } from './order.ts';
import { shownColour } from './shown-colour.ts';

const shown = (values: Readonly<Record<string, FieldValue>>) =>
  shownColour(toEngineUnits(ispFields, values));

describe('shown colour', () => {
  it('turns the default matrix round: red is shown as red', () => {
    const gain = 2000 / 1024;
    expect(shown({})).toEqual([
      [(gain * 1400) / 1024, 0, 0],
      [0, (gain * 1200) / 1024, 0],
      [0, 0, (gain * 5000) / 1024],
    ]);
  });
  it('takes the mean of the green gains and leaves the offsets out', () => {
    expect(
      shown({
        awbR: 1024,
        awbGr: 1024,
        awbGb: 2048,
        awbB: 1024,
        ccmValues: [
          [0, 0, 1024, 7],
          [0, 1024, 0, 7],
          [1024, 0, 0, 7],
        ],
      }),
    ).toEqual([
      [1, 0, 0],
      [0, 1.5, 0],
      [0, 0, 1],
    ]);
  });
  it('without AWB and CCM shows the first channel as blue', () => {
    expect(shown({ awbEnabled: false, ccmEnabled: false })).toEqual([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ]);
  });
});
