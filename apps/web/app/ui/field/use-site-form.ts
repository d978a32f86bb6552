import { zodResolver } from '@hookform/resolvers/zod';
import { requiredByDefault } from '@lumenloom/contract';
import {
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import { z } from 'zod';
import { RequestError } from '../../api/request.ts';

// Without `jitless`, schemas try to compile themselves, which the content security policy forbids and browsers report.
z.config({ ...requiredByDefault, jitless: true });

/** What came of sending a form. */
export interface Notice {
  readonly isFailure: boolean;
  readonly text: string;
}

/** What follows when a form was accepted. */
interface Accepted {
  readonly says?: string;
  /** Empty the form. */
  readonly isReset?: boolean;
  /** After the sentence was said. */
  readonly next?: () => void;
}

interface SiteFormOptions<Input extends FieldValues, Output> {
  readonly schema: z.ZodType<Output, Input>;
  readonly defaultValues?: DefaultValues<Input>;
  /** Sends what fits the schema. Fails with a RequestError: its sentence is said, or its sentences are put under their fields. */
  readonly send: (values: Output) => Promise<Accepted>;
  /** Shows what came of it on the page; undefined takes back what was shown before. */
  readonly tell: (notice: Notice | undefined) => void;
  /** Says its sentences on the page only, without an alert. */
  readonly isQuiet?: boolean;
}

/** A field's registration and the sentence under it. */
export interface FieldBinding extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

/** Leads to the first wrong field of the page, which need not be the first that was registered. */
function focusFirst(errors: FieldErrors): void {
  const controls = Object.values(errors)
    .map((error) => (error as FieldError).ref)
    .filter((ref) => ref instanceof HTMLElement);
  controls
    .sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )[0]
    ?.focus();
}

/**
 * Every form of the site. Rules are asked on change, on blur and on submit; a field says nothing before it was touched; submitting a wrong form
 * leads to its first error; a failure keeps all that was typed.
 */
export function useSiteForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  send,
  tell,
  isQuiet = false,
}: SiteFormOptions<Input, Output>) {
  const { register, handleSubmit, setError, reset, getFieldState, formState } = useForm<
    Input,
    unknown,
    Output
  >({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    ...(defaultValues && { defaultValues }),
  });

  const say = (text: string, isFailure: boolean): void => {
    tell({ text, isFailure });
    if (!isQuiet) window.alert(text);
  };
  const onSubmit = handleSubmit(async (values) => {
    tell(undefined);
    try {
      const { says, isReset, next } = await send(values);
      if (isReset) reset();
      if (says !== undefined) say(says, false);
      next?.();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const fields = Object.entries(error.fields);
      fields.forEach(([name, message], index) =>
        setError(name as FieldPath<Input>, { message }, { shouldFocus: index === 0 }),
      );
      if (fields.length === 0) say(error.message, true);
      else if (!isQuiet) window.alert(error.message);
    }
  }, focusFirst);

  return {
    onSubmit: (event: React.SubmitEvent<HTMLFormElement>): void => void onSubmit(event),
    isSubmitting: formState.isSubmitting,
    field: <Name extends FieldPath<Input>>(
      name: Name,
      options?: RegisterOptions<Input, Name>,
    ): FieldBinding => {
      const { isTouched, error } = getFieldState(name, formState);
      return {
        ...register(name, options),
        error: isTouched || formState.isSubmitted ? error?.message : undefined,
      };
    },
  };
}
