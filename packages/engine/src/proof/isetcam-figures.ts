import { deltaE76, labOf } from '../colour/lab.ts';
import { planckian } from '../colour/colour-temperature.ts';
import { uvOf, xyzOf, type Triple } from '../colour/xyz.ts';
import { toEngineUnits } from '../field-descriptor.ts';
import { lightScene, nativeLight } from '../illuminants/light.ts';
import { illuminants } from '../illuminants/list.ts';
import { irradiancePerRadiance } from '../optics/ideal-lens.ts';
import { BANDS, energyToPhotons, photonsToEnergy } from '../quantities/wavelengths.ts';
import { build as buildMacbeth } from '../scenes/macbeth/build.ts';
import type { Scene } from '../scenes/scene.ts';
import { build as buildSlantedEdge } from '../scenes/slanted-edge/build.ts';
import { sensorFields } from '../sensors/bayer/descriptor.ts';
import { noiseBudget, termOf, varianceOf } from '../sensors/noise-budget.ts';

/** Planck constant of CODATA 1977, J·s, which ISETCam has. */
export const ISETCAM_PLANCK = 6.626176e-34;
/** Second radiation constant in its blackbody routine, m·K. */
export const ISETCAM_SECOND_RADIATION = 1.438786e-2;

/** Goldens of ISETCam that are numbers, by the names of their files. */
export interface IsetcamGoldens {
  readonly energy_quanta: { readonly energy: number[]; readonly photons: number[] };
  readonly xyz_to_lab: {
    readonly xyz: number[];
    readonly white_point: number[];
    readonly lab: number[];
  };
  readonly xyz_to_uv: { readonly xyz: number[]; readonly uv: number[] };
  readonly delta_e_ab76: {
    readonly xyz1: number[];
    readonly xyz2: number[];
    readonly white_point: number[];
    readonly delta_e: number;
  };
  readonly xyz_from_energy: { readonly energy: number[]; readonly xyz: number[] };
  readonly tables_400_700_10: { readonly isetcam_D65_raw: number[] };
  readonly illuminants_200cd: {
    readonly luminance: number;
    readonly D65_photons: number[];
    readonly equal_energy_energy: number[];
    readonly blackbody5000_100cd_photons: number[];
  };
  readonly scene_macbeth_d65_16: {
    readonly patchSize: number;
    readonly mean_luminance: number;
    readonly patch_photons_4x6x31: number[][][];
  };
  readonly scene_change_illuminant_preserve: {
    readonly preserve_mean: number;
    readonly patch_photons_4x6x31: number[][][];
  };
  readonly scene_slanted_256_2: {
    readonly imageSize: number;
    readonly edgeAngle: number;
    readonly darkLevel: number;
    readonly scene_size: number[];
    readonly center_row_lum_norm: number[];
    readonly center_col_lum_norm: number[];
  };
  readonly irradiance_vs_fnumber: {
    readonly fnumbers: number[];
    readonly sum_irradiance_quanta_s_m2_nm_over_31_bands: number[];
  };
  readonly snr_components: {
    readonly pixel: Readonly<
      Record<'conversion_gain' | 'read_noise_v' | 'dsnu_v' | 'prnu_percent', number>
    >;
    readonly volts: number[];
    readonly snr: number[];
    readonly snr_shot: number[];
    readonly snr_read: number[];
    readonly snr_dsnu: number[];
    readonly snr_prnu: number[];
  };
}

/** The file of each golden, where it is not its name. */
export const ISETCAM_FILES: Readonly<Record<keyof IsetcamGoldens, string>> = {
  energy_quanta: 'energy_quanta',
  xyz_to_lab: 'xyz_to_lab',
  xyz_to_uv: 'xyz_to_uv',
  delta_e_ab76: 'delta_e_ab76',
  xyz_from_energy: 'xyz_from_energy',
  tables_400_700_10: 'tables_400_700_10',
  illuminants_200cd: 'illuminants_200cd',
  scene_macbeth_d65_16: 'scene_macbeth_d65_16',
  scene_change_illuminant_preserve: 'scene_change_illuminant_preserve',
  scene_slanted_256_2: 'scene_slanted_256_2.6',
  irradiance_vs_fnumber: 'irradiance_vs_fnumber',
  snr_components: 'snr_components',
};

type Figure = { readonly ours: ArrayLike<number>; readonly theirs: ArrayLike<number> };
const triple = (values: readonly number[]): Triple => values as unknown as Triple;

/** A perfect white diffuser that fills the scene. */
export const WHITE_CARD: Scene = {
  rows: 1,
  columns: 1,
  spectra: [new Float64Array(BANDS).fill(1)],
  planeMeans: [1],
  pattern: { kind: 'cells', rows: 1, columns: 1, planes: [Float32Array.of(1)] },
  raster: () => Float32Array.of(1),
};

/** Photons of a white diffuser under a light, at a luminance. */
const lit = (energy: ArrayLike<number>, luminance: number, planck?: number): Float64Array =>
  lightScene(WHITE_CARD, Float64Array.from(energy), { of: 'white', value: luminance }, planck)
    .white;

/** Photons of every patch of the Macbeth chart, row by row, at a mean luminance. */
async function chartIn(
  energy: ArrayLike<number>,
  patchSize: number,
  meanLuminance: number,
): Promise<number[]> {
  const images = { loadImage: () => Promise.reject(new Error('a chart loads no image')) };
  const chart = await buildMacbeth({ hfov: 0.1, patchSize }, images);
  const { radiance } = lightScene(
    chart,
    Float64Array.from(energy),
    { of: 'scene mean', value: meanLuminance },
    ISETCAM_PLANCK,
  );
  return radiance.flatMap((spectrum) => Array.from(spectrum));
}

/** The middle row and the middle column of a slanted edge. */
async function middleOfEdge({
  imageSize,
  edgeAngle,
  darkLevel,
  scene_size: [side = 0],
}: IsetcamGoldens['scene_slanted_256_2']): Promise<number[]> {
  const images = { loadImage: () => Promise.reject(new Error('a chart loads no image')) };
  const scene = await buildSlantedEdge({ hfov: 0.1, imageSize, edgeAngle, darkLevel }, images);
  const plane = scene.raster(0);
  const middle = (side - 1) / 2;
  return [
    ...plane.subarray(middle * side, (middle + 1) * side),
    ...Array.from({ length: side }, (_, row) => plane[row * side + middle]!),
  ];
}

/**
 * ISETCam's figure is a mean over a region of its blurred and vignetted picture: over the camera
 * equation it is a straight line in the f-number, from f/4 on, where the blur is wider than its
 * samples.
 */
function againstLine({
  fnumbers,
  sum_irradiance_quanta_s_m2_nm_over_31_bands: sums,
}: IsetcamGoldens['irradiance_vs_fnumber']): Figure {
  const [focal, distance, luminance, widest] = [3.8627550992e-3, 1.2, 10, 4];
  const photons = lit(nativeLight('equal-photons').energy, luminance, ISETCAM_PLANCK);
  const radiance = photons.reduce((sum, one) => sum + one, 0);
  const points = fnumbers.flatMap((n, i) =>
    n < widest
      ? []
      : [
          {
            n,
            ratio: sums[i]! / (irradiancePerRadiance(n, -focal / (distance - focal)) * radiance),
          },
        ],
  );
  const mean = (pick: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean(({ n }) => n), mean(({ ratio }) => ratio)];
  const slope = mean(({ n, ratio }) => (n - x) * (ratio - y)) / mean(({ n }) => (n - x) ** 2);
  return {
    ours: points.map(({ n }) => y + slope * (n - x)),
    theirs: points.map(({ ratio }) => ratio),
  };
}

/** Signal-to-noise ratios of a pixel: of all noise, then of each source alone. */
function ratiosOf({ pixel, volts }: IsetcamGoldens['snr_components']): number[] {
  const parameters = toEngineUnits(sensorFields, {});
  const sensor = {
    bits: 10,
    parameters: {
      ...parameters,
      voltage_swing: pixel.conversion_gain * parameters.well_capacity,
      dark_voltage: 0,
      read_noise: pixel.read_noise_v,
      dsnu: pixel.dsnu_v,
      prnu: pixel.prnu_percent / 100,
    },
  };
  const budgets = volts.map((value) => {
    const signal = value / pixel.conversion_gain;
    return { signal, budget: noiseBudget(sensor, { signal, exposureSeconds: 1 }) };
  });
  return ['snr', 'shot', 'read', 'DSNU', 'PRNU'].flatMap((part) =>
    budgets.map(({ signal, budget }) => {
      const variance = part === 'snr' ? varianceOf(budget, 'snr') : termOf(budget, part).variance;
      return 10 * Math.log10(signal ** 2 / variance);
    }),
  );
}

/** A figure of ISETCam: its row of validation.json, and what ours and theirs are. */
interface IsetcamFigure {
  readonly row: string;
  /** Differences are of values up to 1, or of decibels. */
  readonly isAbsolute?: true;
  readonly compare: (goldens: IsetcamGoldens) => Figure | Promise<Figure>;
}

/** What each figure is in ours and in theirs. */
export const ISETCAM_FIGURES: Readonly<Record<string, IsetcamFigure>> = {
  photons: {
    row: 'photons',
    compare: ({ energy_quanta: { energy, photons } }) => ({
      ours: energyToPhotons(energy, ISETCAM_PLANCK),
      theirs: photons,
    }),
  },
  energy: {
    row: 'photons',
    compare: ({ energy_quanta: { energy, photons } }) => ({
      ours: photonsToEnergy(photons, ISETCAM_PLANCK),
      theirs: energy,
    }),
  },
  'photons-si': {
    row: 'photons-si',
    compare: ({ energy_quanta: { energy, photons } }) => ({
      ours: energyToPhotons(energy),
      theirs: photons,
    }),
  },
  lab: {
    row: 'colorimetry',
    compare: ({ xyz_to_lab: { xyz, white_point, lab } }) => ({
      ours: labOf(triple(xyz), triple(white_point)),
      theirs: lab,
    }),
  },
  uv: {
    row: 'colorimetry',
    compare: ({ xyz_to_uv: { xyz, uv } }) => ({ ours: uvOf(triple(xyz)), theirs: uv }),
  },
  'delta-e-76': {
    row: 'colorimetry',
    compare: ({ delta_e_ab76: { xyz1, xyz2, white_point, delta_e } }) => ({
      ours: [
        deltaE76(
          labOf(triple(xyz1), triple(white_point)),
          labOf(triple(xyz2), triple(white_point)),
        ),
      ],
      theirs: [delta_e],
    }),
  },
  xyz: {
    row: 'colorimetry',
    compare: ({ xyz_from_energy: { energy, xyz } }) => ({ ours: xyzOf(energy), theirs: xyz }),
  },
  'illuminant-d65': {
    row: 'illuminants',
    compare: ({ tables_400_700_10: { isetcam_D65_raw: d65 }, illuminants_200cd: golden }) => ({
      ours: lit(d65, golden.luminance, ISETCAM_PLANCK),
      theirs: golden.D65_photons,
    }),
  },
  'illuminant-equal-energy': {
    row: 'illuminants',
    compare: ({ illuminants_200cd: golden }) => ({
      ours: photonsToEnergy(lit(new Float64Array(BANDS).fill(1), golden.luminance)),
      theirs: golden.equal_energy_energy,
    }),
  },
  'illuminant-5000-k': {
    row: 'illuminants',
    compare: ({ illuminants_200cd: golden }) => ({
      ours: lit(planckian(5000, ISETCAM_SECOND_RADIATION), 100, ISETCAM_PLANCK),
      theirs: golden.blackbody5000_100cd_photons,
    }),
  },
  d65: {
    row: 'd65',
    compare: ({ illuminants_200cd: golden }) => ({
      ours: lit(illuminants.d65.energy, golden.luminance),
      theirs: golden.D65_photons,
    }),
  },
  macbeth: {
    row: 'macbeth',
    compare: async ({
      tables_400_700_10: { isetcam_D65_raw: d65 },
      scene_macbeth_d65_16: golden,
    }) => ({
      ours: await chartIn(d65, golden.patchSize, golden.mean_luminance),
      theirs: golden.patch_photons_4x6x31.flat(2),
    }),
  },
  'change-light': {
    row: 'change-light',
    compare: async ({
      scene_macbeth_d65_16: { patchSize },
      scene_change_illuminant_preserve: golden,
    }) => ({
      ours: await chartIn(
        planckian(3000, ISETCAM_SECOND_RADIATION),
        patchSize,
        golden.preserve_mean,
      ),
      theirs: golden.patch_photons_4x6x31.flat(2),
    }),
  },
  'slanted-edge': {
    row: 'slanted-edge',
    isAbsolute: true,
    compare: async ({ scene_slanted_256_2: golden }) => ({
      ours: await middleOfEdge(golden),
      theirs: [...golden.center_row_lum_norm, ...golden.center_col_lum_norm],
    }),
  },
  'camera-equation': {
    row: 'camera-equation',
    compare: ({ irradiance_vs_fnumber: golden }) => againstLine(golden),
  },
  snr: {
    row: 'snr',
    isAbsolute: true,
    compare: ({ snr_components: golden }) => ({
      ours: ratiosOf(golden),
      theirs: [
        ...golden.snr,
        ...golden.snr_shot,
        ...golden.snr_read,
        ...golden.snr_dsnu,
        ...golden.snr_prnu,
      ],
    }),
  },
};
