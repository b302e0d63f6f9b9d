/** Environment variables as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that tie a process to one repository, index or call (`git rev-parse --local-env-vars`, and those that
 * change what a command does or prints). Inherited from a hook they would send our calls to the wrong place.
 */
const REPOSITORY_LOCAL = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_ATTR_SOURCE',
  'GIT_CONFIG',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_PARAMETERS',
  'GIT_COMMON_DIR',
  'GIT_DIFF_OPTS',
  'GIT_DIR',
  'GIT_EDITOR',
  'GIT_EXTERNAL_DIFF',
  'GIT_FLUSH',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INDEX_VERSION',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NAMESPACE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_REFLOG_ACTION',
  'GIT_REPLACE_REF_BASE',
  'GIT_SEQUENCE_EDITOR',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);
const REPOSITORY_LOCAL_PATTERN = /^GIT_(?:CONFIG_(?:KEY|VALUE)_\d+|TRACE.*|\w+_PATHSPECS)$/;

/** The environment of every git call: the caller's, without what ties it to another repository, quiet and predictable. */
export function gitEnvironment(inherited: Environment, extra: Environment = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(inherited).filter(
    ([name, value]) =>
      value !== undefined && !REPOSITORY_LOCAL.has(name) && !REPOSITORY_LOCAL_PATTERN.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_PAGER: 'cat',
    ...extra,
  };
}

/** Variables that say where objects are besides, or that are not. */
const OBJECT_PLACES = [
  'GIT_QUARANTINE_PATH',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_SHALLOW_FILE',
] as const;

/**
 * What a hook is told of where objects are. On a server those that are being pushed are kept apart until every hook let
 * them in (git-receive-pack(1), "QUARANTINE ENVIRONMENT"); at a commit somebody may keep them elsewhere. With these
 * variables git reads them, writes new ones beside them, and under quarantine refuses to move any ref. Null where objects
 * are in their usual place.
 */
export function quarantineOf(inherited: Environment): Environment | null {
  const given = OBJECT_PLACES.filter((name) => (inherited[name] ?? '') !== '');
  return given.length === 0
    ? null
    : Object.fromEntries(given.map((name) => [name, inherited[name]]));
}
