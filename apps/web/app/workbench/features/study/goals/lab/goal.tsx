import type { ReportDocument, ReportStatus } from '@lumenloom/contract';
import { lazyPart } from '../../../../kit/part/part.tsx';
import { useReadable } from '../../../../model/store.ts';
import type { Bench } from '../../../../shell/bench/bench.ts';
import type { Contributions } from '../../../../shell/bench/feature.ts';
import { contributionsOf, type ExperimentProps } from '../../contributions.tsx';
import type { Goal } from '../../goal.ts';
import { FileLink } from '../../progress.tsx';
import { createStore } from '../../store.ts';
import { emptyDraft, type ReportDraft } from './report-draft.ts';

export interface Report {
  readonly draft: ReportDraft;
  readonly status: ReportStatus;
  readonly document: ReportDocument;
  /** Sections do not come one by one. */
  readonly run: never;
}

/** The report of a lab, in the tab Measure. */
const report: Goal<Report> = {
  id: 'report',
  tab: 'Measure',
  title: 'Report',
  noun: 'report',
  logIn: 'Log in to make reports.',
  emptyDraft,
  calls: async () => (await import('../../../../../api/reports.ts')).calls,
  unit: 'frames',
  sizeOf: ({ status }) => ({ ended: status.done, all: status.runs }),
  stopped: 'Stopped',
  besides: ({ ended, all }) => (ended === all ? 'its pages are written' : undefined),
  canGoOn: () => true,
  resultsFile: 'lab.json',
  document: { label: 'Document', file: 'report.json' },
  canDelete: true,
};

const FILES = { HTML: 'report.html', PDF: 'report.pdf', JSON: 'lab.json', CSV: 'lab.csv' } as const;

const Files = ({ experiment: { status } }: ExperimentProps<Report>) =>
  status.state === 'done' &&
  Object.entries(FILES).map(([label, name]) => (
    <FileLink key={name} label={label} address={`/api/reports/${status.id}/${name}`} isSaved />
  ));

const LazyDraft = lazyPart(async () => (await import('./report-draft-form.tsx')).ReportDraftForm);
const LazyResults = lazyPart(async () => (await import('./report-view.tsx')).ReportResults);

export const contribute = (bench: Bench): Contributions =>
  contributionsOf(bench, report, createStore(report, bench.signal), {
    Draft: (props) => <LazyDraft {...props} recipe={useReadable(bench.recipe)} />,
    Found: () => null,
    Files,
    Results: (props) => <LazyResults {...props} />,
  });
