import type { Pair } from '../../field-descriptor.ts';

/** What the places of a table are: mm on the sensor, degrees, or shares of the image circle. */
export const TABLE_PLACES = ['height', 'field', 'relative'] as const;

/** Places from the axis outwards; lengths in mm, angles in degrees. */
export interface MeasuredPlaces {
  /** Absent: height. */
  readonly over?: (typeof TABLE_PLACES)[number];
  /** Rising, 2 to 200 values, none below 0. */
  readonly at: readonly number[];
}

/** Projections to which a distortion refers: height over the focal length, by the field angle. */
export const PROJECTIONS = [
  'rectilinear',
  'equidistant',
  'stereographic',
  'equisolid',
  'orthographic',
] as const;

export interface DistortionTable extends MeasuredPlaces {
  readonly percent: readonly number[];
  readonly reference?: (typeof PROJECTIONS)[number];
  readonly heightIs?: 'real' | 'ideal';
}

/** Coefficients of each model of a calibration. */
export const CALIBRATION_MODELS = {
  plumb_bob: 5,
  rational_polynomial: 8,
  equidistant: 4,
} as const;

/** A calibration as OpenCV, ROS and Kalibr write it: pixel centres at whole numbers. */
export interface Calibration {
  readonly model: keyof typeof CALIBRATION_MODELS;
  readonly fx: number;
  readonly fy: number;
  readonly cx: number;
  readonly cy: number;
  readonly coefficients: readonly number[];
  readonly imageSize: Pair;
  readonly pixelMicrometres: number;
}

/** Light against the axis; with wavelengths a row for each. */
export interface IlluminationTable extends MeasuredPlaces {
  readonly share?: readonly number[] | readonly (readonly number[])[];
  readonly percent?: readonly number[] | readonly (readonly number[])[];
  readonly wavelengthsNm?: readonly number[];
}

export interface ChiefRayTable extends MeasuredPlaces {
  readonly degrees: readonly number[];
}

export interface LateralColour extends MeasuredPlaces {
  readonly wavelengthsNm: readonly number[];
  /** A row per wavelength. */
  readonly micrometres: readonly (readonly number[])[];
  readonly referenceNm?: number;
}

export interface LongitudinalColour {
  readonly nm: readonly number[];
  readonly micrometres: readonly number[];
  readonly referenceNm?: number;
}

/** Radii of an outline, one every 10 degrees. */
export const OUTLINE_RADII = 36;

/** Semi-axes or outline of the pupil, in direction cosines at the image. */
export interface PupilTable extends MeasuredPlaces {
  readonly tangential?: readonly number[];
  readonly sagittal?: readonly number[];
  /** Per place, every 10 degrees from +x to +y about the chief ray. */
  readonly radii?: readonly (readonly number[])[];
  /** The unit disc of the wavefront: middle from the chief ray, and semi-axes. */
  readonly ellipse?: Readonly<
    Record<'centreL' | 'centreM' | 'tangential' | 'sagittal', readonly number[]>
  >;
}

/** Terms of each ordering. */
export const ZERNIKE_ORDERINGS = { fringe: 37, standard: 66, osa: 66 } as const;
export const WAVEFRONT_UNITS = ['waves', 'micrometres', 'nanometres'] as const;

export interface ZernikeField {
  /** mm */
  readonly height: number;
  readonly wavelengthNm?: number;
  readonly terms: readonly number[];
}

export interface ZernikeBlur {
  readonly ordering: keyof typeof ZERNIKE_ORDERINGS;
  readonly wavelengthNm?: number;
  readonly unit?: (typeof WAVEFRONT_UNITS)[number];
  /** Whether terms have unit variance; absent: as the ordering has them. */
  readonly rms?: boolean;
  readonly sign?: 1 | -1;
  /** Axis of the pupil that points along the field; absent: y. */
  readonly tangential?: 'x' | 'y';
  readonly fields: readonly ZernikeField[];
}

/** What modulation curves have in them besides the aberrations. */
export const CURVES_INCLUDE = ['diffraction', 'geometric', 'pixel'] as const;

/** Light in which curves were measured. */
export interface CurveLight {
  /** Rising. */
  readonly nm: readonly number[];
  readonly weight: readonly number[];
}

/** Modulation at a height over line pairs per mm, or, as sheets print it, the other way round. */
export type MtfCurve = (
  | { readonly height: number; readonly frequencies: readonly number[] }
  | { readonly frequency: number; readonly heights: readonly number[] }
) & {
  readonly tangential: readonly number[];
  readonly sagittal: readonly number[];
  /** How far the sensor was away from its place, away from the lens; absent: 0. */
  readonly focusUm?: number;
};

export interface MtfBlur {
  readonly curves: readonly MtfCurve[];
  /** Absent: diffraction. */
  readonly includes?: (typeof CURVES_INCLUDE)[number];
  readonly pixelMicrometres?: number;
  /** Absent: white. */
  readonly light?: CurveLight;
  /** Where the curves were measured; absent: at the f-number of the lens. */
  readonly fNumber?: number;
}

/** The response to an edge on a picture, with the pixel in it. */
export interface SfrCurve {
  /** Pixels from the middle of the sensor, right and down. */
  readonly x: number;
  readonly y: number;
  /** The way the light changes. */
  readonly direction: 'horizontal' | 'vertical';
  /** Cycles per pixel. */
  readonly frequencies: readonly number[];
  readonly values: readonly number[];
}

/** A picture of a point. */
export interface PointSamples {
  /** mm */
  readonly height: number;
  readonly wavelengthNm: number;
  readonly micrometresPerSample: number;
  /** Rows away from the axis; columns across. On any scale. */
  readonly samples: readonly (readonly number[])[];
}

/** What is known of the blur: one of four, or nothing. */
export interface MeasuredBlur {
  readonly zernike?: ZernikeBlur;
  readonly mtf?: MtfBlur;
  readonly sfr?: readonly SfrCurve[];
  readonly psf?: readonly PointSamples[];
  /** Of the pictures of `sfr`. */
  readonly pixelMicrometres?: number;
  /** Of the pictures of `sfr`, as their pixels saw it; absent: white. */
  readonly light?: CurveLight;
}

/**
 * A lens by what was measured of it (docs/measured-lenses.md): the content of its file, with the
 * keys and the units of the file.
 */
export interface MeasuredLensFile {
  readonly kind: 'measured';
  readonly name: string;
  readonly source?: string;
  readonly sources?: Readonly<Record<string, string>>;
  /** Absent: of the calibration. */
  readonly focalLengthMm?: number;
  /** At infinity. */
  readonly fNumber: number;
  /** At the focus of the tables. */
  readonly workingFNumber?: number;
  readonly imageCircleMm?: number;
  /** The plane at which the tables were measured; absent: infinity. */
  readonly focusDistanceM?: number;
  readonly exitPupilMm?: number;
  readonly entrancePupilMm?: number;
  readonly centre?: Pair;
  readonly distortion?: DistortionTable | Calibration;
  readonly illumination?: IlluminationTable;
  readonly chiefRay?: ChiefRayTable;
  readonly transmission?: { readonly nm: readonly number[]; readonly share: readonly number[] };
  readonly lateralColour?: LateralColour;
  readonly longitudinalColour?: LongitudinalColour;
  readonly pupil?: PupilTable;
  readonly blur?: MeasuredBlur;
}

/** Whether a lens file has tables in place of surfaces. */
export const isMeasured = (file: object): file is MeasuredLensFile =>
  'kind' in file && file.kind === 'measured';

/** Whether the distortion of a lens is a calibration of a camera. */
export const isCalibration = (
  distortion: MeasuredLensFile['distortion'],
): distortion is Calibration => distortion !== undefined && 'model' in distortion;

/** Numbers of a measured lens that can be varied, and what paths to them look like. */
const VARIED = ['fNumber', 'focalLengthMm'] as const;
export type MeasuredNumber = (typeof VARIED)[number];

/** The number of a measured lens that a path such as `lens.fNumber` names. */
export const measuredNumberOf = (path: string): MeasuredNumber | undefined =>
  VARIED.find((key) => path === `lens.${key}`);
