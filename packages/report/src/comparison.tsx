import type { ComponentProps, ReactNode } from 'react';
import { Sentences } from './lists.tsx';
import { arePairs, Pairs } from './pairs.tsx';

interface ComparisonProps {
  readonly results: ComponentProps<typeof Pairs>['results'] & {
    readonly rule?: string | undefined;
    readonly warnings?: readonly string[] | undefined;
    readonly verdicts?: readonly string[] | undefined;
  };
  /** What was found, in a sentence. */
  readonly answer?: ReactNode;
  /** What mends the fault that a warning names, in a page that can do it. */
  readonly cureOf?: ((warning: number) => ReactNode) | undefined;
}

/** What runs hold and vary, what to know before they are compared, and what each is enough for. */
export function Comparison({ results, answer, cureOf }: ComparisonProps) {
  const { rule, warnings = [], verdicts = [] } = results;
  return (
    <>
      {arePairs(results) ? <Pairs results={results} /> : <Sentences all={verdicts} />}
      {rule !== undefined && <p>{rule}</p>}
      {verdicts.length === 0 && answer}
      {warnings.length > 0 && (
        <div role={cureOf && 'alert'}>
          <ul className="notes">
            {warnings.map((warning, at) => (
              <li key={warning}>
                {warning} {cureOf?.(at)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
