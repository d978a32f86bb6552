import { readFileSync } from 'node:fs';
import { figureParts } from '@lumenloom/contract';
import { DEFAULT_DRAWS, predictScore } from '@lumenloom/scoring';
import { expect, test } from 'vitest';
import { labelsOf } from '../document/path-labels.ts';
import { readPredictionTable } from '../plan/prediction-table.ts';
import { planPrediction } from '../plan/plan-prediction.ts';

const WEB = new URL('../../../../apps/web/', import.meta.url);
const EXAMPLES = new URL('../../../../examples/', import.meta.url);
const textOf = (name: string, folder: URL): string => readFileSync(new URL(name, folder), 'utf8');
/** Digits that the page has. */
const DIGITS = 6;
/** A rank correlation over fewer cameras is not shown. */
const FEWEST = 10;

interface Page {
  readonly facts: Readonly<Record<string, unknown>>;
}

/** What the page /research/prediction shows of the table of cameras, beside its facts. */
async function shownOf() {
  const plan = JSON.parse(textOf('predict.json', EXAMPLES)) as object;
  const planned = await planPrediction(plan, {}, { folder: EXAMPLES.pathname });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const { document } = planned.value;
  const { score, factors, test: share, seed, figures } = document.predict;
  const table = readPredictionTable(textOf('app/pages/prediction/prediction-cameras.csv', WEB), {
    ...{ score, factors, seed },
    test: share,
    figures: figures.map(({ figure }) => figure),
  });
  const found = predictScore(table, { draws: DEFAULT_DRAWS, seed });
  const labels: Readonly<Record<string, string>> = labelsOf(document);
  const nameOf = (figure: string): string => figureParts(figure).name;
  const best = found.figures[0]!.figure;
  return {
    facts: {
      ...{ cameras: found.rows, train: found.train, test: found.test },
      ...{ pictures: document.evaluate!.images, factors },
    },
    figures: found.figures.map(({ figure, n, missing, spearman, interval, test: met }) => ({
      ...{ figure, label: nameOf(figure), n, missing, spearman, interval },
      test: { rho: met.rho, rmse: met.rmse },
    })),
    differences: found.differences
      .filter(({ first }) => first === best)
      .map(({ first, second, value, interval }) => ({
        ...{ first: nameOf(first), second: nameOf(second), value, interval },
        isApart: interval !== null && (interval[0] > 0 || interval[1] < 0),
      })),
    leftOut: found.figures[0]!.leaveOneOut.map(({ factor, value, n }, at) => ({
      name: `${labels[factor]!}: ${value}`,
      n,
      rho: found.figures
        .map(({ leaveOneOut }) => leaveOneOut[at]!)
        .map((own) => (own.n < FEWEST ? null : own.rho)),
    })),
  };
}

const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(DIGITS)) : value;

test('the page of the prediction shows what its table gives', async () => {
  const shown = JSON.parse(textOf('app/pages/prediction/prediction.json', WEB)) as Page;
  const computed = JSON.parse(JSON.stringify(await shownOf(), rounded)) as Page;
  expect(shown).toEqual({
    ...computed,
    facts: {
      ...computed.facts,
      ...{ version: expect.any(String) as string, machine: expect.any(String) as string },
      hours: expect.any(String) as string,
    },
  });
});
