import type { LoadedStep } from '../order.ts';
import { newPlane, type Planes } from '../planes.ts';
import type { AnyPart, CountingPart, StepPart } from '../step-code.ts';

/** Some rows for several steps; `tables` holds the tables of each step by its id. */
type JointPart = CountingPart &
  StepPart<never, never, Readonly<Record<string, object | undefined>>>;

/**
 * The plain twin of all fused kernels: runs the steps one after another. A step without tables
 * changes nothing and is skipped.
 */
export const inTurn =
  (steps: readonly LoadedStep[]) =>
  (part: JointPart): void => {
    let source: Partial<Planes> = part.source;
    const written: Partial<Planes> = part.target;
    for (const { step, code } of steps) {
      const tables = part.tables[step.id];
      if (!tables) continue;
      const target: Partial<Planes> = Object.fromEntries(
        step.replaces.map((name) => [
          name,
          written[name] ??
            newPlane(name, part.rows * part.columns, (bytes) => new ArrayBuffer(bytes)),
        ]),
      );
      const own: AnyPart & CountingPart = { ...part, source, target, tables };
      code.apply(own);
      source = { ...source, ...target };
    }
  };
