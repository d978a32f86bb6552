import { describe, expect, test } from 'vitest';
import { toEngineUnits } from '../field-descriptor.ts';
import { ispFields, type IspParameters } from './fast-open-isp/order.ts';
import { configuredGains, picturedColour } from './fast-open-isp/shown-colour.ts';
import { neutralGainsLine, whiteBalanceLine, whiteBalanceOf } from './white-balance.ts';

const parametersWith = (changes: Partial<IspParameters> = {}): IspParameters => ({
  ...toEngineUnits(ispFields, {}),
  ...changes,
});
/** Gains of the reference sensor under D65. */
const D65 = { red: 1.268, blue: 3.75 };
const balanceOf = (parameters: IspParameters, neutral = D65) =>
  whiteBalanceOf(picturedColour(parameters), configuredGains(parameters), neutral);
const lineOf = (parameters: IspParameters, neutral = D65): string | undefined => {
  const balance = balanceOf(parameters, neutral);
  return balance && whiteBalanceLine(balance);
};

describe('verdict on white balance', () => {
  test('the default gains under D65: blue', () => {
    expect(lineOf(parametersWith())).toBe(
      'Set R 1.167, B 4.167; neutral for this light R 1.268, B 3.750: a white diffuser will look blue, B/R +21 %.',
    );
  });
  test('gains of the light itself: neutral', () => {
    const neutral = { awbR: 1.268 * 1024, awbGr: 1024, awbGb: 1024, awbB: 3.75 * 1024 };
    expect(lineOf(parametersWith(neutral))).toMatch(
      /: a white diffuser will look neutral, B\/R \+0 %\.$/,
    );
  });
  test('a light that needs less red and more blue: orange', () => {
    expect(lineOf(parametersWith(), { red: 0.7, blue: 8 })).toMatch(
      /: a white diffuser will look orange, B\/R -69 %\.$/,
    );
  });
  test('too little red and blue: green', () => {
    expect(
      lineOf(parametersWith({ awbR: 1024, awbGr: 1024, awbGb: 1024, awbB: 3 * 1024 })),
    ).toMatch(/: a white diffuser will look green, G \+26 % against R and B\.$/);
  });
  test('AWB off is said', () => {
    expect(lineOf(parametersWith({ awbEnabled: false }))).toMatch(
      /^AWB is off; neutral for this light R 1\.268, B 3\.750: a white diffuser will look yellow/,
    );
  });
  test('a matrix that swaps red and blue once more makes bluish white orange', () => {
    const ccmValues = [
      [2000, 0, 0, 0],
      [0, 2000, 0, 0],
      [0, 0, 2000, 0],
    ];
    expect(balanceOf(parametersWith({ ccmValues }))?.looks).toBe('orange');
    expect(balanceOf(parametersWith())?.looks).toBe('blue');
  });
  test('a light that a channel does not see: no verdict and no gains', () => {
    for (const neutral of [
      { red: 0, blue: 0 },
      { red: NaN, blue: 2 },
      { red: 1, blue: Infinity },
    ]) {
      expect(lineOf(parametersWith(), neutral)).toBeUndefined();
      expect(neutralGainsLine(neutral)).toMatch(/^No gains make this light neutral/);
    }
  });
  test('no colours, no verdict', () => {
    expect(lineOf(parametersWith({ cfaEnabled: false }))).toBeUndefined();
  });
});
