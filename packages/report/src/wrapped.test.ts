import { describe, expect, it } from 'vitest';
import { wrapped } from './wrapped.ts';

describe('a long name in lines', () => {
  it.each([
    ['sensor.snrAtGrey18', ['sensor.snrAtGrey18']],
    ['case:Macbeth/measurements.colour.mean', ['case:Macbeth/', 'measurements.', 'colour.mean']],
    [
      'measurements.sfr.edges.0.developed.mtf50',
      ['measurements.sfr.', 'edges.0.developed.', 'mtf50'],
    ],
    ['ISP Red gain (r_gain)', ['ISP Red gain', '(r_gain)']],
    ['algorithm.meanRelativeDifference', ['algorithm.mean', 'RelativeDifference']],
  ])('%s', (name, lines) => {
    expect(wrapped(name, 18)).toEqual(lines);
  });
});
