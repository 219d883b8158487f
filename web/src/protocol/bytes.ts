// Bytes as they are written in hex, and whether this page may hash them.

/** Whether this page may hash at all: browsers let only those that nobody can have changed, on https or of this machine. */
export function isAble(): boolean {
  return 'crypto' in globalThis && 'subtle' in crypto;
}

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** So many random bytes. */
export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** The SHA-256 of bytes that are written in hex, in hex. */
export async function hashOf(bytes: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(bytes))));
}
