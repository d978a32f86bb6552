import { edgeSfr } from '@lumenloom/engine';
import {
  USUAL_GAP,
  acutanceOf,
  edgeInformation,
  readLeavesChart,
  regionsOf,
  starInShort,
  starSfr,
  textureSfr,
} from '@lumenloom/engine/lab';
import { CYCLES, under, type ReadFigure, type Reading } from '../reading.ts';
import { viewsOf } from '../sections/sharpness.ts';
import {
  curve,
  fail,
  figure,
  listed,
  numberOf,
  onlyKeys,
  type Reader,
  type Stack,
} from './chart-figures.ts';
import {
  STRIPS_OF_EDGE,
  prefixOf,
  readWithErrors,
  segmentsAbout,
  stackOf,
  type ChartFrames,
} from './chart-frames.ts';

const EDGE_KEYS = ['black', 'field', 'direction'] as const;

function edgeOf(frames: ChartFrames, read: (stack: Stack, black: number) => Reading): Reading {
  onlyKeys(frames, EDGE_KEYS);
  const black = numberOf(frames.params, 'black', 0);
  return readWithErrors(stackOf(frames), (stack) => read(stack, black), STRIPS_OF_EDGE);
}

function meanRegion(stack: Stack): ReturnType<typeof regionsOf>[number] {
  const regions = regionsOf(stack);
  return {
    ...regions[0]!,
    values: regions[0]!.values.map(
      (_, i) => regions.reduce((sum, { values }) => sum + values[i]!, 0) / regions.length,
    ),
  };
}

export const sfrOfFrames: Reader = (frames) => {
  const field = numberOf(frames.params, 'field', 0);
  const { direction = 'radial' } = frames.params;
  if (direction !== 'radial' && direction !== 'tangential')
    return fail('params.direction', 'must be radial or tangential.');
  const at = (key: string): string => under(`${prefixOf(frames)}${key}`, field, direction);
  return edgeOf(frames, (stack) => {
    const { frequencies, sfr, mtf50 } = edgeSfr(meanRegion(stack));
    return {
      figures: [figure(at('mtf50'), 'MTF50', mtf50, CYCLES)],
      curves: [curve(at('sfr'), [frequencies, sfr], CYCLES, 'SFR')],
    };
  });
};

export const informationOfFrames: Reader = (frames) =>
  edgeOf(frames, (stack, black) => {
    const found = edgeInformation(regionsOf(stack), { black, gap: USUAL_GAP });
    const prefix = `${prefixOf(frames)}edge.`;
    return {
      figures: listed(prefix, found, {
        capacity: ['Capacity of this edge', 'bits/px'],
        capacityDisc: ['Capacity in the form of the disc', 'bits/px'],
        edgeErrorPx: ['Error of the place of the edge, from SFR and noise', 'px'],
      }),
      curves: [curve(`${prefix}neq`, [found.frequency, found.neq], CYCLES, 'NEQ, quanta/px²')],
    };
  });

export const edgeOfFrames: Reader = (frames) =>
  edgeOf(frames, (stack, black) => ({
    figures: listed(
      prefixOf(frames),
      edgeInformation(regionsOf(stack), { black, gap: USUAL_GAP }),
      {
        edgeErrorPx: ['Error of the place of the edge, from SFR and noise', 'px'],
        edgeErrorMeasuredPx: ['The same, from frame to frame', 'px'],
      },
    ),
    curves: [],
  }));

/** Acutance in each view, of an edge or of leaves. */
const acutances = (
  frames: ChartFrames,
  name: string,
  label: string,
  found: { readonly frequency: readonly number[]; readonly sfr: readonly number[] },
): readonly ReadFigure[] =>
  viewsOf(frames.pictures[0]!.rows).map(([view, perDegree]) => ({
    ...figure(
      under(`${prefixOf(frames)}${name}`, view),
      label,
      acutanceOf(found.frequency, found.sfr, perDegree).acutance,
      '',
    ),
    condition: `view ${view}`,
  }));

export const acutanceOfEdge: Reader = (frames) =>
  edgeOf(frames, (stack) => {
    const { frequencies: frequency, sfr } = edgeSfr(meanRegion(stack));
    return {
      figures: acutances(frames, 'edge', 'Acutance of an edge', { frequency, sfr }),
      curves: [],
    };
  });

const textureOf = (frames: ChartFrames) => {
  const region = meanRegion(stackOf(frames, { isClipMeasured: true }));
  return textureSfr(region, readLeavesChart(frames.params), {});
};

export const acutanceOfLeaves: Reader = (frames) => {
  const { frequency, cross: sfr } = textureOf(frames);
  const figures = acutances(frames, 'texture', 'Acutance of leaves', { frequency, sfr });
  return { figures, curves: [] };
};

export const textureOfFrames: Reader = (frames) => {
  const { frequency, cross } = textureOf(frames);
  const prefix = prefixOf(frames);
  const [monitor] = viewsOf(frames.pictures[0]!.rows);
  return {
    figures: [
      figure(
        `${prefix}atHalfNyquist`,
        'Texture SFR at half Nyquist',
        cross[frequency.indexOf(0.25)],
        '',
      ),
      {
        ...figure(
          `${prefix}acutance`,
          'Acutance',
          acutanceOf(frequency, cross, monitor![1]).acutance,
          '',
        ),
        condition: 'view monitor',
      },
    ],
    curves: [curve(`${prefix}cross`, [frequency, cross], CYCLES, 'texture SFR')],
  };
};

export const starOfFrames: Reader = (frames) => {
  onlyKeys(frames, ['centre', 'cycles', 'modulation', 'black']);
  const { params, rectangle } = frames;
  const { centre } = params;
  if (!Array.isArray(centre) || centre.length !== 2 || !centre.every(Number.isFinite))
    return fail('params.centre', 'must be [x, y] in pixels of the picture.');
  const [x, y] = centre as [number, number];
  const place = [x - (rectangle?.x ?? 0), y - (rectangle?.y ?? 0)] as const;
  const star = {
    centre: place,
    cycles: numberOf(params, 'cycles'),
    modulation: numberOf(params, 'modulation'),
  };
  const black = numberOf(params, 'black', 0);
  const prefix = prefixOf(frames);
  const read = (stack: Stack): Reading => {
    const region = meanRegion(stack);
    const found = starSfr({ ...region, values: region.values.map((value) => value - black) }, star);
    return {
      figures: listed(prefix, starInShort(found), {
        mtf50: ['MTF50', CYCLES],
        modulationAtHalfNyquist: ['SFR at half Nyquist', ''],
        capacityStar: ['Capacity of the star', 'bits/px'],
      }),
      curves: [
        curve(
          `${prefix}sfr`,
          [found.frequency.toReversed(), found.mean.toReversed()],
          CYCLES,
          'SFR',
        ),
      ],
    };
  };
  return readWithErrors(stackOf(frames, { isClipMeasured: true }), read, segmentsAbout(place));
};
