import { cFamilyReader } from '../../graph/import-readers/c-family.ts';
import type { ImportNames } from './import-names.ts';
import { pieceAt, type Piece } from './pieces.ts';

const words = (list: string): readonly string[] => list.split(' ');

/** What the headers that most programs have bring in, where their name does not say it. */
const HEADERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['assert.h', words('assert')],
  ['ctype.h', words('isalpha isdigit isspace isalnum toupper tolower')],
  ['errno.h', words('errno EINTR EINVAL ENOENT EAGAIN ENOMEM')],
  ['inttypes.h', words('PRIu64 PRId64 PRIu32 PRIx64')],
  ['math.h', words('sqrt pow fabs floor ceil sin cos')],
  ['pthread.h', words('pthread_t pthread_create pthread_mutex_t pthread_mutex_lock')],
  ['stdarg.h', words('va_list va_start va_end')],
  ['stdbool.h', words('bool true false')],
  ['stddef.h', words('offsetof ptrdiff_t')],
  ['stdint.h', words('uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t')],
  ['stdio.h', words('printf fprintf snprintf sprintf fopen fclose FILE puts fgets stderr stdout')],
  ['stdlib.h', words('malloc calloc realloc free exit abort atoi strtol getenv qsort')],
  ['string.h', words('strlen strcmp strncmp strcpy strdup strchr strstr memcpy memset memmove')],
  ['time.h', words('time_t time clock_gettime strftime')],
  ['unistd.h', words('close fork usleep getpid unlink')],
  ['iostream', words('cout cin cerr endl')],
  ['memory', words('unique_ptr shared_ptr make_unique make_shared')],
  ['algorithm', words('sort find_if transform max_element min_element copy_if')],
  ['sstream', words('stringstream ostringstream istringstream')],
  ['fstream', words('ifstream ofstream fstream')],
  ['iomanip', words('setw setprecision setfill')],
  ['utility', words('pair make_pair forward')],
]);

/** A header by the name that it is known by: of `"dir/a.h` its last part, of `<cstdio` the header of C. */
function headerOf(included: string): string {
  const name = included.slice(Math.max(included.lastIndexOf('/') + 1, 1));
  const plain = `${name.slice(1)}.h`;
  return name.startsWith('c') && HEADERS.has(plain) ? plain : name;
}

/** Whether names of a header are used: those known of it, else its own and what begins with it. */
function isUsed(header: string, used: ReadonlySet<string>, starts: ReadonlySet<string>): boolean {
  const known = HEADERS.get(header);
  if (known !== undefined) return known.some((name) => used.has(name));
  const own = header.replace(/\.[a-z]+$/, '').toLowerCase();
  return own.length > 2 && starts.has(own);
}

/** Each word in lower case, and the part before its first underscore. */
function startsOf(used: ReadonlySet<string>): ReadonlySet<string> {
  const starts = new Set<string>();
  for (const word of used) {
    const lower = word.toLowerCase();
    starts.add(lower);
    for (let at = lower.indexOf('_', 1); at > 0; at = lower.indexOf('_', at + 1))
      starts.add(lower.slice(0, at));
  }
  return starts;
}

/** The words of all lines but the includes. */
function wordsOf(pieces: readonly Piece[]): ReadonlySet<string> {
  const used = new Set<string>();
  let isInclude = false;
  pieces.forEach(({ text, isWord, startsLine }, at) => {
    if (startsLine)
      isInclude = text === '#' && /^(?:include|import)/.test(pieceAt(pieces, at + 1).text);
    if (isWord && !isInclude && text.length < 200) used.add(text);
  });
  return used;
}

/** C, C++ and their kin: nothing in an include says what it brings; known headers do, and names that begin like the file. */
export const cImports: ImportNames = {
  isOpaque: true,
  imported: ({ text }) =>
    new Map(cFamilyReader.read(text).map((included) => [headerOf(included), included.slice(1)])),
  uses({ pieces }) {
    const used = wordsOf(pieces);
    const starts = startsOf(used);
    return (header) => isUsed(header, used, starts);
  },
};
