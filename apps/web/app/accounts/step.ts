import type { Notice } from '../ui/field/use-site-form.ts';

/** Props of a step of login or sign-up. */
export interface StepProps {
  /** The address entered in the first step. */
  readonly email: string;
  readonly tell: (notice: Notice | undefined) => void;
  /** Called when the step is complete. */
  readonly onDone: () => void;
}
