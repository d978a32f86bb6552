import sharp from 'sharp';
import {
  findLensFile,
  lensDesign,
  lensReport,
  readOutPlain,
  xyzOf,
  colourTemperatureOf,
  type LensDesign,
} from '@lumenloom/engine';
import macbeth from '../../../../packages/engine/src/scenes/macbeth/reflectances.json' with { type: 'json' };
import { contourLines } from '../contours.ts';
import { asSharp } from '../engine-camera.ts';
import {
  ACCENT,
  MUTED,
  TEXT,
  axes,
  figure,
  image,
  n,
  path,
  spectrumGradient,
  tag,
  text,
  type Point,
} from '../figure.ts';
import { CHAIN, developedUpTo, type ModuleId } from '../isp-chain.ts';
import { designOf } from '../lens-figure.ts';
import { NAMED_LIGHTS, energyOf } from '../lights.ts';
import { STANDARD, type Picture } from '../picture.ts';
import { pointSpreadPng } from '../point-spread-figure.ts';
import { shownColour } from '../shown-colour.ts';
import { tracedScene } from '../traced-scene.ts';
import { wavelengthRgb } from '../wavelength-rgb.ts';

const { width: WIDTH, height: HEIGHT } = STANDARD;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const powerOfTen = (value: number): string => {
  const power = Math.round(Math.log10(value));
  return power >= 0 && power < 2
    ? String(10 ** power)
    : `10${power < 0 ? '⁻' : ''}${SUPERSCRIPTS[Math.abs(power)]!}`;
};

/**
 * Nine spectra, wavelength in its own colour, and what six patches of the chart look like under
 * each.
 */
const illuminant: Picture = {
  ...STANDARD,
  make: async () => {
    const [left, top, across, down] = [40, 34, 300, 226];
    const cells = NAMED_LIGHTS.map((label, index) => {
      const energy = energyOf(label);
      const [x0, y0] = [left + (index % 3) * across, top + Math.floor(index / 3) * down];
      const [x1, base, high] = [x0 + 270, y0 + 148, 104];
      const most = Math.max(...energy);
      const points = energy.map((value, band): Point => [
        x0 + (band / 30) * 270,
        base - (value / most) * high,
      ]);
      const temperature = colourTemperatureOf(xyzOf(energy));
      const swatches = [0, 13, 14, 15, 17, 19].map((patch, place) => {
        const light = energy.map(
          (value, band) => value * macbeth.patches[patch]!.reflectance[band]!,
        );
        return `<rect x="${x0 + place * 45}" y="${base + 10}" width="45" height="24" fill="${shownColour(light, energy)}"/>`;
      });
      return [
        `<defs>${spectrumGradient(`i${index}`, x0, x1)}</defs><path d="M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}V${base}H${x0}Z" fill="url(#i${index})" opacity="0.9"/>`,
        path(
          [
            [x0, base],
            [x1, base],
          ],
          MUTED,
          1.5,
        ),
        text(x0, y0 + 20, label, { size: 22, colour: TEXT, weight: 500 }),
        text(x1, y0 + 20, temperature === undefined ? '' : `${Math.round(temperature)} K`, {
          size: 20,
          anchor: 'end',
          mono: true,
        }),
        ...swatches,
      ].join('');
    });
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, ...cells)),
      caption:
        'Relative energy of nine lights, 400–700 nm, each scaled to its peak; below, six chart patches under each, without adaptation',
    };
  },
};

const optics: Picture = {
  ...STANDARD,
  make: async () => {
    const design = await designOf('cooke-triplet');
    const [wavelengths, fractions] = [
      [450, 530, 610, 680],
      [0, 0.4, 0.7, 0.85, 1],
    ];
    const [side, left, top] = [148, 116, 52];
    const parts: string[] = [];
    for (const [row, wavelength] of wavelengths.entries()) {
      parts.push(
        text(left - 18, top + row * (side + 6) + side / 2 + 8, `${wavelength}`, {
          size: 22,
          anchor: 'end',
          mono: true,
        }),
      );
      for (const [column, fraction] of fractions.entries()) {
        parts.push(
          image(
            await pointSpreadPng(design, wavelength, fraction, wavelengthRgb(wavelength)),
            [left + column * (side + 6), top + row * (side + 6), side, side],
            true,
          ),
        );
        if (row === 0)
          parts.push(
            text(
              left + column * (side + 6) + side / 2,
              top - 16,
              `${n((fraction * design.halfField * 180) / Math.PI)}°`,
              { size: 22, anchor: 'middle', mono: true },
            ),
          );
      }
    }
    parts.push(
      text(left - 18, top - 16, 'nm', { size: 22, anchor: 'end', mono: true }),
      text(left + 5 * (side + 6) - 6, HEIGHT - 12, '17.6 µm per frame, 4 decades', {
        size: 20,
        anchor: 'end',
      }),
    );
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, ...parts)),
      caption:
        'Point spread functions of the Cooke Triplet over field and wavelength; 17.6 µm frames, logarithmic over 4 decades',
    };
  },
};

/** The default pixel: electrons, then volts. */
const PIXEL = { well: 9000, swing: 1.15, read: 0.96e-3, dsnu: 1e-3, prnu: 0.002218, offset: 0.02 };
const FRAME_PIXELS = 16384;
/** Volts per electron, and electrons per code. */
const CONVERSION_GAIN = PIXEL.swing / PIXEL.well;
const ELECTRONS_PER_CODE = PIXEL.swing / 1024 / CONVERSION_GAIN;
/** Mean signals, electrons. */
const SIGNALS = Array.from({ length: 31 }, (_, step) => 3 * 10 ** (step * 0.1137));

/** One frame of an even light. */
function shoot(electrons: number, temporalSeed: number): Uint16Array {
  const raw = new Uint16Array(FRAME_PIXELS);
  readOutPlain(
    {
      electronsPerUnit: 1,
      darkElectrons: 0,
      wellCapacity: PIXEL.well,
      conversionGain: CONVERSION_GAIN,
      readNoise: PIXEL.read,
      prnu: PIXEL.prnu,
      dsnu: PIXEL.dsnu,
      offset: PIXEL.offset,
      gain: 1,
      swing: PIXEL.swing,
      levels: 1024,
      noise: true,
      temporalSeed,
      fixedPatternSeed: 7,
    },
    new Float32Array(FRAME_PIXELS).fill(electrons),
    0,
    { raw },
  );
  return raw;
}

/** Mean and standard deviations of a pair of frames, electrons. */
function measureNoise(electrons: number, step: number) {
  const [a, b] = [shoot(electrons, 100 + step), shoot(electrons, 500 + step)];
  let [sum, squares, differences] = [0, 0, 0];
  for (let i = 0; i < FRAME_PIXELS; i += 1) {
    sum += a[i]!;
    squares += a[i]! ** 2;
    differences += (a[i]! - b[i]!) ** 2;
  }
  const mean = sum / FRAME_PIXELS;
  return {
    mean: mean * ELECTRONS_PER_CODE - PIXEL.offset / CONVERSION_GAIN,
    temporal: Math.sqrt(differences / FRAME_PIXELS / 2) * ELECTRONS_PER_CODE,
    total: Math.sqrt(Math.max(0, squares / FRAME_PIXELS - mean ** 2)) * ELECTRONS_PER_CODE,
  };
}

// The same in theory.
const shotNoise = (electrons: number): number => Math.sqrt(electrons);
const temporalVariance = (electrons: number): number =>
  electrons + (PIXEL.read / CONVERSION_GAIN) ** 2 + ELECTRONS_PER_CODE ** 2 / 12;
const temporal = (electrons: number): number => Math.sqrt(temporalVariance(electrons));
const total = (electrons: number): number =>
  Math.sqrt(
    temporalVariance(electrons) +
      (PIXEL.dsnu / CONVERSION_GAIN) ** 2 +
      (PIXEL.prnu * electrons) ** 2,
  );

/**
 * The photon transfer curve: variance of pairs of frames against their mean, with what theory says.
 */
const sensor: Picture = {
  ...STANDARD,
  make: async () => {
    const measured = SIGNALS.map(measureNoise);
    const plot = axes(
      { left: 110, top: 70, right: 790, bottom: 612 },
      {
        from: 3,
        to: 9000,
        label: 'mean signal, e⁻',
        ticks: [10, 100, 1000],
        isLogarithmic: true,
        format: powerOfTen,
      },
      {
        from: 1,
        to: 200,
        label: 'standard deviation, e⁻',
        ticks: [1, 10, 100],
        isLogarithmic: true,
        format: powerOfTen,
      },
      24,
    );
    const curve = (f: (electrons: number) => number): Point[] =>
      SIGNALS.filter((electrons) => electrons < 8500).map((electrons) => [
        plot.x(electrons),
        plot.y(f(electrons)),
      ]);
    const within = measured.filter(({ mean }) => mean > 3 && mean < 8600);
    const dots = (key: 'temporal' | 'total', colour: string): string =>
      within
        .map(
          (point) =>
            `<circle cx="${n(plot.x(point.mean))}" cy="${n(plot.y(point[key]))}" r="6" fill="${colour}"/>`,
        )
        .join('');
    const end = 8500;
    return {
      picture: sharp(
        await figure(
          WIDTH,
          HEIGHT,
          plot.svg,
          path(curve(shotNoise), MUTED, 2, 'stroke-dasharray="8 7"'),
          path(curve(temporal), ACCENT, 2.5),
          path(curve(total), TEXT, 2.5),
          dots('temporal', ACCENT),
          dots('total', TEXT),
          text(plot.x(end) + 10, plot.y(total(end)) - 16, 'total', { size: 24, colour: TEXT }),
          text(plot.x(end) + 10, plot.y(temporal(end)) + 12, 'temporal', {
            size: 24,
            colour: ACCENT,
          }),
          text(plot.x(end) + 10, plot.y(temporal(end)) + 42, '√signal', { size: 24 }),
          text(plot.x(3) + 20, plot.y(110), 'dots: simulated frames', { size: 24, colour: TEXT }),
          text(plot.x(3) + 20, plot.y(84), 'lines: theory', { size: 24 }),
        ),
      ),
      caption:
        'Photon transfer of the sensor: 16,384 pixels per level, pairs of frames; 9000 e⁻ well, read noise 0.96 mV, DSNU 1 mV, PRNU 0.22 %, 10 bit',
    };
  },
};

/** One detail of one shot after each of nine modules. */
const isp: Picture = {
  ...STANDARD,
  make: async () => {
    const steps: readonly (ModuleId | undefined)[] = [
      undefined,
      'awb',
      'cfa',
      'ccm',
      'gac',
      'nlm',
      'bnf',
      'eeh',
      'bcc',
    ];
    const parts: string[] = [];
    const { recipe, settings } = await tracedScene('parts', {
      illuminant: 'D65',
      sceneLuminance: 400,
      sceneFileParams: { hfov: 15.1 },
      optics: 'Double-Gauss',
      sensorParams: { rows: 720, cols: 960, well_capacity: 1000 },
    });
    for (const [index, last] of steps.entries()) {
      const shown = asSharp(await developedUpTo(recipe, last, settings)).extract({
        left: 490,
        top: 96,
        width: 160,
        height: 120,
      });
      const [x, y] = [(index % 3) * 320, Math.floor(index / 3) * 240];
      parts.push(
        image(await shown.png().toBuffer(), [x + 1, y + 1, 318, 238], true),
        tag(x + 14, y + 226, last === undefined ? 'Raw' : last.toUpperCase(), { size: 22 }),
      );
    }
    return {
      picture: sharp(await figure(WIDTH, HEIGHT, ...parts)),
      caption: `A detail of 160 × 120 px on its way through ${CHAIN.length} modules of Fast-openISP; Double-Gauss f/3, 1000 e⁻ well`,
    };
  },
};

/**
 * How sharp the Double-Gauss is when two of its surfaces bend, the sensor following the focus:
 * every point is a lens that was traced.
 */
const qpu: Picture = {
  ...STANDARD,
  make: async () => {
    const [columns, rows, range] = [49, 37, 0.1];
    const change = (step: number, count: number): number => ((2 * step) / (count - 1) - 1) * range;
    const values = Array.from({ length: rows }, (_, row) =>
      Float64Array.from({ length: columns }, (__, column) =>
        spotOf(change(column, columns), change(row, rows)),
      ),
    );
    const frame = { left: 104, top: 64, right: 916, bottom: 612 };
    const ticks = [-8, -4, 0, 4, 8];
    const plot = axes(
      frame,
      {
        from: -range * 100,
        to: range * 100,
        label: 'change of the curvature of surface 5, %',
        ticks,
      },
      { from: -range * 100, to: range * 100, label: 'surface 7, %', ticks },
      24,
    );
    const place = ([column, row]: Point): Point => [
      plot.x(change(column, columns) * 100),
      plot.y(change(row, rows) * 100),
    ];
    const lowest = Math.min(...values.flatMap((row) => [...row]));
    const levels = [1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32].filter((level) => level > lowest);
    const lines = levels.map((level) => contour(values, level, place));
    const labels = levels.flatMap((level) => {
      const row = Math.floor(rows / 2) + 5;
      const column = values[row]!.findIndex(
        (value, at) => at > columns / 2 && value <= level && values[row]![at + 1]! > level,
      );
      if (column < 0) return [];
      const [x, y] = place([column + 0.5, row]);
      return [
        text(x, y + 8, String(level), {
          size: 21,
          colour: '#ffffff',
          anchor: 'middle',
          mono: true,
          weight: 600,
        }),
      ];
    });
    const size = [frame.right - frame.left, frame.bottom - frame.top] as const;
    const ground = await shadedMap(values, lowest, size);
    const [x0, y0] = [plot.x(0), plot.y(0)];
    return {
      picture: sharp(
        await figure(
          WIDTH,
          HEIGHT,
          plot.svg,
          image(ground, [
            frame.left,
            frame.top,
            frame.right - frame.left,
            frame.bottom - frame.top,
          ]),
          ...lines,
          ...labels,
          `<path d="M${n(x0 - 13)} ${n(y0)}h26M${n(x0)} ${n(y0 - 13)}v26" stroke="#ffffff" stroke-width="3.5"/>`,
          text(x0 - 20, y0 + 40, 'as published', {
            size: 23,
            colour: '#ffffff',
            anchor: 'end',
            weight: 500,
          }),
          text(916, 42, 'RMS spot, µm', { size: 24, anchor: 'end', colour: TEXT }),
        ),
      ),
      caption: `RMS spot of ${columns * rows} traced Double-Gauss lenses, 486 to 656 nm, 0° and 9.8°, refocused; lowest ${lowest.toFixed(1)} µm`,
    };
  },
};

/** The line at a level of a map of values, as an SVG element. */
const contour = (
  values: readonly Float64Array[],
  level: number,
  place: (at: Point) => Point,
): string =>
  `<path d="${contourLines(values, level)
    .map(([a, b]) => `M${place(a).map(n).join(' ')}L${place(b).map(n).join(' ')}`)
    .join(
      '',
    )}" stroke="#c5d8ff" stroke-opacity="0.75" stroke-width="1.8" fill="none" stroke-linecap="round"/>`;

/** A PNG of a map of values, first row at the bottom: bright where they are near the lowest. */
function shadedMap(
  values: readonly Float64Array[],
  lowest: number,
  [width, height]: readonly [number, number],
): Promise<Buffer> {
  const [rows, columns] = [values.length, values[0]!.length];
  const shades = Buffer.alloc(rows * columns * 3);
  for (const [row, line] of values.entries())
    for (const [column, value] of line.entries()) {
      const depth = Math.max(0, 1 - Math.log(Math.max(value, lowest) / lowest) / Math.log(40));
      shades.set(
        [0.05 + 0.3 * depth ** 2.2, 0.06 + 0.46 * depth ** 2, 0.09 + 0.85 * depth ** 1.4].map(
          (share) => Math.round(255 * Math.min(1, share)),
        ),
        ((rows - 1 - row) * columns + column) * 3,
      );
    }
  return sharp(shades, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .png()
    .toBuffer();
}

const PUBLISHED = (await findLensFile('double-gauss'))!;
const BENT = { first: 4, second: 6 } as const;

/**
 * RMS spot in µm of the Double-Gauss whose curvatures are changed by these shares; the sensor keeps
 * its distance from the paraxial focus.
 */
function spotOf(first: number, second: number): number {
  const surfaces = PUBLISHED.surfaces.map((surface, index) => {
    const share = index === BENT.first ? first : index === BENT.second ? second : 0;
    return share === 0 ? surface : { ...surface, radius: surface.radius! / (1 + share) };
  });
  try {
    const bent = lensDesign({ ...PUBLISHED, surfaces });
    const scale = bent.imageDistanceMm / surfaces.at(-1)!.thickness;
    const imageDistance = (paraxialFocus(bent) + FOCUS_SHIFT) / scale;
    const { fields } = lensReport(
      lensDesign({ ...PUBLISHED, surfaces, imageDistance }),
      [486.1327, 587.5618, 656.2725],
      [0, 0.7],
    );
    return Math.sqrt(
      fields.reduce((sum, { rmsSpotUm }) => sum + rmsSpotUm ** 2, 0) / fields.length,
    );
  } catch {
    // No ray gets through: no lens at all.
    return Infinity;
  }
}

const paraxialFocus = (design: LensDesign): number =>
  lensReport(design, [587.5618], []).firstOrder[0]!.bflMm;
/** From the published lens's paraxial focus to its sensor, mm. */
const FOCUS_SHIFT = lensDesign(PUBLISHED).imageDistanceMm - paraxialFocus(lensDesign(PUBLISHED));

export const research = {
  'research-illuminant': illuminant,
  'research-optics': optics,
  'research-sensor': sensor,
  'research-isp': isp,
  'research-qpu': qpu,
} as const;
