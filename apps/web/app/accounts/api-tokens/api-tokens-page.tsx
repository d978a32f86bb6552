import { newApiTokenSchema, type ApiToken, type ApiTokenScope } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { RequestError } from '../../api/request.ts';
import { getTokens, makeToken, revokeToken } from '../../api/tokens.ts';
import { pageMeta } from '../../page-meta.ts';
import { type CardAside, CardPage } from '../../ui/card-page/card-page.tsx';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { FormNotice, SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm, type Notice } from '../../ui/field/use-site-form.ts';
import { LoggedInGuard } from '../logged-in-guard.tsx';
import styles from './api-tokens-page.module.css';

export const meta = pageMeta({
  path: '/account/tokens',
  title: 'API tokens',
  description: 'Tokens with which your programs run simulations and sweeps for your account.',
  isUnlisted: true,
});

const beside: CardAside = {
  title: 'What a token can do',
  points: [
    <>
      Run simulations and sweeps and keep projects for your account:{' '}
      <code>Authorization: Bearer &lt;token&gt;</code>.
    </>,
    'One that may only read lists and reads sweeps, results, files and projects, and starts, changes and deletes nothing.',
    'No token makes tokens or opens dashboard or licences.',
    'A new password revokes all tokens of the account.',
    <>
      All calls are described at <a href="/docs">/docs</a>.
    </>,
  ],
  picture: 'stage-isp',
  alt: 'One shot of a tray of parts, from raw to finished picture',
};

const SCOPES: Readonly<Record<ApiTokenScope, string>> = {
  compute: 'Compute, change and read',
  read: 'Read only',
};
/** Lives that the page offers, in days; the call takes any. */
const LIVES: readonly (readonly [days: number | '', label: string])[] = [
  ['', 'Never'],
  [7, 'In 7 days'],
  [30, 'In 30 days'],
  [90, 'In 90 days'],
  [365, 'In a year'],
];

const dayAndTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const timeText = (iso: string): string => dayAndTime.format(new Date(iso));

/** Awaits a call; its refusal becomes a notice. */
async function withNotice<Answer>(
  call: Promise<Answer>,
  tell: (notice: Notice) => void,
): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    tell({ isFailure: true, text: error.message });
    return undefined;
  }
}

/** The new token, until the page is left. */
function NewToken({ token }: { readonly token: string }) {
  const [label, setLabel] = useState('Copy');
  return (
    <div className={styles.new}>
      <p>Your new token is shown only now. Keep it like a password.</p>
      <code>{token}</code>
      <Button
        variant="default"
        onClick={() => {
          navigator.clipboard.writeText(token).then(
            () => setLabel('Copied'),
            () => setLabel('Select and copy it'),
          );
        }}
      >
        {label}
      </Button>
    </div>
  );
}

interface TokenRowProps {
  readonly token: ApiToken;
  readonly onRevoke: () => void;
}

function TokenRow({ token, onRevoke }: TokenRowProps) {
  const { name, scope, createdAt, expiresAt, lastUsedAt } = token;
  const facts = [
    SCOPES[scope],
    expiresAt === null ? 'does not expire' : `valid until ${timeText(expiresAt)}`,
    `made ${timeText(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${timeText(lastUsedAt)}`,
  ];
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
      <Button variant="default" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

function Tokens() {
  const [tokens, setTokens] = useState<readonly ApiToken[]>();
  const [made, setMade] = useState<string>();
  const [notice, tell] = useState<Notice>();
  const load = (): Promise<void> => withNotice(getTokens(), tell).then(setTokens);
  useEffect(() => {
    void withNotice(getTokens(), tell).then(setTokens);
  }, []);
  const form = useSiteForm({
    schema: newApiTokenSchema,
    tell,
    isQuiet: true,
    send: async (asked) => {
      setMade(await makeToken(asked));
      await load();
      return { isReset: true };
    },
  });
  const revoke = async ({ id, name }: ApiToken): Promise<void> => {
    if (!window.confirm(`Revoke "${name}"? Programs that use it are refused from now on.`)) return;
    await withNotice(revokeToken(id), tell);
    setMade(undefined);
    await load();
  };
  return (
    <>
      <SiteForm form={form} submitLabel="Make a token">
        <TextField
          label="Name"
          hint="What it is for, such as: nightly sweeps"
          autoComplete="off"
          {...form.field('name')}
        />
        <SelectField label="It may" {...form.field('scope')}>
          {Object.entries(SCOPES).map(([scope, label]) => (
            <option key={scope} value={scope}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="It expires"
          {...form.field('expiresInDays', {
            setValueAs: (days: string) => (days === '' ? null : Number(days)),
          })}
        >
          {LIVES.map(([days, label]) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </SelectField>
      </SiteForm>
      {made !== undefined && <NewToken key={made} token={made} />}
      <FormNotice notice={notice} />
      {tokens?.length === 0 && <p className={styles.none}>You have no tokens.</p>}
      <ul className={styles.list} aria-label="Your tokens">
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => void revoke(token)} />
        ))}
      </ul>
    </>
  );
}

export default function ApiTokensPage() {
  return (
    <CardPage
      title="API tokens"
      lead="With a token, a program computes for your account without your password."
      beside={beside}
    >
      <LoggedInGuard>
        <Tokens />
      </LoggedInGuard>
    </CardPage>
  );
}
