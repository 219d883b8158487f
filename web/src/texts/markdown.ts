// The Markdown of the rules pages as values; nothing of it ever becomes HTML of its own.

export interface Span {
  kind: 'text' | 'strong' | 'em' | 'code';
  text: string;
}

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; text: string };

const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\([^)]*\)/g;

/** The blocks of a page. */
export function parse(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const end = endOf(lines, at);
    const block = line.trim() === '' ? null : blockOf(lines.slice(at, end));
    if (block !== null) blocks.push(block);
    at = Math.max(end, at + 1);
  }
  return blocks;
}

/** The line after the block that begins at a line. */
function endOf(lines: readonly string[], at: number): number {
  const first = lines[at] ?? '';
  if (first.trim() === '' || HEADING.test(first)) return at + 1;
  if (first.startsWith('```')) {
    const close = lines.findIndex((line, index) => index > at && line.startsWith('```'));
    return close < 0 ? lines.length : close + 1;
  }
  const goesOn = (line: string): boolean => {
    if (line.trim() === '' || HEADING.test(line)) return false;
    return ITEM.test(first) || !ITEM.test(line);
  };
  let end = at + 1;
  while (end < lines.length && goesOn(lines[end] ?? '')) end += 1;
  return end;
}

function blockOf(lines: readonly string[]): Block {
  const first = lines[0] ?? '';
  const heading = HEADING.exec(first);
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, spans: spansOf(heading[2] ?? '') };
  if (first.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') };
  if (first.startsWith('|')) return tableOf(lines);
  const item = ITEM.exec(first);
  if (item) return { kind: 'list', ordered: item[1] !== undefined, items: itemsOf(lines) };
  return { kind: 'paragraph', spans: spansOf(lines.map((line) => line.trim()).join(' ')) };
}

function itemsOf(lines: readonly string[]): Span[][] {
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push(item[2] ?? '');
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items.map(spansOf);
}

function tableOf(lines: readonly string[]): Block {
  const rows = lines.filter((line) => !/^\|[\s:|-]+\|$/.test(line.trim())).map(cellsOf);
  return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) };
}

function cellsOf(line: string): Span[][] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => spansOf(cell.trim().replaceAll('\\|', '|')));
}

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) spans.push({ kind: 'text', text: text.slice(at, found.index) });
    const [whole, strong, em, code, link] = found;
    if (strong !== undefined) spans.push({ kind: 'strong', text: strong });
    else if (em !== undefined) spans.push({ kind: 'em', text: em });
    else if (code !== undefined) spans.push({ kind: 'code', text: code });
    else spans.push({ kind: 'text', text: link ?? whole });
    at = found.index + whole.length;
  }
  if (at < text.length) spans.push({ kind: 'text', text: text.slice(at) });
  return spans;
}
