import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { compressed } from './building/compressed.ts';
import { licences } from './building/licences.ts';
import { worker } from './building/worker.ts';

const SERVER = process.env['KOZYR_SERVER'] ?? 'http://127.0.0.1:8765';

export default defineConfig({
  plugins: [svelte(), licences(), worker(), compressed()],
  build: {
    outDir: '../src/kozyr/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 640, // three.js, which only a table with bodies loads
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true, headers: { origin: SERVER } } },
  },
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'] },
});
