// Records as files: saved by the browser, read from where a person keeps them.

import { isRecord, type RecordData } from '../protocol/records';
import { t } from '../texts/texts.svelte';

const MILLION = 1_000_000;
/** As large as the server takes a record. */
const MOST_BYTES = 4 * 1024 * 1024;

/** A file that holds no record; the text says why. */
export class FileFault extends Error {
  readonly text: () => string;

  constructor(text: () => string) {
    super('no record');
    this.text = text;
  }
}

export interface ReadFile {
  record: RecordData;
  /** There are more lines that hold something. */
  hasMore: boolean;
}

/** The first record of a file of lines. Throws FileFault. */
export function readLines(text: string, bytes = text.length): ReadFile {
  if (bytes > MOST_BYTES) throw fault(() => t('import_large', { n: Math.round(MOST_BYTES / MILLION) }));
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const [first] = lines;
  if (first === undefined) throw fault(() => t('import_empty'));
  let data: unknown;
  try {
    data = JSON.parse(first);
  } catch {
    throw fault(() => t('import_not_json'));
  }
  if (!isRecord(data)) throw fault(() => t('import_outline'));
  return { record: data, hasMore: lines.length > 1 };
}

function fault(reason: () => string): FileFault {
  return new FileFault(() => t('record_fault', { reason: reason() }));
}

/** Have the browser save a record. */
export function save(record: RecordData, date: number | null): void {
  const day = new Date(date ?? Date.now()).toISOString().slice(0, 10);
  const link = document.createElement('a');
  const blob = new Blob([JSON.stringify(record), '\n'], { type: 'application/jsonl' });
  link.href = URL.createObjectURL(blob);
  link.download = `kozyr-${record.game}-${day}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const KEY = 'kozyr-file';
let open: RecordData | null = null;

/** The record that was opened from a file: kept while the tab lives, where it is small enough. */
export function openFile(): RecordData | null {
  if (open !== null) return open;
  try {
    const data: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isRecord(data) ? data : null;
  } catch {
    return null;
  }
}

export function setOpenFile(record: RecordData): void {
  open = record;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // A large record is there until the page is left.
  }
}
