import { signupEmailSchema } from '@lumenloom/contract';
import { requireNew } from '../../api/accounts.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { type CardAside, CardPage } from '../../ui/card-page/card-page.tsx';
import { FormNotice } from '../../ui/field/site-form.tsx';
import type { Notice } from '../../ui/field/use-site-form.ts';
import { rememberMade } from '../login/first-login.tsx';
import styles from '../steps.module.css';
import { EmailStep } from '../email-step.tsx';
import { useWayBack, withWayBack } from '../way-back.ts';
import { emptyAccount, type NewAccount } from './new-account.ts';
import { CodeStep } from './code-step.tsx';
import { NamesStep } from './names-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { ResendCode } from './resend-code.tsx';

export const meta = pageMeta({
  path: '/signup',
  title: 'Sign up',
  description: `Create a ${siteConfig.productName} account in four steps and start the free trial of the camera simulator.`,
});

const beside: CardAside = {
  title: 'What you get with an account',
  points: [
    'A free trial of 7 days; nothing is charged when it ends.',
    'The whole pipeline in your browser: illuminant, scene, optics, sensor, ISP and algorithm.',
    'You need an email address that can receive a code, and a desktop computer.',
  ],
  picture: 'research-overview',
  alt: 'One shot of a street in four quarters: raw mosaic, demosaiced, finished picture, edges',
};

const steps = ['email', 'password', 'code', 'names'] as const;
type Step = (typeof steps)[number];

/** Four steps: email, password, mailed code, name. */
export default function SignupPage() {
  const navigate = useNavigate();
  const login = withWayBack('/login', useWayBack());
  // On the first step the form must not take the focus.
  const [{ step, account, isFresh }, setState] = useState({
    step: 'email' as Step,
    account: emptyAccount,
    isFresh: true,
  });
  const [notice, tell] = useState<Notice>();
  const reach = (next: Step, known: NewAccount = account): void =>
    setState({ step: next, account: known, isFresh: false });

  return (
    <CardPage
      title="Sign up"
      lead={`Step ${steps.indexOf(step) + 1} of ${steps.length}`}
      beside={beside}
    >
      {step === 'email' && (
        <EmailStep
          email={account.email}
          schema={signupEmailSchema}
          check={requireNew}
          autoFocus={!isFresh}
          tell={tell}
          onDone={(email) => reach('password', { ...emptyAccount, email })}
        />
      )}
      {step === 'password' && (
        <PasswordStep
          email={account.email}
          tell={tell}
          onDone={(password) => reach('code', { ...account, password })}
        />
      )}
      {step === 'code' && (
        <CodeStep
          email={account.email}
          tell={tell}
          onDone={() => reach('names', { ...account, isVerified: true })}
        />
      )}
      {step === 'names' && (
        <NamesStep
          account={account}
          tell={tell}
          onDone={() => {
            rememberMade(account);
            void navigate(login);
          }}
        />
      )}
      <FormNotice notice={notice} />
      <div className={styles.otherWays}>
        {step === 'email' && (
          <p>
            Have an account? <Link to={login}>Login</Link>
          </p>
        )}
        {step === 'code' && <ResendCode email={account.email} tell={tell} />}
        {step !== 'email' && (
          <button
            type="button"
            onClick={() => {
              tell(undefined);
              reach('email');
            }}
          >
            Use another email
          </button>
        )}
      </div>
    </CardPage>
  );
}
