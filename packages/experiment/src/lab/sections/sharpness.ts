import { fieldSfr, meanOf, type FieldSfr } from '@lumenloom/engine';
import {
  VIEWS,
  acutanceOf,
  pixelsPerDegree,
  starInShort,
  starOfCamera,
  textureOfCamera,
  viewSize,
} from '@lumenloom/engine/lab';
import {
  CYCLES,
  comparedFigures,
  ofSources,
  under,
  type LabCamera,
  type ReadCurve,
  type ReadFigure,
  type Reading,
} from '../reading.ts';
import { jackknifeError } from '../uncertainty.ts';
import { edgeInFrames } from './edge-frames.ts';

/** Side of the charts of a draft whose light takes longest, pixels. */
const DRAFT_SIDE = 160;

/** The camera with few pixels about the axis, for a draft. */
const inDraft = ({ plan, isDraft }: LabCamera): LabCamera['plan'] => ({
  ...plan,
  grid: isDraft
    ? {
        ...plan.grid,
        rows: Math.min(plan.grid.rows, DRAFT_SIDE),
        columns: Math.min(plan.grid.columns, DRAFT_SIDE),
      }
    : plan.grid,
});

/** Shares of the half angle of the lens. */
const [FIELDS, DRAFT_FIELDS] = [[0, 0.35, 0.7], [0]] as const;

/** SFR of edges over the field, by green of the raw and by luminance of the developed picture. */
export async function readSfr({ plan, host, isDraft }: LabCamera): Promise<Reading> {
  const { frequencies, fields } = await fieldSfr(plan, isDraft ? DRAFT_FIELDS : FIELDS, host);
  const colours = new Set(fields.map(({ colour }) => colour));
  const rawColour = colours.has('green') ? 'green' : 'white';
  const shownColour = colours.has('luminance') ? 'luminance' : rawColour;
  const figures: ReadFigure[] = [];
  const curves: ReadCurve[] = [];
  for (const [source, colour] of [
    ['raw', rawColour],
    ['developed', shownColour],
  ] as const)
    for (const field of fields.filter((one) => one.colour === colour)) {
      const found = field[source];
      if (!found) continue;
      const read = sfrOf(source, found, field, frequencies);
      figures.push(read.figure);
      if (read.curve) curves.push(read.curve);
    }
  return { figures, curves };
}

function sfrOf(
  source: 'raw' | 'developed',
  found: NonNullable<FieldSfr['raw']>,
  { field, fieldDegrees, direction, true: known }: FieldSfr,
  frequencies: readonly number[],
): { readonly figure: ReadFigure; readonly curve?: ReadCurve } {
  const prefix = source === 'raw' ? '' : 'developed.';
  const condition = `${fieldDegrees.toFixed(1)}° from the axis, edge ${direction === 'radial' ? 'along' : 'across'} the radius`;
  const figure: ReadFigure = {
    key: under(`${prefix}mtf50`, field, direction),
    label: 'MTF50',
    value: 'problem' in found ? null : found.mtf50,
    unit: CYCLES,
    true: known.mtf50,
    condition: 'problem' in found ? `${condition}: ${found.problem}` : condition,
    source,
  };
  if ('problem' in found) return { figure };
  return {
    figure,
    curve: {
      key: under(`${prefix}sfr`, field, direction),
      label: `${source}, ${condition}`,
      x: frequencies,
      y: found.sfr,
      xUnit: CYCLES,
      yUnit: 'SFR',
      true: known.sfr,
    },
  };
}

const STAR = {
  mtf50: { label: 'MTF50', unit: CYCLES, hasOneTruth: true },
  modulationAtHalfNyquist: { label: 'SFR at half Nyquist', unit: '', hasOneTruth: true },
  capacityStar: { label: 'Capacity of the star', unit: 'bits/px' },
} as const;

/** The SFR of a sine star. */
export async function readStar(camera: LabCamera): Promise<Reading> {
  const taken = await starOfCamera(inDraft(camera), camera.host);
  const { cycles, true: known, raw, developed } = taken;
  const found = {
    true: starInShort(known),
    raw: raw && starInShort(raw),
    developed: developed && starInShort(developed),
  };
  return {
    figures: comparedFigures(found, STAR, `${cycles} cycles`).map((figure) => {
      const error = errorOfSegments(figure.source === 'raw' ? raw : developed, figure.key);
      return error === null ? figure : { ...figure, error: { value: error, method: 'blocks' } };
    }),
    curves: [['raw', raw] as const, ['developed', developed] as const].flatMap(
      ([source, star]): ReadCurve[] =>
        star === null
          ? []
          : [
              {
                key: source === 'raw' ? 'sfr' : 'developed.sfr',
                label: source,
                x: star.frequency.toReversed(),
                y: star.mean.toReversed(),
                xUnit: CYCLES,
                yUnit: 'SFR',
                true: known.mean.toReversed(),
              },
            ],
    ),
  };
}

type Star = Parameters<typeof starInShort>[0] & {
  readonly segments: readonly (readonly (number | null)[])[];
};

/** By the jackknife over the segments of a star; null of what they do not have one by one. */
function errorOfSegments(star: Star | null, key: string): number | null {
  const name = key.replace('developed.', '');
  if (!star || (name !== 'mtf50' && name !== 'modulationAtHalfNyquist')) return null;
  const without = star.segments[0]!.map((_, out) => {
    const mean = star.segments.map((ring) => {
      const known = ring.filter((value, i): value is number => i !== out && value !== null);
      return known.length === 0 ? null : meanOf(known);
    });
    return starInShort({ ...star, mean })[name];
  });
  return without.every((value) => value !== null) ? jackknifeError(without) : null;
}

/** Pixels per degree of each view of a picture. */
export const viewsOf = (rows: number): readonly (readonly [name: string, view: number])[] =>
  VIEWS.map((name) => [name, pixelsPerDegree(viewSize(name), rows)]);

/** A curve of sharpness. */
interface Sharpness {
  readonly frequency: readonly number[];
  readonly sfr: readonly number[];
}

/** Acutance of a curve in each view, beside the acutance of the true one. */
const acutances = (
  rows: number,
  named: Pick<ReadFigure, 'key' | 'label' | 'source'>,
  found: Sharpness,
  known: Sharpness,
): readonly ReadFigure[] =>
  viewsOf(rows).map(([view, perDegree]) => ({
    ...named,
    key: under(named.key, view),
    value: acutanceOf(found.frequency, found.sfr, perDegree).acutance,
    unit: '',
    true: acutanceOf(known.frequency, known.sfr, perDegree).acutance,
    condition: `view ${view}`,
  }));

type Texture = Awaited<ReturnType<typeof textureOfCamera>>;

const curveOfTexture = (found: Texture): readonly ReadCurve[] =>
  ofSources(found, (one, source, prefix) => [
    {
      key: `${prefix}cross`,
      label: source === 'raw' ? 'light on green pixels, without noise' : source,
      x: one.frequency,
      y: one.cross,
      xUnit: CYCLES,
      yUnit: 'texture SFR',
      true: found.true.cross,
    },
  ]);

const withSfr = ({
  frequency,
  cross,
}: {
  readonly frequency: readonly number[];
  readonly cross: readonly number[];
}): Sharpness => ({ frequency, sfr: cross });

const STILL = { still: 'it is the light on the pixels, before noise' } as const;

/** The texture SFR of dead leaves, and how sharp they look on a monitor. */
export async function readTexture(camera: LabCamera): Promise<Reading> {
  const found = await textureOfCamera(inDraft(camera), camera.host);
  const known = withSfr(found.true);
  const [monitor] = viewsOf(camera.rows);
  const figures = ofSources(found, (one, source, prefix): ReadFigure[] => {
    const shared = { source, unit: '', ...(source === 'raw' && STILL) } as const;
    const at = ({ frequency, sfr }: Sharpness, f: number): number | null =>
      sfr[frequency.indexOf(f)] ?? null;
    return [
      {
        ...shared,
        key: `${prefix}atHalfNyquist`,
        label: 'Texture SFR at half Nyquist',
        value: at(withSfr(one), 0.25),
        true: at(known, 0.25),
        condition: '',
      },
      {
        ...shared,
        key: `${prefix}acutance`,
        label: 'Acutance',
        value: acutanceOf(one.frequency, one.cross, monitor![1]).acutance,
        true: acutanceOf(known.frequency, known.sfr, monitor![1]).acutance,
        condition: 'view monitor',
      },
    ];
  });
  return { figures, curves: curveOfTexture(found) };
}

/** How sharp an edge and leaves look in three views. */
export async function readAcutance(camera: LabCamera): Promise<Reading> {
  const { rows } = camera;
  const { found: edge } = await edgeInFrames(camera);
  const leaves = await textureOfCamera(inDraft(camera), camera.host);
  const figures = [
    ...(['raw', 'developed'] as const).flatMap((source) => {
      const found = edge[source];
      const key = source === 'raw' ? 'edge' : 'developed.edge';
      const named = { key, label: 'Acutance of an edge', source };
      return found ? acutances(rows, named, found, edge.true) : [];
    }),
    ...(leaves.developed
      ? acutances(
          rows,
          { key: 'developed.texture', label: 'Acutance of leaves', source: 'developed' },
          withSfr(leaves.developed),
          withSfr(leaves.true),
        )
      : []),
  ];
  return { figures, curves: curveOfTexture(leaves) };
}
