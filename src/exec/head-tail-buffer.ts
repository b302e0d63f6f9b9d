/** Bytes kept of a stream that may be far longer: its first half and its last half of `limit`. */
export interface HeadTailBuffer {
  readonly push: (chunk: Buffer) => void;
  /** What was kept; where bytes were dropped a line between the halves says how many. */
  readonly read: () => Buffer;
  readonly isTruncated: () => boolean;
}

/** Memory stays within about twice `limit` bytes whatever is pushed. */
export function createHeadTailBuffer(limit: number): HeadTailBuffer {
  const headLimit = Math.floor(limit / 2);
  const tailLimit = limit - headLimit;
  const head: Buffer[] = [];
  let headBytes = 0;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let dropped = 0;

  const compactTail = (): void => {
    const joined = Buffer.concat(tail);
    const excess = joined.length - tailLimit;
    dropped += excess;
    // A copy, so that the dropped bytes can be freed.
    tail = [Buffer.from(joined.subarray(excess))];
    tailBytes = tailLimit;
  };

  return {
    push: (chunk) => {
      const room = Math.min(headLimit - headBytes, chunk.length);
      if (room > 0) {
        head.push(chunk.subarray(0, room));
        headBytes += room;
      }
      if (room >= chunk.length) return;
      tail.push(chunk.subarray(room));
      tailBytes += chunk.length - room;
      if (tailBytes > tailLimit * 2) compactTail();
    },
    read: () => {
      if (tailBytes > tailLimit) compactTail();
      const gap = dropped === 0 ? [] : [Buffer.from(`\n[${dropped} bytes left out]\n`)];
      return Buffer.concat([...head, ...gap, ...tail]);
    },
    isTruncated: () => dropped > 0 || tailBytes > tailLimit,
  };
}
