import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ApiToken } from '@lumenloom/contract';
import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { listTokens, makeToken, revokeToken } from '../../api/api-tokens.ts';
import { IconButton } from '../../ui/icon-button/icon-button.tsx';
import styles from './sweep-pane.module.css';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Tokens with which programs compute for the account: made with a name, shown once, revoked. */
export function ApiTokens() {
  const [tokens, setTokens] = useState<readonly ApiToken[]>();
  const [made, setMade] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  /** Does something, then lists the tokens again. */
  const act = async (work: () => Promise<void>): Promise<void> => {
    setProblem('');
    try {
      await work();
      setTokens(await listTokens());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void act(async () => {
      setMade(await makeToken(name));
      setName('');
    });
  };
  return (
    <details
      className={styles.part}
      onToggle={({ currentTarget: { open } }) => {
        if (open && !tokens) void act(() => Promise.resolve());
      }}
    >
      <summary>API tokens</summary>
      <p>Programs compute with a token; it opens nothing else of your account.</p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {made !== '' && <NewToken token={made} />}
      <ul className={styles.tokens}>
        {tokens?.map(({ id, name: of, createdAt, lastUsedAt }) => (
          <li key={id} className={styles.item}>
            <span>
              {of}
              <small>
                made {day.format(new Date(createdAt))},{' '}
                {lastUsedAt === null
                  ? 'never used'
                  : `last used ${minute.format(new Date(lastUsedAt))}`}
              </small>
            </span>
            <IconButton
              label={`Revoke ${of}`}
              icon={IconTrash}
              onClick={() => void act(() => revokeToken(id))}
            />
          </li>
        ))}
      </ul>
      <form className={styles.buttons} onSubmit={onSubmit}>
        <input
          value={name}
          aria-label="Name of the token"
          placeholder="nightly sweeps"
          maxLength={60}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button size="xs" variant="default" type="submit">
          Make token
        </Button>
      </form>
    </details>
  );
}

function NewToken({ token }: { readonly token: string }) {
  const { copy, copied } = useClipboard({ timeout: 2000 });
  return (
    <div role="status">
      <p>This token is shown only now:</p>
      <div className={styles.item}>
        <code>{token}</code>
        <IconButton
          label="Copy token"
          hint={copied ? 'Copied' : undefined}
          icon={copied ? IconCheck : IconCopy}
          onClick={() => copy(token)}
        />
      </div>
    </div>
  );
}
