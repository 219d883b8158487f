// The back of a card as a picture, in the colours of the page.

import { CanvasTexture, SRGBColorSpace } from 'three';

import { LATTICE, SEAL } from '../../../cards/back';

const SCALE = 5;
const [WIDE, HIGH] = [60, 84];

/** Colours of the style sheets. */
export interface Colours {
  readonly paper: string;
  readonly back: string;
  readonly edge: string;
  readonly accent: string;
  readonly warn: string;
  readonly table: string;
}

/** The colours as they are set now on an element. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    paper: value('--card-back-2'),
    back: value('--card-back'),
    edge: value('--card-edge'),
    accent: value('--accent'),
    warn: value('--warn'),
    table: value('--felt-edge'),
  };
}

export function backOf({ paper, back, edge }: Colours): CanvasTexture {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDE * SCALE, HIGH * SCALE];
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser draws no pictures');
  pen.scale(SCALE, SCALE);
  pen.fillStyle = paper;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.fillStyle = back;
  pen.beginPath();
  pen.roundRect(4.5, 4.5, WIDE - 9, HIGH - 9, 2.5);
  pen.fill();
  pen.strokeStyle = pen.fillStyle = paper;
  pen.lineWidth = 0.8;
  pen.globalAlpha = 0.55;
  pen.stroke(new Path2D(LATTICE));
  pen.globalAlpha = 1;
  pen.beginPath();
  pen.arc(WIDE / 2, HIGH / 2, 9, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = back;
  pen.save();
  pen.translate(24.5, 36.5);
  pen.scale(11 / 24, 11 / 24);
  pen.fill(new Path2D(SEAL));
  pen.restore();
  pen.strokeStyle = edge;
  pen.lineWidth = 1.2;
  pen.beginPath();
  pen.roundRect(0.5, 0.5, WIDE - 1, HIGH - 1, 4);
  pen.stroke();
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}
