import './style/tokens.css';
import './style/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { catalogue } from './state/catalogue.svelte';
import { updates } from './state/updates.svelte';

const target = document.getElementById('page');
if (target === null) throw new Error('the page has no place for the application');
mount(App, { target });

// What the worker keeps is fetched when the page itself has all it needs.
if (import.meta.env.PROD) void catalogue().then(updates.start, updates.start);
