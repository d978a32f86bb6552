import { Button } from '@mantine/core';
import { z } from 'zod';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import type { StepProps } from '../step.ts';
import styles from '../steps.module.css';
import { useLogin } from './use-login.ts';

type MadeAccount = Parameters<ReturnType<typeof useLogin>>[0];

/** Kept until the login page takes it, and never outside the memory of this page. */
let made: MadeAccount | undefined;

/** Remembers the account that was just made, for the login that follows. */
export function rememberMade({ email, password }: MadeAccount): void {
  made = { email, password };
}

/** The account that was just made, once. */
export function takeMade(): MadeAccount | undefined {
  const taken = made;
  made = undefined;
  return taken;
}

const nothing = z.object({});

/** Login with one press, after the sign-up that made the account. */
export function FirstLogin({
  account,
  tell,
}: Pick<StepProps, 'tell'> & { readonly account: MadeAccount }) {
  const logIn = useLogin();
  const { onSubmit, isSubmitting } = useSiteForm({
    schema: nothing,
    tell,
    send: () => logIn(account),
  });
  return (
    <form className={styles.firstLogin} method="dialog" onSubmit={onSubmit}>
      <Button type="submit" variant="default" size="md" fullWidth disabled={isSubmitting}>
        Log in as {account.email}
      </Button>
    </form>
  );
}
