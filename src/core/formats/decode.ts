import { DEFAULT_DECODE_OPTIONS, type Decoded, type DecodeOptions } from './decoded.ts';

/** Text of a response -> classified spans and edits. Never throws on any input; linear time. */
export function decode(response: Uint8Array, options: Partial<DecodeOptions> = {}): Decoded {
  void response;
  void { ...DEFAULT_DECODE_OPTIONS, ...options };
  throw new Error('decode: not built');
}
