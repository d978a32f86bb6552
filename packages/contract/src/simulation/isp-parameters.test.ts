import { describe, expect, it } from 'vitest';
import { toIspParameters } from './isp-parameters.ts';

const accepted = (input: unknown) => {
  const decoded = toIspParameters(input, 10);
  if (!decoded.ok) throw new Error(decoded.problems.map(({ message }) => message).join(' '));
  return decoded.value;
};
const refused = (input: unknown): string[] => {
  const decoded = toIspParameters(input, 10);
  return decoded.ok ? [] : decoded.problems.map(({ field, message }) => `${field}: ${message}`);
};

describe('ISP parameters', () => {
  it('are the defaults when nothing is said', () => {
    const { parameters, notes, unknownKeys } = accepted(undefined);
    expect(parameters).toMatchObject({
      dpcEnabled: true,
      dpcValue: 30,
      cfaType: 'malvar',
      ccmValues: [
        [0, 0, 2000, 0],
        [0, 2000, 0, 0],
        [2000, 0, 0, 0],
      ],
      cehGain: [4, 6],
      hscHueOffset: 0,
      sclEnabled: false,
      sclHeight: 1080,
    });
    expect([notes, unknownKeys]).toEqual([[], []]);
  });

  it('come as strings or numbers, degrees as radians', () => {
    expect(
      accepted({
        dpcValue: '60',
        awbR: 1100,
        hscHueOffset: '180',
        ccmValues: [
          ['1', 2, '3', '-4'],
          [5, 6, 7, 8],
          ['9', '1e1', 11, 12],
        ],
      }).parameters,
    ).toMatchObject({
      dpcValue: 60,
      awbR: 1100,
      hscHueOffset: Math.PI,
      ccmValues: [
        [1, 2, 3, -4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
      ],
    });
  });

  it.each([
    ['3,5', [3, 5]],
    [' 3 , 5 ', [3, 5]],
    [
      [3, 5],
      [3, 5],
    ],
    [
      ['3', '5'],
      [3, 5],
    ],
  ])('tiles %j', (input, tiles) => {
    expect(accepted({ cehGain: input }).parameters.cehGain).toEqual(tiles);
  });

  it('say what was blank', () => {
    const { parameters, notes, unknownKeys } = accepted({
      cehGain: null,
      awbB: ' ',
      ccmValues: [
        [null, 0, 2000, 0],
        [0, 2000, 0, 0],
        [2000, 0, '', 0],
      ],
      cfaType: '',
      dpcEnabled: null,
      gamma: 1,
    });
    expect(parameters).toMatchObject({
      cehGain: [4, 6],
      awbB: 5000,
      ccmValues: [
        [0, 0, 2000, 0],
        [0, 2000, 0, 0],
        [2000, 0, 0, 0],
      ],
    });
    expect(notes).toContain('tiles (ispParams.cehGain) was blank: using 4,6.');
    expect(notes).toContain('b_gain (ispParams.awbB) was blank: using 5000.');
    expect(notes).toContain(
      'CCM values, row R, column R (ispParams.ccmValues[0][0]) was blank: using 0.',
    );
    expect(notes).toContain(
      'CCM values, row B, column B (ispParams.ccmValues[2][2]) was blank: using 0.',
    );
    expect(unknownKeys).toEqual(['gamma']);
    expect(accepted({ ccmValues: null }).notes).toEqual([
      'CCM values (ispParams.ccmValues) was blank: using 0,0,2000,0,0,2000,0,0,2000,0,0,0.',
    ]);
  });

  it.each([
    [
      { nlmRadius: 8 },
      'ispParams.nlmRadius: search window size must be an odd whole number, not 8.',
    ],
    [{ nlmSigma: '3.5' }, 'ispParams.nlmSigma: patch size must be an odd whole number, not 3.5.'],
    [{ awbR: -1 }, 'ispParams.awbR: r_gain must be at least 0, not -1.'],
    [{ gacGain: '-0.5' }, 'ispParams.gacGain: GAC gain must be at least 0, not -0.5.'],
    [{ cehGain: '0,0' }, 'ispParams.cehGain: tiles must be at least 2, not 0.'],
    [{ cehGain: '4,x' }, 'ispParams.cehGain: tiles must be a number, not "x".'],
    [
      { cehGain: '4' },
      'ispParams.cehGain: tiles must be two numbers with a comma between them, like 4,6, not "4".',
    ],
    [
      { cehGain: '4,6,8' },
      'ispParams.cehGain: tiles must be two numbers with a comma between them, like 4,6, not "4,6,8".',
    ],
    [{ cehGain: '2.5,3' }, 'ispParams.cehGain: tiles must be a whole number, not 2.5.'],
    [
      { cehGain: {} },
      'ispParams.cehGain: tiles must be two numbers with a comma between them, like 4,6, not an object.',
    ],
    [
      {
        ccmValues: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
      'ispParams.ccmValues: CCM values must be 3 rows of 4 numbers.',
    ],
    [{ ccmValues: 'identity' }, 'ispParams.ccmValues: CCM values must be 3 rows of 4 numbers.'],
    [
      {
        ccmValues: [
          [1, 0, 0, 0],
          [0, 1, 0, 'x'],
          [0, 0, 1, 0],
        ],
      },
      'ispParams.ccmValues[1][3]: CCM values, row G, column Offset, must be a number, not "x".',
    ],
    [
      { cfaType: 'nearest' },
      'ispParams.cfaType: CFA type "nearest" is not known: choose bilinear, malvar, or leave it blank.',
    ],
    [{ dpcEnabled: 'yes' }, 'ispParams.dpcEnabled: DPC must be true or false'],
    [{ sclWidth: 100000 }, 'ispParams.sclWidth: width must be at most 32768, not 100000.'],
    [{ gacEnabled: false }, 'ispParams.cscEnabled: CSC needs GAC: enable GAC or disable CSC.'],
    [
      { blcR: 1023, blcGr: 1023, blcGb: 1023, blcB: 1023 },
      'ispParams.blcR: The black levels of BLC leave nothing of 10 bits: make one of them less than 1023.',
    ],
    ['text', 'ispParams: ispParams must be an object with the fields '],
  ])('refuse %j', (input, sentence) => {
    expect(refused(input)[0]!.startsWith(sentence)).toBe(true);
  });

  it.each(['abc', '1,5', NaN, Infinity, 1e308, '１２', [], {}, true, '9'.repeat(10_000)])(
    'refuse %j in any number field, or take the default',
    (wrong) => {
      for (const field of [
        'dpcValue',
        'blcR',
        'awbR',
        'cnfValue',
        'gacGain',
        'gacOffset',
        'nlmRadius',
        'nlmHeight',
        'bnfDistTh',
        'cehOffset',
        'eehGain',
        'fcsGain',
        'hscHueOffset',
        'bccContrastGain',
        'sclWidth',
      ]) {
        expect(refused({ [field]: wrong })[0]).toMatch(
          new RegExp(`^ispParams\\.${field}: .* must be .*\\.$`),
        );
      }
    },
  );
});
