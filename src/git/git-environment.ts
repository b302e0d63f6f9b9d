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

/**
 * What a server's hook is told of the objects that are being pushed: they are kept apart until every hook let them in
 * (git-receive-pack(1), "QUARANTINE ENVIRONMENT"). With these variables git reads them, writes new ones beside them, and
 * refuses to move any ref. Null outside such a hook.
 */
export function quarantineOf(inherited: Environment): Environment | null {
  if ((inherited['GIT_QUARANTINE_PATH'] ?? '') === '') return null;
  const names = [
    'GIT_QUARANTINE_PATH',
    'GIT_OBJECT_DIRECTORY',
    'GIT_ALTERNATE_OBJECT_DIRECTORIES',
    'GIT_SHALLOW_FILE',
  ];
  return Object.fromEntries(names.map((name) => [name, inherited[name]]));
}
