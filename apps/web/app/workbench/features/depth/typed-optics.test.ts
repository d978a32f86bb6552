import { describe, expect, it } from 'vitest';
import { metresInWords, typedMetres, typedMetresUp } from './metres.ts';
import {
  focusFields,
  focusModeOf,
  opticsOf,
  strayFields,
  strayInWords,
  strayModeOf,
  withMode,
  withStray,
} from './typed-optics.ts';

const keysOf = (fields: readonly { readonly key: string }[]): string[] =>
  fields.map(({ key }) => key);

describe('the focus as it is typed', () => {
  it('has the fields of its mode, never the distance of the scene', () => {
    expect(focusModeOf({ objectDistance: '3', fNumber: '8' })).toBe('infinity');
    expect(focusModeOf({ focusDistance: '3' })).toBe('distance');
    expect(keysOf(focusFields('infinity'))).toEqual(['focusShift', 'fNumber']);
    expect(keysOf(focusFields('distance'))).toEqual(['focusDistance', 'focusShift', 'fNumber']);
    expect(keysOf(focusFields('hyperfocal'))).toEqual(['focusShift', 'fNumber']);
    expect(keysOf(focusFields('autofocus'))).not.toContain('autofocusWhen');
    expect(keysOf(focusFields('autofocus', true))).toContain('autofocusWhen');
  });

  it('keeps what another mode does not concern', () => {
    const typed = { objectDistance: '3', fNumber: '8' };
    const near = withMode(typed, 'distance', '2.4');
    expect(near).toEqual({ ...typed, focusDistance: '2.4' });
    expect(withMode(near, 'infinity', '2.4')).toEqual(typed);
  });
});

describe('the stray light as it is typed', () => {
  it('is off, or begins with what clean lenses have', () => {
    expect(strayModeOf({ scatter: '0', fNumber: '8' })).toBe('off');
    expect(strayInWords({ fNumber: '8' })).toBe('off');
    const on = withStray({ fNumber: '8' }, 'scatter');
    expect(on).toEqual({ fNumber: '8', scatter: '1' });
    expect(strayModeOf(on)).toBe('scatter');
    expect(strayInWords(on)).toBe('scatter 1 %');
    expect(keysOf(strayFields('scatter'))).toEqual(['scatter', 'scatterShoulder', 'scatterSlope']);
    expect(withStray({ ...on, scatterSlope: '2' }, 'off')).toEqual({ fNumber: '8' });
  });
});

describe('what a recipe holds of it', () => {
  it('is what asks for something', () => {
    expect(opticsOf({ focusDistance: ' ', focusShift: '-0.0', scatter: '0' })).toBeUndefined();
    expect(opticsOf({ focusDistance: ' 2 ', focusShift: '3' })).toEqual({
      focusDistance: '2',
      focusShift: '3',
    });
  });
});

it('distances have the digits that people read', () => {
  expect([0.3, 2.4, 12.5, Infinity, null].map(metresInWords)).toEqual([
    '0.300 m',
    '2.40 m',
    '12.5 m',
    'infinity',
    'infinity',
  ]);
  expect(typedMetres(2.400049)).toBe('2.4');
  expect([5.0801, 0.19301, 12].map(typedMetresUp)).toEqual(['5.081', '0.1931', '12']);
});
