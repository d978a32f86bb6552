import { Button } from '@mantine/core';
import type { Hold, RunConditions } from '@lumenloom/contract';
import { Comparison } from '@lumenloom/report';
import { holdInWords, METERED_AGAIN, verdictLines, warningsOf } from '@lumenloom/experiment/page';
import type { ComponentProps, ReactNode } from 'react';

type Results = ComponentProps<typeof Comparison>['results'];

interface ComparedRunsProps {
  readonly study: {
    readonly document: {
      readonly hold?: Hold | undefined;
      readonly vary: readonly { readonly path?: string | undefined }[];
    };
    readonly runs: readonly (Omit<Results['runs'][number], 'conditions'> & {
      readonly conditions?: RunConditions | undefined;
    })[];
  };
  /** The same runs as a report shows them. */
  readonly results: Results;
  /** What was found, in a sentence. */
  readonly answer: ReactNode;
  readonly onAgain: (document: object) => void;
}

/** What runs hold and vary, and what to know before they are compared, with what mends it. */
export function ComparedRuns({ study, results, answer, onAgain }: ComparedRunsProps) {
  const { document, runs } = study;
  const { hold, vary } = document;
  const warnings = warningsOf(
    hold,
    vary.flatMap(({ path }) => path ?? []),
    runs,
  );
  return (
    <Comparison
      results={{
        ...results,
        rule: holdInWords(hold, Object.values(results.labels), runs),
        verdicts: verdictLines(runs),
        warnings: warnings.map(({ sentence }) => sentence.replace(METERED_AGAIN, '')),
      }}
      answer={answer}
      cureOf={(at) =>
        warnings[at]?.code === 'meterMoved' && (
          <Button
            size="compact-xs"
            onClick={() => onAgain({ ...document, hold: { ...hold, exposure: 'first' } })}
          >
            Hold the exposure and run again
          </Button>
        )
      }
    />
  );
}
