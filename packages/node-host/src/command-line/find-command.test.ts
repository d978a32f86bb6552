import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { UsageError } from './arguments.ts';
import { findCommand } from './find-command.ts';
import { makeCommand, type Program } from './program.ts';

const command = makeCommand<undefined, string>();
const long = 'word '.repeat(40).trim();
const paint = command(
  {
    usage: ['<file> [options]'],
    says: long,
    words: { min: 1, max: 1, are: '<file>' },
    options: {
      colour: { value: 'red|blue', default: 'red', says: long },
      'a-very-long-name-of-an-option': { value: 'FILE', says: 'Short.' },
      json: { says: 'JSON.' },
    },
    examples: ['paint a.png', 'paint b.png --json'],
    document: 'paint.txt',
  },
  async ({ values, words }) => `${words[0]!} ${values.colour}`,
);
const load = async () => paint;
const program: Program<undefined, string> = {
  name: 'prog',
  says: 'paints.',
  version: '1.2.3',
  groups: [
    {
      title: 'All',
      entries: [
        { name: 'paint', summary: 'one picture', load },
        {
          name: 'mix',
          summary: 'oil or water',
          parts: [
            { name: 'oil', summary: 'oil', load },
            { name: 'water', summary: 'water', load },
          ],
        },
      ],
    },
  ],
};

const find = (
  args: readonly string[],
  stdout: { columns?: number; isTTY?: boolean } = {},
  env = {},
) => findCommand(program, args, { stdout: { ...stdout, write: () => true }, env });
const text = async (...parameters: Parameters<typeof find>): Promise<string> => {
  const found = await find(...parameters);
  if (typeof found !== 'string') throw new Error('not a text');
  return found;
};

describe('findCommand', () => {
  it('finds a command with the arguments that are left', async () => {
    const found = await find(['mix', 'oil', 'a.png', '--colour', 'blue']);
    if (typeof found === 'string') throw new Error(found);
    expect(await found.command.run(found.rest, undefined)).toBe('a.png blue');
  });

  it.each([
    [['pain'], 'There is no command pain: did you mean paint?'],
    [['pianttt'], 'There is no command pianttt: choose paint, mix.'],
    [['mix', 'wataer'], 'There is no command mix wataer: did you mean water?'],
    [['completion', 'csh'], 'Expected prog completion bash|zsh|fish, got csh.'],
  ])('refuses %j', async (args, sentence) => {
    await expect(find(args)).rejects.toThrow(new UsageError(sentence));
  });

  it('answers for the version and for the overview', async () => {
    expect(await text(['--version'])).toBe('prog 1.2.3\n');
    const overview = await text([]);
    expect(overview).toMatch(
      /^prog: paints\.\nAll\n {2}paint +one picture\n {2}mix +oil or water\n/,
    );
    for (const args of [['--help'], ['help'], ['-h']]) expect(await text(args)).toBe(overview);
    expect(await text(['mix', '--help'])).toMatch(/^ {2}water +water$/m);
  });

  it('says the usage, options with defaults, examples and the document', async () => {
    const help = await text(['paint', '--help']);
    expect(help).toMatch(/^prog paint <file> \[options\]\n\nword/);
    expect(help).toContain('(default: red)');
    expect(help).toMatch(/^ {2}--a-very-long-name-of-an-option FILE\n {26}Short\.$/m);
    expect(help).toMatch(
      /\nExamples\n {2}prog paint a\.png\n {2}prog paint b\.png --json\n\nMore: paint\.txt\n$/,
    );
    expect(await text(['help', 'paint'])).toBe(help);
  });

  it.each([
    [undefined, 80],
    [60, 60],
    [20, 40],
    [300, 100],
  ])('wraps at the width of a terminal: %s columns', async (columns, width) => {
    const widest = (await text(['paint', '--help'], { columns: columns! }))
      .split('\n')
      .reduce((most, line) => Math.max(most, line.length), 0);
    expect(widest).toBeLessThanOrEqual(width);
    expect(widest).toBeGreaterThan(width - 8);
  });

  it('has colours on a terminal alone, and none with NO_COLOR', async () => {
    const escape = '\u001b[';
    expect(await text([], { isTTY: true })).toContain(escape);
    expect(await text([], { isTTY: true }, { NO_COLOR: '1' })).not.toContain(escape);
    expect(await text([])).not.toContain(escape);
  });
});

describe('completion', () => {
  /** What bash offers for words of which the last is begun. */
  const offered = async (...words: readonly string[]): Promise<readonly string[]> => {
    const script = `${await text(['completion', 'bash'])}
      COMP_WORDS=(${['prog', ...words].map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
      _prog; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
  };

  it.each([
    [[''], ['paint', 'mix', 'completion', '--help', '--version']],
    [['p'], ['paint']],
    [
      ['mix', ''],
      ['oil', 'water'],
    ],
    [['paint', '--co'], ['--colour']],
    [['mix', 'oil', '--j'], ['--json']],
    [['paint', '--colour', 'b'], ['blue']],
    [['completion', 'f'], ['fish']],
  ])('of bash: %j', async (words, offers) => expect(await offered(...words)).toEqual(offers));

  it('of zsh is that of bash; fish has a line for each option', async () => {
    expect(await text(['completion', 'zsh'])).toContain('bashcompinit');
    const fish = await text(['completion', 'fish']);
    expect(fish).toContain("-l colour -x -a 'red blue'");
    expect(fish).toContain('-f -a water');
  });
});
