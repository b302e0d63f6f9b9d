/**
 * What a crowd of agents does to a repository, as data. A file is a list of places that stand apart, so that edits of two
 * of them never touch. The first place of a file is wanted by several agents, of which one can have it; each of the
 * others is wanted by one. Each edit puts in a token of its own, by which its landing is known again.
 */
export interface CrowdEdit {
  readonly path: string;
  readonly old: string;
  readonly new: string;
  readonly token: string;
  /** Others want the same place. */
  readonly isContended: boolean;
}

/** How many do how much. */
export interface CrowdSize {
  readonly agents: number;
  readonly editsEach: number;
  readonly files: number;
}

/** The path of a file by its number. */
export const crowdPath = (file: number): string => `src/f${String(file).padStart(2, '0')}.txt`;

const lineOf = (file: number, place: number, text: string): string =>
  `place ${place} of file ${file}: ${text}`;

const tokenOf = (agent: number, at: number): string => `token-${agent}-${at}-end`;

/** The tokens that stand in a text. */
export const tokensIn = (text: string): readonly string[] => text.match(/token-\d+-\d+-end/g) ?? [];

/** All files as they are before anybody edits them, by path. */
export function crowdFiles(size: CrowdSize): Readonly<Record<string, string>> {
  const places = 2 + Math.ceil((size.agents * size.editsEach) / size.files);
  const contentOf = (file: number): string =>
    Array.from({ length: places }, (_, place) => `${lineOf(file, place, 'free')}\n-\n-\n-\n`).join(
      '',
    );
  return Object.fromEntries(
    Array.from({ length: size.files }, (_, file) => [crowdPath(file), contentOf(file)]),
  );
}

/** What one agent does, in order: every fourth edit is of a place that others want too. */
export const editsOfAgent = (
  { editsEach, files }: CrowdSize,
  agent: number,
): readonly CrowdEdit[] =>
  Array.from({ length: editsEach }, (_, at) => {
    const isContended = at % 4 === 0;
    const number = agent * editsEach + at;
    const file = isContended ? (agent + at * 7) % files : number % files;
    const place = isContended ? 0 : 1 + Math.floor(number / files);
    const token = tokenOf(agent, at);
    return {
      path: crowdPath(file),
      old: lineOf(file, place, 'free'),
      new: lineOf(file, place, token),
      token,
      isContended,
    };
  });

/** What all of them do. */
export const editsOfCrowd = (size: CrowdSize): readonly CrowdEdit[] =>
  Array.from({ length: size.agents }, (_, agent) => editsOfAgent(size, agent)).flat();
