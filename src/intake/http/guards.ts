import { createHash, timingSafeEqual } from 'node:crypto';
import { errorResponse } from './http-error.ts';

/** How a listener may be reached. The socket is guarded by its mode; a port needs more. */
export type Reach =
  | { readonly kind: 'socket' }
  | { readonly kind: 'loopback'; readonly port: number; readonly token: string };

/**
 * Refuses what no honest program on this machine sends: a request that a browser makes for another site, one that came
 * by a name that somebody else's DNS gave to this machine, one without the token. Null: let it in. There is no CORS: no
 * page may call this.
 */
export function refuseForeign(request: Request, reach: Reach): Response | null {
  return reach.kind === 'loopback'
    ? (wrongHost(request, reach.port) ??
        foreignOrigin(request, reach) ??
        noToken(request, reach.token))
    : foreignOrigin(request, reach);
}

const NAMES = ['127.0.0.1', 'localhost'];

function wrongHost(request: Request, port: number): Response | null {
  const host = request.headers.get('host')?.toLowerCase() ?? '';
  if (NAMES.some((name) => host === `${name}:${port}`)) return null;
  return errorResponse({
    code: 'wrong-host',
    title: 'This request came under a name that is not of this machine',
    hint: `Call http://127.0.0.1:${port}.`,
  });
}

function foreignOrigin(request: Request, reach: Reach): Response | null {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site') ?? 'none';
  const isOwn =
    origin === null ||
    (reach.kind === 'loopback' &&
      NAMES.some((name) => origin.toLowerCase() === `http://${name}:${reach.port}`));
  if (isOwn && ['none', 'same-origin'].includes(site)) return null;
  return errorResponse({
    code: 'foreign-origin',
    title: 'No web page of another site may call this',
    hint: 'Call it from a program on this machine, without an Origin header.',
  });
}

const CHALLENGE = { 'www-authenticate': 'Bearer realm="sallyport"' } as const;

function noToken(request: Request, token: string): Response | null {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (given === undefined) {
    return errorResponse(
      {
        code: 'no-token',
        title: 'This needs the token of this repository',
        hint: 'Send `Authorization: Bearer TOKEN`; `sallyport status` names the file that holds it.',
      },
      CHALLENGE,
    );
  }
  if (isSame(given, token)) return null;
  return errorResponse(
    {
      code: 'bad-token',
      title: 'This is not the token of this repository',
      hint: 'Read the token file anew; `sallyport status` names it.',
    },
    CHALLENGE,
  );
}

/** Compares digests, so that the time says nothing about where two texts part, or how long they are. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
