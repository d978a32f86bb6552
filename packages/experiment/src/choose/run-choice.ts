import type { Decoded } from '@lumenloom/contract';
import type { DeviceFacts } from '@lumenloom/engine';
import { ownPrograms, type Resume } from '../folder/journal.ts';
import { withoutContent } from '../evaluate/dataset/picture-lines.ts';
import type { Look } from '../race/race.ts';
import { openChoiceFolder } from './choice-folder.ts';
import { choiceResults, type ChoiceResults } from './choice-results.ts';
import type { PlannedChoice, Raced } from './plan-choice.ts';
import type { RaceBench, RaceOptions, RunLine } from './race-bench.ts';
import { openRaceBench, raceCameras, type EndedRace } from './race-cameras.ts';
import { slotsOf } from './raced-cameras.ts';

/** A camera at a look. */
export interface Standing {
  readonly name: string;
  /** Null where there is nothing to count. */
  readonly score: number | null;
  /** 95 %, for it alone. */
  readonly interval: [low: number, high: number] | null;
}

export interface ChoiceOptions extends Omit<RaceOptions, 'device'> {
  readonly folder: string;
  /** Goes on with what the folder has. */
  readonly resume: Resume;
  readonly device?: DeviceFacts | undefined;
  readonly say: (sentence: string) => void;
  /** Is told how many runs are there already. */
  readonly before?: (runs: number) => void;
  /** Hears of each look: the names of the cameras, and those that were looked at. */
  readonly look: (
    look: Look,
    names: readonly string[],
    standing: () => readonly Standing[],
  ) => void;
  /** Given the number of runs that come next, what takes each as it ends. */
  readonly progressOf: (
    runs: number,
  ) => (ended: { run: string; status: 'done' | 'failed'; message: string }) => void;
}

/** Rivals of the best whose losses are looked into. */
const MOST_RIVALS = 2;

/**
 * Races the cameras of a plan, and writes runs.ndjson, results.json, candidates.csv, report.html
 * and best-recipe.json.
 *
 * @returns undefined when it was stopped: the folder can be resumed.
 * @throws SimulationError naming the place in the plan that cannot be computed.
 */
export async function chooseCamera(
  planned: PlannedChoice,
  options: ChoiceOptions,
): Promise<Decoded<ChoiceResults | undefined>> {
  const { device, folder, resume, signal, pause } = options;
  const opened = await openRaceBench(planned, { ...options, device: device?.name });
  if (!opened.ok) return opened;
  const bench = opened.value;
  try {
    const files = await openChoiceFolder(folder, planned, resume, device);
    if (files.before.length > 0) options.say(`${files.before.length} runs are there already.`);
    options.before?.(files.before.length);
    const lines = [...files.before];
    let tell: ReturnType<ChoiceOptions['progressOf']> = () => undefined;
    const ended = await raceCameras(
      planned,
      bench,
      {
        before: files.before,
        kept: (line) =>
          'value' in line || !('found' in line) ? line : withoutContent(line, () => line),
        add: async (own) => {
          await files.add(own);
          lines.push(...own);
          for (const line of own)
            tell({
              run: `${line.camera ?? ''} ${line.image}`,
              status: line.status,
              message: line.status === 'failed' ? line.message : '',
            });
        },
        look: (look, { cameras, scores, candidates }) => {
          const names = cameras.map(({ name }) => name);
          options.look(look, names, () =>
            candidates.map((at) => standingOf(names[at]!, scores, at, look.pictures)),
          );
        },
        say: options.say,
        begins: (count) => (tell = options.progressOf(count)),
      },
      () => signal.aborted || pause?.aborted === true,
    );
    if (ended && bench.whyLost) options.say('What the nearest rivals lose to the best:');
    const why = ended && (await whyOf(bench, ended));
    if (!ended || !why) return { ok: true, value: undefined };
    const results = choiceResults(planned, ownPrograms(device), ended, why);
    await files.finish({
      lines: inOrder(lines, planned, bench),
      results,
      trails: ended.trails,
      best: ended.cameras[ended.result.best]!,
    });
    return { ok: true, value: results };
  } finally {
    await bench.end();
  }
}

function standingOf(
  name: string,
  scores: EndedRace['scores'],
  at: number,
  pictures: number,
): Standing {
  const score = scores.estimate(at, pictures);
  const interval = scores.interval(at, pictures);
  return {
    name,
    score: Number.isNaN(score) ? null : score,
    interval: interval && [interval[0], interval[1]],
  };
}

/** Ladders of the best and of the cameras nearest to it. */
async function whyOf({ whyLost, compute }: RaceBench, { result, cameras, scores }: EndedRace) {
  if (!whyLost) return [];
  const near =
    result.alike.length > 0 ? result.alike : result.looks.flatMap((look) => look.eliminated);
  const rivals = near
    .toSorted((a, b) => Math.abs(a.difference) - Math.abs(b.difference))
    .slice(0, MOST_RIVALS)
    .map(({ candidate }) => cameras[candidate]!);
  const compared = rivals.length > 0 ? [cameras[result.best]!, ...rivals] : [];
  return compared.length > 0
    ? whyLost(compared, scores.order.slice(0, result.pictures), compute)
    : [];
}

/** Lines by the order of the pictures, then by camera and slot. */
function inOrder(
  lines: readonly RunLine[],
  { raced, document }: PlannedChoice,
  { order }: RaceBench,
): readonly RunLine[] {
  const [picture, camera, slot] = [
    order,
    raced.map(({ name }: Raced) => name),
    slotsOf(document).map(({ label }) => label),
  ].map((names) => new Map(names.map((name, at) => [name, at] as const))) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  const places = new Map(
    lines.map((line) => [
      line,
      [
        picture.get(line.image)!,
        camera.get(line.camera ?? '')!,
        slot.get(line.condition)!,
      ] as const,
    ]),
  );
  const unique = new Map(lines.map((line) => [places.get(line)!.join(), line]));
  return [...unique.values()].toSorted((one, other) => {
    const [a, b] = [places.get(one)!, places.get(other)!];
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  });
}
