// Tells by the system's notices that one is to move, where that was asked for and the page is out of sight.

import { t } from '../texts/texts.svelte';
import { notices } from './notices.svelte';
import { settings } from './settings.svelte';

/** Turn the notices on or off; the browser asks the person once. */
export async function askToTell(is: boolean): Promise<void> {
  settings.notify = is;
  if (!is) return;
  const answer = await Notification.requestPermission();
  if (answer === 'granted') return;
  settings.notify = false;
  notices.add(() => t('notify_denied'));
}

/** While a component lives: tell whenever it becomes one's turn. */
export function tellTurns(isMine: () => boolean, title: () => string, table: () => string): void {
  const mine = $derived(isMine());
  $effect(() => {
    if (!mine || !settings.notify || !document.hidden) return;
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
    const told = shown(title(), table());
    const close = (): void => {
      told?.close();
    };
    document.addEventListener('visibilitychange', close, { once: true });
    return () => {
      document.removeEventListener('visibilitychange', close);
      close();
    };
  });
}

function shown(title: string, table: string): Notification | null {
  try {
    const told = new Notification(t('your_turn'), { body: title, tag: table, icon: '/icons/icon-192.png' });
    told.onclick = () => {
      focus();
      told.close();
    };
    return told;
  } catch {
    return null; // some phones let only a service worker notify
  }
}
