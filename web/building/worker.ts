import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NEVER = /(\.map|licences\.txt)$/;
/** Three dimensions: as large as all else together, and only a table with bodies needs them. */
const RARE = /^assets\/stage-/;
const SOURCE = new URL('./worker.js', import.meta.url);

/** Writes the service worker, which knows the names of all files of this build. */
export function worker(): Plugin {
  let publicDir = '';
  return {
    name: 'kozyr-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => name !== 'index.html' && !NEVER.test(name));
      const own = readdirSync(publicDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const digest = createHash('sha256');
      for (const name of built) digest.update(name);
      for (const path of own) digest.update(readFileSync(path));
      const source = readFileSync(SOURCE, 'utf-8');
      digest.update(source);
      const names = [...built, ...own.map((path) => path.slice(publicDir.length + 1))];
      const listed = (which: string[]): string =>
        JSON.stringify(which.map((name) => `/${name.replaceAll('\\', '/')}`).sort());
      this.emitFile({
        type: 'asset',
        fileName: 'worker.js',
        source: source
          .replace('__VERSION__', digest.digest('hex').slice(0, 16))
          .replace("'__FILES__'", listed(names.filter((name) => !RARE.test(name))))
          .replace("'__RARE__'", listed(names.filter((name) => RARE.test(name)))),
      });
    },
  };
}
