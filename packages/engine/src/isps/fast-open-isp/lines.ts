import type { LogText } from '../../stage.ts';
import { clippedLine } from '../../text/clipped-line.ts';
import type { IspReport } from './report.ts';

/**
 * If this share of the replaced pixels, or more, are isolated and bright, they are points or lines
 * of the scene, not noise (docs/reference/physics.md#p12).
 */
const POINTS_VANISH = 0.25;

/**
 * The modules that ran, and the pixels that DPC replaced.
 *
 * @param camera whether the scene is a chart of points or lines; undefined for a raw file from
 * outside, whose sensor may have defects.
 */
export function ispLines(
  { modules, deadPixels }: IspReport,
  camera: { readonly showsMarks: boolean } | undefined,
): string[] {
  if (modules.length === 0)
    return ['ISP: every module is off; the picture is the raw mosaic in grey.'];
  const names = modules.flatMap(({ ids }) => ids.map((id) => id.toUpperCase()));
  return [
    `Modules: ${names.join(', ')}.`,
    ...(deadPixels ? [deadPixelLine(deadPixels, camera)] : []),
  ];
}

function deadPixelLine(
  { replaced, isolatedBright }: NonNullable<IspReport['deadPixels']>,
  camera: { readonly showsMarks: boolean } | undefined,
): string {
  if (replaced === 0) return 'DPC replaced no pixels.';
  const count = `DPC replaced ${replaced} pixel${replaced === 1 ? '' : 's'}, ${isolatedBright} of them isolated bright`;
  if (!camera) return `${count}.`;
  return camera.showsMarks && isolatedBright >= POINTS_VANISH * replaced
    ? `${count}: points smaller than 2 px are removed; disable DPC to see them.`
    : `${count}. The sensor has no defects, so these were good pixels: to keep them, raise the difference threshold of DPC or switch it off.`;
}

/** Percentage of samples that AWB and CCM clip. */
export const clippingLines = ({
  clippedPercent: { awb, ccm },
}: Pick<IspReport, 'clippedPercent'>): LogText[] => [
  ...(awb ? [clippedLine('AWB', awb)] : []),
  ...(ccm ? [clippedLine('CCM, as shown', ccm)] : []),
];
