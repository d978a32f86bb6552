import { brief } from '../text/figure.ts';
import { fail, isObject, refuseUnknown } from '../text/json-fields.ts';

/** What somebody has for a session. */
export interface Equipment {
  /** Charts: `grid`, `edges`, `chart`. */
  readonly charts: readonly string[];
  /** Names of lights. */
  readonly lights: readonly string[];
  /** Shortest and longest, seconds. */
  readonly exposures: readonly [number, number];
  /** Whether the camera can be turned and kept in place. */
  readonly tripod: boolean;
  /** Whether the sensor can be warmed. */
  readonly temperature: boolean;
}

/** Frames to take alike. */
export interface PlannedFrames {
  readonly kind: 'dark' | 'flat' | 'chart' | 'edges' | 'grid';
  readonly frames: number;
  /** Seconds; null where the level decides. */
  readonly exposure: number | null;
  /** Share of saturation; null in the dark. */
  readonly level: number | null;
  /** Kelvins warmer than the others. */
  readonly warmer: number;
  /** Degrees by which the camera is turned clockwise, seen from behind. */
  readonly turned: number;
  /** Degrees by which a grid is tilted. */
  readonly tilt: readonly [number, number];
  readonly light: string | null;
  /** Whether the developed picture is wanted too. */
  readonly developed: boolean;
  readonly text: string;
}

export interface SessionPlan {
  readonly frames: readonly PlannedFrames[];
  /** What stays unknown, as sentences. */
  readonly unknown: readonly string[];
}

const CHARTS = ['grid', 'edges', 'chart'] as const;
const EVERYTHING: Equipment = {
  charts: CHARTS,
  lights: ['day', 'lamp'],
  exposures: [1e-4, 10],
  tripod: true,
  temperature: true,
};
const LONG_DARK = 10;
const WARMER = 15;
const TILT = 15;
/** Levels of flats, shares of saturation. */
const LEVELS = [0.05, 0.19, 0.33, 0.48, 0.62, 0.76, 0.9] as const;
const SATURATED = 2;
const TURNED_LEVEL = 0.5;

/**
 * Reads what somebody has for a session; what is left out is there.
 *
 * @throws SimulationError naming the key at fault.
 */
export function readEquipment(content: unknown): Equipment {
  if (!isObject(content)) fail('', 'The equipment must be an object.');
  refuseUnknown(content, Object.keys(EVERYTHING), '', 'The equipment');
  const { charts, lights, exposures, tripod, temperature } = { ...EVERYTHING, ...content };
  const isTexts = (list: unknown): list is readonly string[] =>
    Array.isArray(list) && list.length <= 20 && list.every((item) => typeof item === 'string');
  if (!isTexts(charts) || !charts.every((chart) => CHARTS.some((known) => known === chart)))
    fail('charts', `charts must be a list of ${CHARTS.join(', ')}.`);
  if (!isTexts(lights)) fail('lights', 'lights must be a list of names.');
  const [least, most] = Array.isArray(exposures) ? (exposures as readonly unknown[]) : [];
  if (typeof least !== 'number' || typeof most !== 'number' || !(least > 0 && most > least))
    fail('exposures', 'exposures must be the shortest and the longest time, seconds.');
  for (const [key, value] of Object.entries({ tripod, temperature }))
    if (typeof value !== 'boolean') fail(key, `${key} must be true or false.`);
  return { charts, lights, exposures: [least, most], tripod, temperature };
}

const PLAN_KINDS = ['dark', 'flat', 'chart', 'edges', 'grid'] as const;
const PLAN_KEYS = [
  ...['kind', 'frames', 'exposure', 'level', 'warmer', 'turned', 'tilt', 'light', 'developed'],
  'text',
];
const [MOST_STACKS, MOST_FRAMES] = [200, 1000];
/** A grid that is tilted more shows too little of itself, degrees. */
const MOST_TILT = 45;

/**
 * Reads the frames of a session: a plan, as `planSession` gives it, or what somebody has, of which
 * a plan is made.
 *
 * @throws SimulationError naming the key at fault.
 */
export function readSession(content: unknown): SessionPlan {
  if (!isObject(content) || content['frames'] === undefined)
    return planSession(readEquipment(content));
  refuseUnknown(content, ['frames', 'unknown'], '', 'The plan');
  const { frames } = content;
  if (!Array.isArray(frames) || frames.length === 0 || frames.length > MOST_STACKS)
    fail('frames', `frames must be a list of 1 to ${MOST_STACKS} entries.`);
  return { frames: (frames as readonly unknown[]).map(readPlanned), unknown: [] };
}

function readPlanned(content: unknown, at: number): PlannedFrames {
  const path = `frames[${at}]`;
  if (!isObject(content)) fail(path, `${path} must be an object.`);
  refuseUnknown(content, PLAN_KEYS, path, path);
  const number = (key: string, [least, most]: readonly [number, number], value: unknown): number =>
    typeof value === 'number' && value >= least && value <= most
      ? value
      : fail(`${path}.${key}`, `${path}.${key} must be a number from ${least} to ${most}.`);
  const kind = PLAN_KINDS.find((known) => known === content['kind']);
  if (!kind) fail(`${path}.kind`, `${path}.kind must be one of ${PLAN_KINDS.join(', ')}.`);
  const { frames, exposure = null, level = null, light = null } = content;
  const { warmer = 0, turned = 0, tilt = [0, 0], developed = false } = content;
  if (!Number.isInteger(number('frames', [1, MOST_FRAMES], frames)))
    fail(`${path}.frames`, `${path}.frames must be a whole number.`);
  if (kind === 'dark' ? level !== null || light !== null : light === null)
    fail(
      `${path}.light`,
      `${path}.light must be the name of a light; darks have no light or level.`,
    );
  if (light !== null && (typeof light !== 'string' || light === '' || light.length > 80))
    fail(`${path}.light`, `${path}.light must be a text of 1 to 80 characters.`);
  if (typeof developed !== 'boolean')
    fail(`${path}.developed`, `${path}.developed must be true or false.`);
  const tilts: readonly unknown[] = Array.isArray(tilt) ? tilt : [];
  if (tilts.length !== 2) fail(`${path}.tilt`, `${path}.tilt must be two angles, degrees.`);
  return {
    kind,
    frames: frames as number,
    exposure:
      kind === 'dark' || exposure !== null ? number('exposure', [1e-7, 1e5], exposure) : null,
    level: kind === 'dark' ? null : number('level', [1e-4, 10], level),
    warmer: number('warmer', [-100, 100], warmer),
    turned: number('turned', [-360, 360], turned),
    tilt: tilts.map((angle) => number('tilt', [-MOST_TILT, MOST_TILT], angle)) as [number, number],
    light,
    developed,
    text: '',
  };
}

type Plain = Omit<PlannedFrames, 'kind' | 'frames' | 'text'>;

const PLAIN: Plain = {
  ...{ exposure: null, level: null, warmer: 0, turned: 0, light: null, developed: false },
  tilt: [0, 0],
};

/**
 * The standard session of a camera, without what cannot be done.
 *
 * @see docs/reference/twin.md#t6
 */
export function planSession(have: Equipment = EVERYTHING): SessionPlan {
  const { charts, lights, exposures, tripod, temperature } = have;
  const [shortest, longest] = exposures;
  const long = Math.min(LONG_DARK, longest);
  const unknown: string[] = [];
  const frames: PlannedFrames[] = [
    {
      ...{ ...PLAIN, kind: 'dark', frames: 24, exposure: shortest },
      text: `24 darks of ${brief(shortest)} s, with the cap on.`,
    },
  ];
  if (long > 2 * shortest)
    frames.push({
      ...{ ...PLAIN, kind: 'dark', frames: 8, exposure: long },
      text: `8 darks of ${brief(long)} s.`,
    });
  else unknown.push('Dark current and hot pixels: they need darks of two exposure times.');
  if (temperature && long > 2 * shortest)
    frames.push({
      ...{ ...PLAIN, kind: 'dark', frames: 8, exposure: long, warmer: WARMER },
      text: `8 darks of ${brief(long)} s, the sensor ${WARMER} K warmer.`,
    });
  else unknown.push('How dark current grows with temperature: 6 K per doubling are assumed.');
  const [light] = lights;
  if (light === undefined) {
    unknown.push('Gain and everything in electrons, PRNU and saturation: they need an even light.');
    return { frames, unknown };
  }
  const lit = { ...PLAIN, light };
  for (const level of LEVELS)
    frames.push({
      ...{ ...lit, kind: 'flat', frames: 8, level },
      text: `8 flats at ${Math.round(100 * level)} % of saturation.`,
    });
  frames.push({
    ...{ ...lit, kind: 'flat', frames: 4, level: SATURATED },
    text: '4 flats at twice the exposure of saturation.',
  });
  if (tripod)
    for (const turned of [90, 180, 270])
      frames.push({
        ...{ ...lit, kind: 'flat', frames: 8, level: TURNED_LEVEL, turned },
        text: `8 flats at 50 %, the camera turned by ${turned} degrees before the same light.`,
      });
  else
    unknown.push('The centre of the falloff: turned flats tell it from a gradient of the light.');
  frames.push(...chartFrames(lit, charts, lights, unknown));
  return { frames, unknown };
}

function chartFrames(
  lit: Plain,
  charts: readonly string[],
  lights: readonly string[],
  unknown: string[],
): PlannedFrames[] {
  const frames: PlannedFrames[] = [];
  const level = 0.7;
  if (charts.includes('grid'))
    for (const tilt of [
      [0, 0],
      [TILT, 0],
      [0, TILT],
    ] as const)
      frames.push({
        ...{ ...lit, kind: 'grid', frames: 6, level, tilt },
        text: `6 frames of the grid of dots, ${tilt[0] + tilt[1] === 0 ? 'straight' : `tilted by ${TILT} degrees about the ${tilt[0] > 0 ? 'vertical' : 'horizontal'}`}.`,
      });
  else unknown.push('Distortion, its centre and the focal length: they need a grid of dots.');
  if (charts.includes('edges'))
    frames.push({
      ...{ ...lit, kind: 'edges', frames: 24, level, developed: true },
      text: '24 frames of nine dark squares that are tilted by 5 degrees, raw and developed.',
    });
  else unknown.push('Sharpness: it needs dark squares on white.');
  if (charts.includes('chart'))
    for (const name of lights.slice(0, 2))
      frames.push({
        ...{ ...lit, kind: 'chart', frames: 8, level, light: name, developed: true },
        text: `8 frames of the colour chart under ${name}, raw and developed.`,
      });
  else unknown.push('Colours and the ISP: they need a chart of patches.');
  if (charts.includes('chart') && lights.length < 2)
    unknown.push('Colours under another light: one light fixes five numbers per colour.');
  return frames;
}
