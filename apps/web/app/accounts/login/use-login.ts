import { useNavigate } from 'react-router';
import { login } from '../../api/accounts.ts';
import { storeSession } from '../session.ts';
import { useWayBack } from '../way-back.ts';

/** Logs in, and then goes to where the person wanted to go; for the `send` of a form. */
export function useLogin() {
  const navigate = useNavigate();
  const wayBack = useWayBack() ?? '/';
  return async (values: Parameters<typeof login>[0]) => {
    storeSession({ email: values.email, ...(await login(values)) });
    return { next: () => void navigate(wayBack) };
  };
}
