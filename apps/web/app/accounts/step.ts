import type { Notice } from '../ui/field/use-site-form.ts';

/** What a step of login or sign-up works with. */
export interface StepProps {
  /** The address that the steps before it have settled. */
  readonly email: string;
  readonly tell: (notice: Notice | undefined) => void;
  /** The step has done its work. */
  readonly onDone: () => void;
}
