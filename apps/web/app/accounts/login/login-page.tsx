import { addressSchema } from '@lumenloom/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { type CardAside, CardPage } from '../../ui/card-page/card-page.tsx';
import { FormNotice } from '../../ui/field/site-form.tsx';
import type { Notice } from '../../ui/field/use-site-form.ts';
import styles from '../steps.module.css';
import { EmailStep } from '../email-step.tsx';
import { useWayBack, withWayBack } from '../way-back.ts';
import { FirstLogin, takeMade } from './first-login.tsx';
import { NewPasswordStep } from './new-password-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { SendCodeStep } from './send-code-step.tsx';
import { VerifyCodeStep } from './verify-code-step.tsx';

export const meta = pageMeta({
  path: '/login',
  title: 'Login',
  description: `Log in to ${siteConfig.productName} and open the simulator in your browser, or set a new password.`,
});

const titles = {
  email: 'Login',
  password: 'Login',
  'send code': 'Reset your password',
  'verify code': 'Enter the code',
  'new password': 'Choose a new password',
} as const;

type Step = keyof typeof titles;

const beside: CardAside = {
  title: 'Your workbench, from light to decision',
  points: [
    'Choose the light, scene, lens, sensor and ISP, and press Run.',
    'The log gives exposure, noise, sharpness and white balance in units.',
    'The same seeds give the same picture, bit for bit.',
  ],
  picture: 'demo',
  alt: 'A street at dusk: the left half through a Cooke Triplet, the right half, brighter, through a Double-Gauss',
};

/**
 * Five steps: email and password; from there, to reset the password, send a code, verify it, and
 * choose a new password.
 */
export default function LoginPage() {
  const [made] = useState(takeMade);
  // On the first step the form must not take the focus.
  const [{ step, email, isFresh }, setState] = useState({
    step: 'email' as Step,
    email: made?.email ?? '',
    isFresh: true,
  });
  const [notice, tell] = useState<Notice>();
  const wayBack = useWayBack();

  /** Goes to the step that follows; the notice stays. */
  const reach = (next: Step, address = email): void =>
    setState({ step: next, email: address, isFresh: false });
  /** Goes to a step that the person chose; the notice is removed. */
  const choose = (next: Step): void => {
    tell(undefined);
    reach(next);
  };

  return (
    <CardPage title={titles[step]} beside={beside}>
      {step === 'email' && (
        <EmailStep
          email={email}
          schema={addressSchema}
          autoFocus={!isFresh}
          tell={tell}
          onDone={(address) => reach('password', address)}
        />
      )}
      {step === 'password' && <PasswordStep email={email} tell={tell} />}
      {step === 'send code' && (
        <SendCodeStep email={email} tell={tell} onDone={() => reach('verify code')} />
      )}
      {step === 'verify code' && (
        <VerifyCodeStep email={email} tell={tell} onDone={() => reach('new password')} />
      )}
      {step === 'new password' && (
        <NewPasswordStep email={email} tell={tell} onDone={() => reach('email')} />
      )}
      {step === 'email' && made && <FirstLogin account={made} tell={tell} />}
      <FormNotice notice={notice} />
      <div className={styles.otherWays}>
        {step === 'email' && (
          <p>
            New to {siteConfig.productName}?{' '}
            <Link to={withWayBack('/signup', wayBack)}>Sign up</Link>
          </p>
        )}
        {step === 'password' && (
          <button type="button" onClick={() => choose('send code')}>
            Forgot Password?
          </button>
        )}
        {step === 'verify code' && (
          <button type="button" onClick={() => choose('send code')}>
            Send a new code
          </button>
        )}
        {step !== 'email' && (
          <button type="button" onClick={() => choose('email')}>
            {step === 'password' ? 'Use another email' : 'Back to login'}
          </button>
        )}
      </div>
    </CardPage>
  );
}
