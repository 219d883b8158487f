// Whether this browser draws in three dimensions.

let known: boolean | null = null;

export function hasWebGl(): boolean {
  if (known === null) {
    try {
      known = document.createElement('canvas').getContext('webgl2') !== null;
    } catch {
      known = false;
    }
  }
  return known;
}
