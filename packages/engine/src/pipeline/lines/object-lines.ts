import { millimetresOf } from '../../optics/millimetres.ts';
import { brief, duration, figure } from '../../text/figure.ts';
import type { FeatureFacts, ObjectMotionFacts, ObjectReport } from '../object-report.ts';
import { TASKS } from '../read-task.ts';

/** From here on people read metres, m. */
const METRES_FROM = 10;

/** A figure without trailing noise, as people have typed it. */
const typed = (value: number): string => String(Number(value.toPrecision(6)));
const distanceOf = (metres: number): string =>
  metres < METRES_FROM ? `${typed(millimetresOf(metres))} mm` : `${typed(metres)} m`;

/** What a picture shows of its object in lengths; no lines where its distance is not known. */
export function objectLines(object: ObjectReport | null, snrAtGrey18?: number | null): string[] {
  if (!object) return [];
  const { distanceM, mmPerPixel, fieldMm, magnification, nyquistLinePairsPerMm } = object;
  const [width, height] = fieldMm.map(figure);
  const limit = object.fieldLimitedBy ? ` (ends at the ${object.fieldLimitedBy})` : '';
  return [
    `At ${distanceOf(distanceM)}${object.isFocusDistance ? ', the focus distance' : ''}: ${figure(mmPerPixel[0])} mm per pixel, field ${width!} × ${height!} mm${limit}, magnification ${figure(magnification)}, ${figure(nyquistLinePairsPerMm)} lp/mm at the object (Nyquist).`,
    ...(object.feature ? featureLines(object.feature, snrAtGrey18) : []),
  ];
}

function featureLines(feature: FeatureFacts, snrAtGrey18: number | null | undefined): string[] {
  const { mm, pixels, modulation, kind, needed } = feature;
  const contrast =
    modulation === null ? '' : ` with ${(100 * modulation).toFixed(0)} % of its contrast`;
  const snr =
    typeof snrAtGrey18 === 'number' ? `, SNR ${snrAtGrey18.toFixed(1)} dB at 18 % grey` : '';
  const verdict = feature.isEnough === false ? 'not enough' : 'enough';
  const enough =
    kind !== null
      ? `: ${verdict} to ${TASKS[kind].to} (${TASKS[kind].pixels} per ${TASKS[kind].per}, rule of thumb)`
      : needed !== null
        ? `: ${verdict} for a need of ${typed(needed)}`
        : '';
  const known = feature.isEnough === null ? '' : enough;
  return [
    `A feature of ${typed(mm)} mm is ${figure(pixels)} pixels wide${contrast}${snr}${known}.`,
    ...(kind === null ? [] : [`Rule of thumb by ${TASKS[kind].source}.`]),
  ];
}

/** How fast the object moves, and how long it may be exposed; no lines where nothing moves. */
export function blurLines(object: ObjectReport | null, exposureSeconds?: number): string[] {
  const motion = object?.motion;
  if (!motion) return [];
  const { blurPixels, blurMm, limitPixels, longestExposureSeconds: longest } = motion;
  const blur =
    blurPixels === null || blurMm === null || exposureSeconds === undefined
      ? ''
      : `: ${brief(blurPixels)} px (${brief(blurMm)} mm) in ${duration(exposureSeconds)}`;
  const limit =
    longest === null ? '' : `; ${typed(limitPixels)} px needs at most ${brief(longest * 1e3)} ms`;
  return [`${speedsOf(motion)}${blur}${limit}.`];
}

/** '120 mm/s is 728 px/s'. */
function speedsOf({ millimetresPerSecond, pixelsPerSecond }: ObjectMotionFacts): string {
  const speed = Math.hypot(...millimetresPerSecond);
  const atObject =
    speed < millimetresOf(METRES_FROM) ? `${figure(speed)} mm/s` : `${figure(speed / 1e3)} m/s`;
  const pixels = Math.hypot(...pixelsPerSecond);
  return `${atObject} is ${pixels < 1e5 ? typedRound(pixels) : figure(pixels)} px/s`;
}

const typedRound = (pixels: number): string =>
  pixels >= 1000 ? pixels.toFixed(0) : figure(pixels);
