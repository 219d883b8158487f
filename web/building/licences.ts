import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/** Writes `licences.txt`: of every package that is in the build, its licence as it came with it. */
export function licences(): Plugin {
  return {
    name: 'kozyr-licences',
    apply: 'build',
    generateBundle() {
      const folders = new Map<string, string>();
      for (const id of this.getModuleIds()) {
        const found = PACKAGE.exec(id.replaceAll('\\', '/').replace('\0', ''));
        if (found?.[1] && found[2]) folders.set(found[2], found[1]);
      }
      const parts = [...folders].sort().map(([name, folder]) => `${name}\n\n${licenceIn(folder)}`);
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: parts.join(`\n\n${'='.repeat(72)}\n\n`) + '\n',
      });
    },
  };
}

function licenceIn(folder: string): string {
  if (!existsSync(folder)) throw new Error(`${folder} is in the build, but not there`);
  const name = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (name === undefined) throw new Error(`${folder} has no licence`);
  return readFileSync(join(folder, name), 'utf-8').trim();
}
