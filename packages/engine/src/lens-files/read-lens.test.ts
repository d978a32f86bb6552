import { describe, expect, it } from 'vitest';
import { asCodeV, asZemax } from '../../references/optics/written-lens.ts';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { loadGlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import { readAgf } from '../optics/glass/read-agf.ts';
import { refractiveIndex } from '../optics/glass/refractive-index.ts';
import { lensReport } from '../optics/lens-report.ts';
import { beamOf } from '../optics/ray-trace/field-beam.ts';
import { firstOrder as paraxial } from '../optics/ray-trace/first-order.ts';
import { lensDesign } from '../optics/ray-trace/lens-design.ts';
import { configuredLens } from '../optics/ray-trace/configurations.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import { traceRays } from '../optics/ray-trace/trace-rays.ts';
import type { ReadLens } from './lens-file-facts.ts';
import { readLens } from './read-lens.ts';

const catalogue = await loadGlassCatalogue();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, name = 'lens.zmx', keepFocus = false): ReadLens =>
  readLens(bytes(text), name, { catalogue, keepFocus });

/** The Cooke triplet at its own size, with a conic and two aspheres. */
const triplet: LensFile = {
  name: 'Triplet',
  stopIndex: 3,
  halfFieldDegrees: 14,
  surfaces: lensFiles['cooke-triplet'].surfaces.map((row, i) => ({
    ...row,
    ...(i === 1 && { conic: -0.5 }),
    ...(i === 4 && { conic: 0.3, aspheric: [0, -1.5e-6, 2e-9, 1e-12] }),
    ...(i === 5 && { aspheric: [0, 2.5e-7] }),
  })),
};
const zemax = asZemax(triplet);

/** Numbers of a report, in one list. */
function figuresOf(file: LensFile): number[] {
  const { firstOrder, fields, imageDistanceMm } = lensReport(
    lensDesign(file),
    [486.1327, 587.5618, 656.2725],
    [0, 0.7, 1],
  );
  return [...firstOrder, ...fields]
    .flatMap((row): unknown[] => Object.values(row))
    .filter((value) => typeof value === 'number')
    .concat(imageDistanceMm);
}
const SAME = 1e-12;
/**
 * Wavefronts differ by the rounding of optical paths of some 60 mm, in waves: the last digit of a
 * path is 1.4e-11 waves.
 */
const differences = (one: LensFile, other: LensFile): number => {
  const [ours, theirs] = [figuresOf(one), figuresOf(other)];
  expect(ours.length).toBe(theirs.length);
  return Math.max(
    ...ours.map((value, i) => Math.abs(value - theirs[i]!) / Math.max(1, Math.abs(value))),
  );
};

describe('the same lens in three formats', () => {
  const json = read(JSON.stringify(triplet), 'lens.json').file;
  it.each([
    ['.zmx', zemax, 'lens.zmx'],
    ['.zmx by its content', zemax, 'lens.txt'],
    ['.seq', asCodeV(triplet), 'lens.seq'],
    ['.zmx in centimetres', asZemax(triplet, { unit: ['CM', 10] }), 'lens.zmx'],
    ['.zmx in inches', asZemax(triplet, { unit: ['IN', 25.4] }), 'lens.zmx'],
    ['.zmx in metres', asZemax(triplet, { unit: ['METER', 1000] }), 'lens.zmx'],
  ])('%s gives every figure of the JSON', (_, text, name) => {
    const { file, notes } = read(text, name);
    expect(notes).toEqual([]);
    expect(file.name).toBe('Triplet');
    expect(differences(file, json)).toBeLessThan(SAME);
  });

  it.each([
    ['UTF-16 little-endian', 'utf16le', [0xff, 0xfe]],
    ['UTF-16 without a byte order mark', 'utf16le', []],
    ['UTF-8 with a byte order mark', 'utf8', [0xef, 0xbb, 0xbf]],
    ['Latin-1', 'latin1', []],
  ] as const)('%s', (_, encoding, mark) => {
    const text = zemax.replace('NAME Triplet', 'NAME Objektiv für Übungen');
    const encoded = Uint8Array.from([...mark, ...Buffer.from(text, encoding)]);
    const { file } = readLens(encoded, 'lens.zmx', { catalogue, keepFocus: false });
    expect(file.name).toBe('Objektiv für Übungen');
    expect(file.surfaces).toEqual(read(zemax).file.surfaces);
  });
});

describe('apertures, fields and focus', () => {
  const design = lensDesign(triplet);
  const { backFocalLengthMm, focalLengthMm } = paraxial(design, 587.5618);
  const stopOf = ({ file }: ReadLens): number => file.surfaces[3]!.semiDiameter;
  const stopMm = triplet.surfaces[3]!.semiDiameter;
  it('ENPD and FNUM give the size of the stop by the real marginal ray', () => {
    const { radiiMm } = beamOf(design, 587.5618, 0, { azimuths: 4, tolerance: 1e-14 });
    const pupilMm = 2 * radiiMm[0]!;
    for (const aperture of [`ENPD ${pupilMm}`, `FNUM ${focalLengthMm / pupilMm} 0`])
      expect(stopOf(read(asZemax(triplet, { aperture })))).toBeCloseTo(stopMm, 10);
  });
  it('an entrance pupil of the file is named beside the paraxial one where they differ', () => {
    const notesOf = (pupilMm: number) =>
      read(asZemax(triplet, { aperture: `ENPD ${pupilMm}` })).notes.filter((note) =>
        note.includes('entrance pupil'),
      );
    expect(notesOf(10)).toEqual([
      expect.stringMatching(
        /^The file gives an entrance pupil of 10 mm\. Its real marginal ray sets the stop \(\d\.\d{3} mm\); the paraxial pupil of that stop is \d+\.\d{3} mm\.$/,
      ),
    ]);
    expect(notesOf(0.001)).toEqual([]);
  });
  it.each(['OBNA 0.008 0', 'ENPD 8'])('%s of a near object is the cone that passes', (aperture) => {
    const { file } = read(asZemax(triplet, { aperture, objectDistance: '500' }));
    const { entrancePupilMm } = paraxial(lensDesign(file), 587.5618);
    const sine = aperture.startsWith('ENPD') ? 4 / Math.hypot(4, 500 + entrancePupilMm) : 0.008;
    const cone = [1 - 1e-6, 1 + 1e-6].map((share) => {
      const M = share * sine;
      return { x: 0, y: 0, z: -500, L: 0, M, N: Math.sqrt(1 - M * M), wavelengthNm: 587.5618 };
    });
    expect(traceRays(lensDesign(file), cone).map(({ failure }) => failure)).toEqual([
      undefined,
      'is stopped by the clear aperture of surface 4',
    ]);
  });
  it('an aperture that the lens cannot have is refused', () => {
    expect(() => read(asZemax(triplet, { aperture: 'FNUM 0.6 0' }))).toThrow(
      /Line \d+: the f-number of 0\.6 is too wide for the lens: its marginal ray (misses|is totally reflected at) surface \d/,
    );
  });
  it('a finite focus is refocused to infinity, or kept, and the notes say so', () => {
    const near = asZemax(triplet, { objectDistance: '500' });
    const refocused = read(near);
    expect(lensDesign(refocused.file).imageDistanceMm).toBeCloseTo(backFocalLengthMm, 10);
    expect(refocused.notes.join()).toMatch(
      /focused at 500 mm: refocused to infinity, .* instead of 42\.25538 mm/,
    );
    const kept = read(near, 'lens.zmx', true);
    expect(lensDesign(kept.file).imageDistanceMm).toBe(42.25538);
    expect(kept.notes.join()).toMatch(/focused at 500 mm: the sensor stays/);
    expect(read(asCodeV(triplet, { objectDistance: '500' }), 'a.seq').notes).toEqual(
      refocused.notes,
    );
  });
  it('a sensor off its focus gets a warning, with the distance that would be in focus', () => {
    const warningOf = ({ notes }: ReadLens): string => notes.join().match(/Warning: .*/)?.[0] ?? '';
    expect(warningOf(read(zemax))).toBe('');
    const [first, ...others] = triplet.surfaces.toReversed();
    const off = (mm: number, keys: object = {}): LensFile => ({
      ...triplet,
      surfaces: [...others.toReversed(), { ...first!, thickness: first!.thickness + mm }],
      ...keys,
    });
    const behind = warningOf(read(asZemax(off(0.5)), 'a.zmx', true));
    expect(behind).toMatch(/stands 0\.\d+ mm behind the sharpest focus .* leave out the option/);
    const [, better] = /the last thickness (\S+) mm instead of/.exec(behind) ?? [];
    expect(warningOf(read(asZemax(off(Number(better) - first!.thickness))))).toBe('');
    const imageDistance = first!.thickness - 0.5;
    const before = warningOf(read(JSON.stringify(off(0, { imageDistance })), 'a.json'));
    expect(before).toMatch(/mm before the sharpest focus .* make the distance to the sensor/);
    expect(before).not.toContain('leave out');
  });
  it('image heights become angles: paraxial ones by the focal length, real ones by the chief ray', () => {
    const height = focalLengthMm * Math.tan((14 * Math.PI) / 180);
    const fieldOf = (type: number, value: number): number =>
      read(zemax.replace('FTYP 0', `FTYP ${type}`).replace('YFLN 0 14', `YFLN 0 ${value}`)).file
        .halfFieldDegrees;
    expect(fieldOf(2, height)).toBeCloseTo(14, 10);
    const chief = lensReport(design, [587.5618], [1]).fields[0]!.chiefHeightMm;
    expect(fieldOf(3, chief)).toBeCloseTo(14, 8);
  });
  it('apertures that the file leaves out pass the axial beam, and .3 of it at the rim of the field', () => {
    const { file, notes } = read(zemax.replaceAll(/^ {2}DIAM (?!3\.86).*\r\n/gm, ''));
    expect(notes).toEqual([
      'The file has no clear aperture for surfaces 1, 2, 3, 5, 6: the whole beam passes there on the axis, and 0.3 of its radius at the rim of the field.',
    ]);
    const beam = (field: number) =>
      beamOf(lensDesign(file), 587.5618, field * design.halfField, {
        azimuths: 64,
        tolerance: 1e-9,
      });
    // The stop alone limits the beam on the axis.
    const [onAxis, rim] = [beam(0), beam(1)];
    const { radiiMm } = beamOf(design, 587.5618, 0, { azimuths: 64, tolerance: 1e-9 });
    expect(onAxis.radiiMm[0]).toBeCloseTo(radiiMm[0]!, 6);
    // At the rim it reaches from the chief ray by .3 of that to both sides, and by the clearance
    // and pupil aberrations more.
    const towards = (azimuth: number): number =>
      rim.radiiMm[azimuth]! + (azimuth === 0 ? 1 : -1) * (rim.centreMm - rim.chiefMm);
    for (const share of [towards(0), towards(31)].map((mm) => mm / onAxis.radiiMm[0]!)) {
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(0.6);
    }
  });
  it('says which configuration is traced, and applies its thicknesses where the file shows another one', () => {
    const configurations = (active: number): string =>
      zemax.replace(
        /MNUM[^]*$/,
        `MNUM 2 ${active}\r\nTHIC 2 1 6.5 0 0 0 1 1 1 0 0 "" 0\r\nTHIC 2 2 6.00755 0 0 0 1 1 1 0 0 "" 0\r\n`,
      );
    const { file, notes } = read(configurations(2));
    expect(notes[0]).toBe('The file has 2 configurations: the first one is traced.');
    expect(file.surfaces[1]!.thickness).toBe(6.5);
    // The values of a configuration count, whichever the file shows.
    expect(read(configurations(1)).file).toEqual(file);
    const second = readLens(bytes(configurations(1)), 'a.zmx', {
      catalogue,
      keepFocus: false,
      configuration: 2,
    });
    expect(second.file.surfaces[1]!.thickness).toBe(6.00755);
    expect(configuredLens(file, 2)).toEqual(second.file);
    expect(() => configuredLens(file, 3)).toThrow('configuration must be from 1 to 2, not 3.');
  });
});

describe('glasses', () => {
  const withGlass = (glass: string, order = 'SCHOTT', text = zemax): ReadLens =>
    read(text.replace('GLAS F2 ', `GLAS ${glass} `).replace('GCAT SCHOTT', `GCAT ${order}`));
  const indexOf = ({ file }: ReadLens, nm = 587.5618): number =>
    refractiveIndex(file.glasses![file.surfaces[2]!.glass!]!, nm);
  it('the order of the catalogues decides between makers', () => {
    // nd of the makers' tables, as in makers.json.
    expect(indexOf(withGlass('F2'))).toBeCloseTo(1.62004, 5);
    expect(indexOf(withGlass('F2', 'CDGM'))).toBeCloseTo(1.612929, 5);
    expect(indexOf(withGlass('F2', 'MISC HIKARI CDGM'))).toBeCloseTo(1.620041, 5);
    expect(() => withGlass('F2', 'MISC')).toThrow(
      /Line \d+: surface 3: CDGM, HIKARI and SCHOTT have a glass F2, and none of them/,
    );
  });
  it('a glass that only one maker has is found, and the notes say whose it is', () => {
    expect(withGlass('S-BSL7').notes.join()).toMatch(/Glass S-BSL7 is that of OHARA/);
  });
  it('a model glass has its index and Abbe number', () => {
    const lens = withGlass('___BLANK 1 0 1.62 36.4');
    const [F, d, C] = [486.1327, 587.5618, 656.2725].map((nm) => indexOf(lens, nm));
    expect(d).toBeCloseTo(1.62, 12);
    expect((d! - 1) / (F! - C!)).toBeCloseTo(36.4, 9);
  });
  it("the user's own catalogue comes first", async () => {
    const own = readAgf(
      'CC mine\nNM F2 2 620364 1.62004 36.37 0 1\nCD 1.34533359 0.00997743871 0.209073176 0.0470450767 0.937357162 111.886764\nLD 0.32 2.5\n',
      'mine',
    );
    const reading = { catalogue: await loadGlassCatalogue(own), keepFocus: false };
    const lens = readLens(bytes(zemax.replace('GCAT SCHOTT', 'GCAT MISC')), 'a.zmx', reading);
    expect(indexOf(lens)).toBe(indexOf(withGlass('F2')));
  });
  it('the index beside a name chooses among makers, and nothing else', () => {
    const named = zemax.replace('GLAS F2 0 0 1.5 60', 'GLAS F2 0 0 1.61293 37');
    expect(named).not.toBe(zemax);
    const { notes } = withGlass('F2', 'MISC', named);
    expect(notes.join()).toContain('Glass F2 is that of CDGM, whose index 1.61293 is nearest');
    expect(indexOf(withGlass('F2', 'SCHOTT', named))).toBeCloseTo(1.62004, 5);
  });
  it('a suffix is a maker in .seq files alone, and only where there is such a maker', () => {
    const known = catalogue.find('L-TIM28', []);
    expect(known).toHaveProperty('found');
    expect(() => withGlass('L-TIM28_MOLD')).toThrow(/there is no glass L-TIM28_MOLD in/);
    const sequence = asCodeV(triplet);
    expect(() => read(sequence.replace('F2_SCHOTT', 'LTIM28_MOLD'), 'a.seq')).toThrow(
      /there is no glass LTIM28_MOLD in/,
    );
    expect(
      read(sequence.replace('F2_SCHOTT', 'LTIM28_OHARA'), 'a.seq').file.surfaces[2]!.glass,
    ).toBe('LTIM28_OHARA');
  });
});

describe('bad files are refused with their line', () => {
  const swap = (from: string | RegExp, to: string): string => {
    const text = zemax.replace(from, to);
    expect(text).not.toBe(zemax);
    return text;
  };
  it.each([
    [
      'a diffractive',
      swap('EVENASPH', 'BINARY_1'),
      /surface 5 is of TYPE BINARY_1 \(a diffractive surface/,
    ],
    [
      'a key that is not known',
      swap('GLAS F2', 'QOFF 1\r\n  GLAS F2'),
      /Line \d+: surface 3 has QOFF, which is not known here\. If it does not act on rays, give --ignore-keys QOFF/,
    ],
    [
      'a surface of its own',
      swap('EVENASPH', 'USERSURF'),
      /surface 5 is of TYPE USERSURF \(a surface computed by a program of its own\), which is not traced/,
    ],
    ['a non-sequential file', swap('MODE SEQ', 'MODE NSC'), /Line 2: MODE NSC is not traced/],
    ['no stop', swap('  STOP\r\n', ''), /no surface has STOP/],
    [
      'two stops',
      swap('SURF 5\r\n', 'SURF 5\r\n  STOP\r\n'),
      /surface 5 is the second STOP; surface 4 has one/,
    ],
    [
      'an unknown glass',
      swap('GLAS F2', 'GLAS UNOBTAINIUM'),
      /Line \d+: surface 3: there is no glass UNOBTAINIUM in/,
    ],
    [
      'NaN as a curvature',
      swap('CURV 0.0', 'CURV NaN'),
      /Line 16: CURV of surface 0 must be a number, not "NaN"/,
    ],
    ['an infinite curvature', swap('CURV 0.0', 'CURV 1e999'), /must be a number, not "1e999"/],
    [
      'a thickness without a number',
      swap(/DISZ 6.00755/, 'DISZ'),
      /DISZ of surface 2 has no number/,
    ],
    [
      'an infinite thickness inside',
      swap(/DISZ 6.00755/, 'DISZ INFINITY'),
      /Surface 2: thickness must be a number/,
    ],
    [
      '1e9 surfaces',
      swap('SURF 7', 'SURF 1000000000'),
      /surface 1000000000 follows surface 6; surface 7 is missing/,
    ],
    [
      '300 surfaces',
      zemax.replace(
        'SURF 7',
        Array.from(
          { length: 300 },
          (_, i) => `SURF ${i + 7}\r\n  TYPE STANDARD\r\n  CURV 0\r\n  DISZ 1`,
        ).join('\r\n'),
      ),
      /more than 200 surfaces/,
    ],
    [
      'a negative aperture',
      swap('DIAM 8 ', 'DIAM -8 '),
      /DIAM of surface 1 must not be less than 0/,
    ],
    [
      'an aperture beyond the sphere',
      swap('DIAM 8 ', 'DIAM 30 '),
      /Line \d+: Surface 1: semiDiameter 30 mm is larger than the surface/,
    ],
    [
      'an aperture in another file',
      swap('  DIAM 8 ', '  UDAD 0 TALBOT.UDA\r\n  DIAM 8 '),
      /surface 1 has an aperture in another file \(TALBOT\.UDA\), which is not read/,
    ],
    [
      'a ninth coefficient',
      swap('PARM 2 ', 'PARM 9 1e-9\r\n  PARM 2 '),
      /PARM 9 of surface 5 is not traced/,
    ],
    ['an unknown unit', swap('UNIT MM', 'UNIT FURLONG'), /Line 4: UNIT must be MM, CM, IN, METER/],
    ['an f-number of 0', swap('FLOA', 'FNUM 0 0'), /FNUM, the f-number, must be more than 0/],
    [
      'an object aperture without an object',
      swap('FLOA', 'OBNA 0.1 0'),
      /the object is at infinity/,
    ],
    ['a field of 130°', swap('YFLN 0 14', 'YFLN 0 130'), /Line 9: the largest field is 130°/],
    [
      'object heights without an object',
      swap('FTYP 0', 'FTYP 1'),
      /fields are object heights, but the object is at infinity/,
    ],
    ['a theodolite field', swap('FTYP 0', 'FTYP 4'), /field type 4 \(FTYP\) is not read/],
    [
      'a primary wavelength that is none',
      swap('PWAV 2', 'PWAV 7'),
      /the primary wavelength is number 7/,
    ],
    [
      'a wavelength of 0',
      swap('WAVM 1 0.4861327', 'WAVM 1 0'),
      /wavelength 1 \(WAVM\) must be more than 0/,
    ],
    [
      'a curved image',
      swap(/(SURF 7\r\n.*\r\n {2}CURV) 0.0/, '$1 0.01'),
      /surface 7, the image, is curved/,
    ],
    [
      'an operand without a line for each configuration',
      swap('MNUM 1 1\r\n', 'MNUM 2 2\r\nGLSS 3 1 SF1 0\r\n'),
      /GLSS must have a line for each of the 2 configurations/,
    ],
    [
      'an operand that is not read',
      swap('MNUM 1 1\r\n', 'MNUM 2 2\r\nQQQQ 3 1 5\r\nQQQQ 3 2 6\r\n'),
      /the operand QQQQ differs between the configurations and is not read/,
    ],
    [
      'a lens that diverges',
      swap('CURV -0.0543', 'CURV 0.0543'),
      /Line \d+: The lens does not form a picture/,
    ],
    ['a NUL character', swap('NAME Triplet', 'NAME \0'), /Line 3: a NUL character/],
    ['an empty file', '', /Line 1: this is not a Zemax lens file/],
    ['a picture', '\x89PNG\r\n\x1a\n', /not a Zemax lens file/],
  ])('%s', (_, text, sentence) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        name: 'SimulationError',
        message: expect.stringMatching(sentence) as string,
      }),
    );
  });

  it('cut off at every line of its surfaces, and in the middle of each', () => {
    const lines = zemax.split('\r\n');
    const end = lines.indexOf('SURF 7') + 3;
    for (let kept = 1; kept <= end; kept += 1)
      for (const tail of ['', lines[kept]!.slice(0, lines[kept]!.length / 2)]) {
        const text = [...lines.slice(0, kept), tail].join('\r\n');
        expect(() => read(text), text.slice(-60)).toThrow(/^Line \d+: /);
      }
  });

  const sequence = asCodeV(triplet);
  it.each([
    [
      'no radii',
      sequence.replace('RDM;', ''),
      /Line \d+: the file does not say whether it gives radii/,
    ],
    [
      'decentres from the first surface',
      sequence.replace('  STO', '  STO; GLB S1'),
      /Line 15: the command GLB at surface 4 is not read: decentres are read from/,
    ],
    [
      'a Fresnel surface',
      sequence.replace('  STO', '  STO; CUF 0.01'),
      /Line 15: surface 4 is a Fresnel surface \(CUF\)/,
    ],
    ['a grating', sequence.replace('  STO', '  GRT'), /the command GRT at surface 4/],
    ['no stop', sequence.replace('  STO\n', ''), /no surface is the stop/],
    ['no image', sequence.replace(/SI [^]*$/, ''), /no image surface \(SI\): is it complete/],
    [
      'an unknown glass',
      sequence.replace('F2_SCHOTT', 'XX9_SCHOTT'),
      /Line \d+: surface 3: there is no glass XX9 in/,
    ],
    [
      'a coefficient that is no number',
      sequence.replace('A -0.0000015', 'A x'),
      /A of surface 5 must be a number/,
    ],
    ['a continued last line', `${sequence}S &`, /ends in a line that & continues/],
    ['300,000 continued lines', 'LEN &\n'.repeat(300_000), /this is not a CODE V/],
    ['nothing', 'RDM\n', /this is not a CODE V sequence file/],
  ])('.seq: %s', (_, text, sentence) => {
    expect(text).not.toBe(sequence);
    expect(() => read(text, 'lens.seq')).toThrow(sentence);
  });

  it.each([
    [
      'JSON cut off',
      '{"name": "a",\n"surfaces": [',
      'a.json',
      /^Line 2, column 14: this is not valid JSON/,
    ],
    [
      'JSON with both kinds of coefficients',
      JSON.stringify({
        ...triplet,
        surfaces: triplet.surfaces.map((row) => ({ ...row, aspheric: [1e-9], asphere: [1e-9] })),
      }),
      'a.json',
      /Surface 1 has aspheric .* and asphere .*: give one/,
    ],
    [
      'JSON with 21 coefficients',
      JSON.stringify({
        ...triplet,
        surfaces: triplet.surfaces.map((row) => ({ ...row, aspheric: Array(21).fill(1e-30) })),
      }),
      'a.json',
      /at most 20 are traced/,
    ],
    ['no lens', 'hello', 'a.txt', /Line 1: this is no lens file/],
  ])('%s', (_, text, name, sentence) => {
    expect(() => read(text, name)).toThrow(sentence);
  });

  it.each([
    ['cut off', 'NM A 2 0 1.5 60\n', /Line 1: glass A has no CD line: is the file complete/],
    [
      'a formula that is none',
      'NM A 99 0 1.5 60\nCD 1\n',
      /the formula of A must be 1 to 13, not 99/,
    ],
    ['coefficients of another glass', 'NM A 2 0 1.5168 60\nCD 1 0.01\n', /give the index 1\.42/],
    ['no glass', 'CC nothing\n', /this is not a glass catalogue/],
    [
      'text as a coefficient',
      'NM A 2 0 1.5 60\nCD a\n',
      /coefficient 1 of A must be a number, not "a"/,
    ],
  ])('.agf: %s', (_, text, sentence) => {
    const problem = (): string => {
      try {
        return readAgf(text, 'mine')[0]!.problem ?? '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(problem()).toMatch(sentence);
  });
  it('.agf: a bad glass matters only to a lens that uses it', async () => {
    const own = readAgf(`NM BAD 2 0 1.9 60\nCD 1 0.01\nNM IR 2 0 1.0 0\nCD 3.9 0.05\n`, 'mine');
    const reading = { catalogue: await loadGlassCatalogue(own), keepFocus: false };
    expect(readLens(bytes(zemax), 'a.zmx', reading).file.surfaces).toHaveLength(6);
    expect(() => readLens(bytes(zemax.replace('GLAS F2', 'GLAS BAD')), 'a.zmx', reading)).toThrow(
      /surface 3: mine: Line 2: the coefficients of BAD give the index/,
    );
  });
});

it('every formula of .agf files is the one that its name says', () => {
  // At 1 µm λ is 1 and the sums are easily done by hand.
  const rows: readonly (readonly [number, string, number])[] = [
    [1, '2.25 0.01 0.01 0.001 0.0001 0.00001', Math.sqrt(2.27111)],
    [2, '1 0.2 0 0 0 0', Math.sqrt(2.25)],
    [3, '1.4 0.0972 0.01 0.01 0.01 0.01', 1.4 + 0.0972 / 0.972 + 0.01 / 0.972 ** 2 + 0.03],
    [4, '0.2 0.5 0.5 0.2 0.5', Math.sqrt(1.2 + 0.5 / 0.75 + 0.2 / 0.75)],
    [5, '1.4 0.05 0.05', 1.5],
    [6, '0.5 0.2 0.1 0.2 0 0 0 0', Math.sqrt(1.75)],
    [7, '2 0.1 0.2 0.1', Math.sqrt(2.025)],
    [8, '2 0.1 0.2 0.1', Math.sqrt(2.025)],
    [9, '2 0.1 0.2 0.1 0.2', Math.sqrt(2.25)],
    [10, '2 0.1 0.1 0 0 0 0 0.1', Math.sqrt(2.3)],
    [11, '0.5 0.2 0.1 0.2 0 0 0 0 0.1 0.2', Math.sqrt(1.875)],
    [12, '2 0.1 0.1 0 0 0 0 0.1', Math.sqrt(2.3)],
    [13, '2 0.1 0.1 0 0 0 0 0 0.1', Math.sqrt(2.3)],
  ];
  for (const [formula, coefficients, index] of rows) {
    // The index at the d line beside the name is found by reading once with a wrong one.
    const text = (nd: string): string => `NM A ${formula} 0 ${nd} 60\nCD ${coefficients}\n`;
    const [{ problem = '' } = {}] = readAgf(text('9'), 'mine');
    const [, nd] = /give the index ([\d.]+)/.exec(problem) ?? [];
    const [glass] = readAgf(text(nd!), 'mine');
    expect(refractiveIndex(glass!.glass, 1000), `formula ${formula}`).toBeCloseTo(index, 12);
  }
});
