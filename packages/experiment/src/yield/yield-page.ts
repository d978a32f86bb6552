import type { YieldPage } from '@lumenloom/report/page-text';
import type { YieldResults } from '../folder/yield-folder.ts';

/**
 * What the page of a yield shows.
 *
 * @param isPercent whether a tolerance is in percent.
 * @param madeBy the programs that have computed it.
 */
export function yieldPage(
  results: YieldResults,
  isPercent: (name: string) => boolean,
  madeBy: string,
): YieldPage {
  const { name, sentence, notes, nominal, limit, sensitivities, loosen, worst } = results;
  const { method, r2, check, runs } = results;
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return {
    ...{ name, sentence, nominal, limit, sensitivities, worst },
    notes: notes.map((note) => `${note[0]!.toUpperCase()}${note.slice(1)}.`),
    about: `${runs} cameras, method ${method} (r2 ${r2.toFixed(3)}); ${check.passed} of the first ${check.runs} are good: ${percent(check.low)} to ${percent(check.high)}.${madeBy === '' ? '' : ` ${madeBy}.`}`,
    ...(loosen && {
      loosen: {
        sentence: loosen.isReached
          ? `Run again: ${percent(loosen.share)} (${percent(loosen.low)} to ${percent(loosen.high)})${loosen.cost === null ? '' : `, cost ${Number(loosen.cost.toPrecision(4))}`}.`
          : 'No tolerances within the factors or grades reach that yield.',
        tolerances: loosen.isReached
          ? Object.entries(loosen.tolerances).map(
              ([one, value]) =>
                [one, `${Number(value.toPrecision(4))}${isPercent(one) ? ' %' : ''}`] as const,
            )
          : [],
      },
    }),
  };
}
