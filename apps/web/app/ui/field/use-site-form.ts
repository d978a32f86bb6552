import { zodResolver } from '@hookform/resolvers/zod';
import { ownSentences } from '@lumenloom/contract';
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

z.config(ownSentences);

/** Outcome of sending a form, as shown to the person. */
export interface Notice {
  readonly isFailure: boolean;
  readonly text: string;
  /** Why the server refused, beside the sentence of the page. */
  readonly reason?: string | undefined;
}

/** The action after the server has accepted a form. */
interface Accepted {
  readonly says?: string;
  /** Whether the form is emptied. */
  readonly isReset?: boolean;
  /** Called after the sentence was shown. */
  readonly next?: () => void;
}

interface SiteFormOptions<Input extends FieldValues, Output> {
  readonly schema: z.ZodType<Output, Input>;
  readonly defaultValues?: DefaultValues<Input>;
  /**
   * Sends values that satisfy the schema. When it rejects with a RequestError, the message is
   * shown, or the messages of single fields under those fields.
   */
  readonly send: (values: Output) => Promise<Accepted>;
  /** Shows the outcome on the page; undefined removes the previous one. */
  readonly tell: (notice: Notice | undefined) => void;
  /** Whether outcomes are shown on the page only, without an alert. */
  readonly isQuiet?: boolean;
}

/** A field's registration and the sentence under it. */
export interface FieldBinding extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

/**
 * Focuses the first invalid field in document order, which need not be the first that was
 * registered.
 */
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
 * State and handlers of a form of the site. Fields are validated on change, on blur and on submit,
 * and show no error before they were touched. Submitting an invalid form focuses its first error.
 * After a failed request the values stay.
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

  const say = (text: string, isFailure: boolean, reason?: string): void => {
    tell({ text, isFailure, reason });
    if (!isQuiet) window.alert(text);
  };
  const onSubmit = handleSubmit(async (values) => {
    tell(undefined);
    try {
      const { says: message, isReset, next } = await send(values);
      if (isReset) reset();
      if (message !== undefined) say(message, false);
      next?.();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const fields = Object.entries(error.fields);
      fields.forEach(([name, message], index) =>
        setError(name as FieldPath<Input>, { message }, { shouldFocus: index === 0 }),
      );
      if (fields.length === 0) say(error.message, true, error.reason);
      else {
        if (error.reason !== undefined) tell({ text: error.reason, isFailure: true });
        if (!isQuiet) window.alert(error.message);
      }
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
