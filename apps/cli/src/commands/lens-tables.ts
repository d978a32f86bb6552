import type { LensDesign, LensFileFacts, LensReport } from '@lumenloom/engine';
import { lensLayout } from '@lumenloom/engine';
import { columns } from './columns.ts';
import { fieldOf } from './lens-focus.ts';

/** The aperture that a lens file gives, beside ours in the table. */
export function pupilOfFile(about: LensFileFacts | undefined): string[] {
  const aperture = about?.aperture;
  if (aperture?.kind !== 'entrance pupil' || aperture.value === null) return [];
  return ['', `EPD of the file: ${aperture.value.toFixed(4)} mm.`];
}

/** What is said of a lens that is not round, folds its light or diffracts it. */
export function layoutLines(design: LensDesign): string[] {
  const { symmetry, orientation, mirrors, diffractive = [] } = lensLayout(design);
  const folds = mirrors === 0 ? '' : `, ${mirrors} mirror${mirrors === 1 ? '' : 's'}`;
  return [
    ...(symmetry === 'round' && mirrors === 0
      ? []
      : ['', `Symmetry: ${symmetry}${folds}; orientation ${orientation} of the picture (EXIF).`]),
    ...(mirrors % 2 === 1
      ? [
          `The light meets ${mirrors} mirror${mirrors === 1 ? '' : 's'}: the read-out of the sensor is mirrored.`,
        ]
      : []),
    ...diffractive.map(
      ({ surface, order, efficiencies }) =>
        `Surface ${surface} diffracts: of order ${order}, which alone is traced, ${efficiencies.map(({ nm, share }) => `${(100 * share).toFixed(1)} % at ${nm} nm`).join(', ')}.`,
    ),
  ];
}

/** First-order data and the field table; figures that are not finite are a dash. */
export function reportTable(
  design: LensDesign,
  { firstOrder, fields, imageDistanceMm }: LensReport,
): string[] {
  return [
    `${design.name}: ${design.noPicture === undefined ? `focal length ${design.focalLengthMm.toPrecision(5)} mm, ` : ''}${design.surfaces.length} surfaces, stop at surface ${design.stopIndex + 1}, full field ${((design.halfField * 360) / Math.PI).toFixed(1)}°, sensor ${imageDistanceMm.toFixed(5)} mm behind the last vertex.`,
    'Lengths in mm; entrance pupil from the first vertex, exit pupil from the last.',
    '',
    ...columns([
      ['nm', 'EFL', 'BFL', 'entrance z', 'diameter', 'exit z', 'diameter', 'working f/'],
      ...firstOrder.map((row) => [
        `${row.wavelengthNm}`,
        shown(row.eflMm, 5),
        shown(row.bflMm, 5),
        shown(row.entrancePupilZMm, 4),
        shown(row.entrancePupilDiameterMm, 4),
        shown(row.exitPupilZMm, 4),
        shown(row.exitPupilDiameterMm, 4),
        shown(row.workingFNumber, 4),
      ]),
    ]),
    ...(fields.length === 0 ? [] : fieldTable(fields)),
  ];
}

/** Decimals of a figure that an afocal lens may not have. */
const shown = (value: number, decimals: number): string =>
  Number.isFinite(value) ? value.toFixed(decimals) : '-';

const fieldTable = (fields: LensReport['fields']): string[] => [
  '',
  ...columns([
    [
      'nm',
      'field °',
      'height mm',
      'distortion %',
      'relative illumination',
      'RMS spot µm',
      'RMS wavefront, waves',
    ],
    ...fields.map((row) => [
      `${row.wavelengthNm}`,
      fieldOf(row),
      row.chiefHeightMm.toFixed(5),
      Number.isNaN(row.distortionPercent) ? '-' : row.distortionPercent.toFixed(3),
      row.relativeIllumination.toFixed(4),
      row.rmsSpotUm.toFixed(3),
      row.wavefrontRmsWaves.toFixed(4),
    ]),
  ]),
];
