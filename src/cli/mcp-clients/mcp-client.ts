/** How a client starts the server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Why a registration was not written: shown as it is, with what to do instead. */
export interface RegistrationProblem {
  readonly message: string;
  readonly hint: string;
}

/** A program whose agents can use the server. */
export interface McpClient {
  readonly name: string;
  readonly title: string;
  /** Its file for one project, from the root of the checkout. */
  readonly file: string;
  /** A name for the project's folder that it fills in itself; null: it has none. */
  readonly folderVariable: string | null;
  /** The registration alone, as it stands in an otherwise empty file. */
  readonly render: (server: ServerCommand) => string;
  /**
   * The file's text with the registration in it (null: there is no file), all else as it was; or why not. `isForced`:
   * another registration of the same name is replaced.
   */
  readonly register: (
    text: string | null,
    server: ServerCommand,
    isForced: boolean,
  ) => { readonly text: string } | RegistrationProblem;
}

/** The name that the server goes by in every client. */
export const SERVER_NAME = 'sallyport';
