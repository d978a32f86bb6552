/**
 * `npm run bench -- choose [power] [statistics] [cameras] [--races N] [--lenses N] [--sensors N]
 * [--pictures N] [--minutes N] [--seeds N]`: races of synthetic scores beside those of numpy and
 * scipy, how long the arithmetic of races and yields takes, and a race of published lenses and
 * sensors in which a best one is planted (docs/reference/choose.md). Without a word all three.
 */
import { numberOption, readArguments, UsageError } from '@lumenloom/node-host/command-line';
import { raceParts } from './choose-cameras.ts';
import { LIMITS, racePower } from './choose-power.ts';
import { timeStatistics } from './choose-statistics.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const COUNTS = {
  races: ['100', 'Synthetic races of each kind.'],
  lenses: ['68', 'Published lenses.'],
  sensors: ['30', 'Published sensors.'],
  pictures: ['60', 'Pictures that judge.'],
  minutes: ['20', 'Minutes after which no look begins.'],
  seeds: ['1', 'Races of cameras, each with a seed of its own.'],
} as const;
type Count = keyof typeof COUNTS;
const { values, words } = readArguments(
  process.argv.slice(3),
  Object.fromEntries(
    Object.entries(COUNTS).map(([name, [byDefault, help]]) => [
      name,
      { value: 'N', default: byDefault, says: help },
    ]),
  ) as { readonly [Name in Count]: { value: 'N'; default: string; says: string } },
  { min: 0, max: 3, are: 'power, statistics, cameras' },
);
const count = (name: Count): number =>
  numberOption(name, values[name], { whole: true, min: 1, max: 1_000_000 });
/** Of all cameras on all pictures. */
const MOST_RUNS = 0.1;
/** Of the seeds that find the planted best. */
const FOUND = 0.9;

const fails: string[] = [];
const digits = (value: number): string => value.toFixed(3);

const PARTS = {
  power: async () => {
    await racePower(
      count('races'),
      ({ kind, method, bestLost, kept, shareOfRuns, isTrue, golden }) => {
        say(
          `${kind}, ${method}: best lost ${digits(bestLost)} (${digits(golden.bestLost)}), kept ${kept.toFixed(1)} (${golden.kept.toFixed(1)}), share of runs ${digits(shareOfRuns)} (${digits(golden.shareOfRuns)}), statement true ${digits(isTrue)}`,
        );
        if (bestLost > LIMITS.lost + LIMITS.chance) fails.push(`${kind}, ${method}: best lost`);
        if (Math.abs(shareOfRuns / golden.shareOfRuns - 1) > LIMITS.runs)
          fails.push(`${kind}, ${method}: share of runs`);
      },
    );
  },
  statistics: async () => {
    await timeStatistics(({ name, seconds, limit }) => {
      say(`${name}: ${seconds.toFixed(2)} s (at most ${limit})`);
      if (seconds > limit) fails.push(name);
    });
  },
  cameras: async () => {
    let found = 0;
    const seeds = count('seeds');
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { lenses, sensors, pictures, minutes } = {
        ...{ lenses: count('lenses'), sensors: count('sensors') },
        ...{ pictures: count('pictures'), minutes: count('minutes') },
      };
      const raced = await raceParts({ lenses, sensors, pictures, minutes, seed });
      say(raced.sentence);
      say(
        `Seed ${seed}: ${raced.cameras} cameras in ${raced.minutes.toFixed(1)} minutes, ${raced.runs} runs of ${raced.allRuns} of all against all (${digits(raced.runs / raced.allRuns)}), ${digits(raced.shared)} of the optical images shared; the planted best is ${raced.isFound ? 'left' : 'lost'}.`,
      );
      if (raced.isFound) found += 1;
      if (raced.runs > MOST_RUNS * raced.allRuns) fails.push(`seed ${seed}: runs`);
    }
    if (found < FOUND * seeds) fails.push(`the planted best: ${found} of ${seeds}`);
  },
} as const;

for (const word of words)
  if (!(word in PARTS)) throw new UsageError(`${word}: one of ${Object.keys(PARTS).join(', ')}.`);
for (const [name, part] of Object.entries(PARTS))
  if (words.length === 0 || words.includes(name)) await part();
if (fails.length > 0) {
  say(`Outside its limits: ${fails.join('; ')}.`);
  process.exitCode = 1;
}
