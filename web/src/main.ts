import './style/tokens.css';
import './style/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { updates } from './state/updates.svelte';

const target = document.getElementById('page');
if (target === null) throw new Error('the page has no place for the application');
mount(App, { target });

if (import.meta.env.PROD) updates.start();
