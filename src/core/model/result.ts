/** Outcome of an operation whose refusal is ordinary: a value, never a throw. */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** Wraps a success. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** Wraps a refusal. */
export const refused = <E>(error: E): { readonly ok: false; readonly error: E } => ({
  ok: false,
  error,
});
