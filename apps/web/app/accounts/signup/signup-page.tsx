import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/signup', title: 'Sign up', description: 'Sign up.' });

export default function SignupPage() {
  return <h1>Sign up</h1>;
}
