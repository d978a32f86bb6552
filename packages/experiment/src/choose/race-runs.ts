import type { Decoded } from '@lumenloom/contract';
import type { PlannedChoice } from './plan-choice.ts';
import type { RaceElsewhere, RaceOptions, RunLine } from './race-bench.ts';
import { openRaceBench } from './race-cameras.ts';

/** Starts threads that compute the pictures of a race which other processes ask for. */
export async function openRaceRuns(
  planned: PlannedChoice,
  options: Pick<RaceOptions, 'jobs' | 'device' | 'maximumSeconds'>,
): Promise<Decoded<RaceElsewhere['compute']>> {
  const { signal } = new AbortController();
  const opened = await openRaceBench(planned, { ...options, signal });
  if (!opened.ok) return opened;
  const { compute } = opened.value;
  const byNumber = new Map(planned.raced.map((one) => [one.number, one]));
  return {
    ok: true,
    value: async ({ cameras: numbers, images, ...rule }) => {
      const lines = new Map<string, RunLine[]>(images.map((image) => [image, []]));
      const cameras = numbers.map((number) => byNumber.get(number)!);
      await compute({ ...rule, cameras, images }, async (ended) => {
        lines.get(ended[0]!.image)!.push(...ended);
      });
      return images.map((image) => lines.get(image)!);
    },
  };
}
