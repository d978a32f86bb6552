import { pageMeta } from '../../page-meta.ts';

export const meta = pageMeta({ path: '/login', title: 'Login', description: 'Login.' });

export default function LoginPage() {
  return <h1>Login</h1>;
}
