// Sounds that the page makes itself, with no file: a card laid, cards dealt or gathered, a call to move.

import { settings } from './settings.svelte';

export type Sound = 'play' | 'deal' | 'gather' | 'turn';

const DEALT = 6;
const DEALT_EVERY = 0.075;
const QUIET = 0.0001;

let context: AudioContext | null = null;
let rustle: AudioBuffer | null = null;

/** Let a sound be heard, where the person has asked for sounds. */
export function sound(name: Sound): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => undefined);
  const now = context.currentTime + 0.01;
  if (name === 'turn') chime(context, now);
  else if (name === 'gather') paper(context, now, 0.26, 900, 0.18);
  else if (name === 'play') paper(context, now, 0.09, 2100, 0.32);
  else for (let card = 0; card < DEALT; card++) paper(context, now + card * DEALT_EVERY, 0.06, 2600, 0.2);
}

/** Paper on cloth: a breath of noise through a narrow gap. */
function paper(audio: AudioContext, at: number, seconds: number, pitch: number, loudness: number): void {
  const source = audio.createBufferSource();
  source.buffer = noise(audio);
  const gap = audio.createBiquadFilter();
  gap.type = 'bandpass';
  gap.frequency.setValueAtTime(pitch, at);
  gap.frequency.exponentialRampToValueAtTime(pitch / 2.4, at + seconds);
  gap.Q.value = 0.8;
  source
    .connect(gap)
    .connect(fading(audio, at, seconds, loudness))
    .connect(audio.destination);
  source.start(at, Math.random() * 0.5, seconds);
}

/** Two soft notes, the second higher. */
function chime(audio: AudioContext, at: number): void {
  for (const [index, pitch] of [587.3, 880].entries()) {
    const start = at + index * 0.11;
    const note = audio.createOscillator();
    note.type = 'sine';
    note.frequency.value = pitch;
    note.connect(fading(audio, start, 0.32, 0.09)).connect(audio.destination);
    note.start(start);
    note.stop(start + 0.34);
  }
}

function fading(audio: AudioContext, at: number, seconds: number, loudness: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(QUIET, at);
  gain.gain.exponentialRampToValueAtTime(loudness, at + seconds * 0.12);
  gain.gain.exponentialRampToValueAtTime(QUIET, at + seconds);
  return gain;
}

function noise(audio: AudioContext): AudioBuffer {
  if (rustle !== null) return rustle;
  rustle = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = rustle.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return rustle;
}
