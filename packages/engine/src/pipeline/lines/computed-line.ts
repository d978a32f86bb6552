import type { FormingFacts } from '../../optics/forming-facts.ts';
import { figure, percentFigure } from '../../text/figure.ts';
import type { SimulationReport } from '../report.ts';

/**
 * Setting negative pixels to 0 adds light. The log mentions it from this share of all light on
 * (docs/reference/physics.md#p2).
 */
const DARKENED = 1e-4;

const FROM_MEMORY = { all: 'from memory', part: 'partly from memory' } as const;

/**
 * How the run was computed, in one line: the only line of the log that uses terms of the
 * implementation.
 */
export function computedLine({
  optics: { forming },
  stages,
  totalMs,
  path,
  threads,
  device,
  version,
}: Pick<
  SimulationReport,
  'optics' | 'stages' | 'totalMs' | 'path' | 'threads' | 'device' | 'version'
>): string {
  const times = [
    ...stages.map(
      ({ name, ms, fromMemory }) =>
        `${name} ${ms.toFixed(0)} ms${fromMemory ? ` (${FROM_MEMORY[fromMemory]})` : ''}`,
    ),
    `total ${totalMs.toFixed(0)} ms`,
  ];
  return `Time: ${times.join(', ')}; ${path} path, up to ${threads} thread${threads === 1 ? '' : 's'}${device ? deviceWords(device) : ''}${forming ? `; ${formingWords(forming)}` : ''}; Lumenloom ${version}.`;
}

const deviceWords = ({ name, kind, tolerance }: NonNullable<SimulationReport['device']>): string =>
  `, GPU path on ${name}${kind === 'software' ? ', which is software' : ''}, light differs from the processor's by at most ${figure(tolerance)} of the largest`;

function formingWords(facts: FormingFacts): string {
  const { oversampling: s, kernelSamples: side, tracedMilliseconds } = facts;
  const tables =
    facts.tables === 'traced'
      ? `traced${tracedMilliseconds === undefined ? '' : ` in ${tracedMilliseconds.toFixed(0)} ms`}`
      : 'cached';
  const darkened =
    facts.darkenedShare > DARKENED
      ? `, setting negative pixels to 0 added ${percentFigure(100 * facts.darkenedShare)} of the light`
      : '';
  const sampled =
    facts.binning === undefined
      ? `${s} × ${s} samples of ${figure(facts.workingPitch * 1e6)} µm per pixel`
      : `formed on pixels binned ${facts.binning} × ${facts.binning}, because the blur is wide`;
  return `${sampled}, the picture of a point computed on ${side} × ${side} samples, at ${facts.nodes} places of the field and ${facts.bands} wavelengths, tables ${tables}, at most ${percentFigure(100 * facts.lostShare)} of its light falls further out and is added as diffraction spreads it${darkened}`;
}
