import type { Class, Directive, Node, Statement } from 'oxc-parser';
import type { ModuleApi } from '../../core/graph/module-api.ts';
import { lex } from '../../core/source/lex.ts';
import { sourceLanguage } from '../../core/source/source-language.ts';
import { fileName } from '../syntax/checker.ts';
import { canCrashTheParser } from '../syntax/javascript.ts';
import { languageOf } from '../syntax/parse-javascript.ts';

/**
 * The exports of a JavaScript or TypeScript module with their signatures: of a function all but its body, of a class its
 * head and what is not private, of a constant its type or else its value, of a type its whole text. Null where it cannot
 * be told.
 */
export async function moduleApi(path: string, text: string): Promise<ModuleApi> {
  if (canCrashTheParser(text)) return null;
  // Native code that a daemon without JavaScript to look at need not hold.
  const { parse } = await import('oxc-parser');
  const { program, module, errors } = await parse(fileName(path), text, {
    lang: languageOf(path),
    sourceType: 'module',
  });
  if (errors.length > 0 || !module.hasModuleSyntax) return null;
  const api = new ApiText(text);
  for (const statement of program.body) api.declare(statement);
  for (const statement of program.body) api.export(statement);
  return api.exports;
}

const LANGUAGE = sourceLanguage('a.ts');

/** Collects declarations first, then exports: an export may stand before what it names. */
class ApiText {
  readonly exports = new Map<string, string>();
  readonly #text: string;
  readonly #declared = new Map<string, string>();

  constructor(text: string) {
    this.#text = text;
  }

  declare(statement: Statement | Directive): void {
    if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration !== null) this.declare(statement.declaration);
    } else if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement;
      const name = declaredName(declaration);
      if (name !== null) this.#add(name, this.#signature(declaration));
    } else if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers)
        this.#add(specifier.local.name, `${this.#plain(specifier)} from ${statement.source.value}`);
    } else if (statement.type === 'VariableDeclaration') {
      for (const declarator of statement.declarations)
        for (const name of boundNames(declarator.id))
          this.#add(name, `${statement.kind} ${this.#signature(declarator)}`);
    } else {
      const name = declaredName(statement);
      if (name === null) return;
      this.#add(name, this.#signature(statement));
      // A signature may use a type that is not exported itself.
      if (statement.type.startsWith('TS')) this.exports.set(`type ${name}`, this.#plain(statement));
    }
  }

  export(statement: Statement | Directive): void {
    if (statement.type === 'ExportNamedDeclaration') this.#exportNamed(statement);
    else if (statement.type === 'ExportDefaultDeclaration')
      this.exports.set('default', this.#signature(statement.declaration));
    else if (statement.type === 'ExportAllDeclaration')
      this.exports.set(`* from ${statement.source.value}`, this.#plain(statement));
    else if (statement.type === 'TSExportAssignment') this.exports.set('=', this.#plain(statement));
  }

  #exportNamed(statement: Extract<Statement, { type: 'ExportNamedDeclaration' }>): void {
    const { declaration, specifiers, source, exportKind } = statement;
    for (const name of declaration === null ? [] : declaredNames(declaration))
      this.exports.set(name, this.#declared.get(name) ?? '');
    for (const { local, exported } of specifiers) {
      const from = this.#plain(local);
      const signature =
        source === null ? (this.#declared.get(from) ?? from) : `${from} from ${source.value}`;
      this.exports.set(this.#plain(exported), `${exportKind} ${signature}`);
    }
  }

  /** Overloads and merged declarations add up. */
  #add(name: string, signature: string): void {
    const known = this.#declared.get(name);
    this.#declared.set(name, known === undefined ? signature : `${known}\n${signature}`);
  }

  #signature(node: Node): string {
    const { type } = node;
    if (
      type === 'FunctionDeclaration' ||
      type === 'FunctionExpression' ||
      type === 'ArrowFunctionExpression'
    )
      return this.#plain({ start: node.start, end: node.body?.start ?? node.end });
    if (type === 'ClassDeclaration' || type === 'ClassExpression')
      return this.#classSignature(node);
    if (type !== 'VariableDeclarator') return this.#plain(node);
    if (hasType(node.id) || node.init === null) return this.#plain(node.id);
    return `${this.#plain(node.id)} = ${this.#signature(node.init)}`;
  }

  #classSignature({ start, body }: Class): string {
    const members = body.body.flatMap((member) => {
      if ('accessibility' in member && member.accessibility === 'private') return [];
      if ('key' in member && member.key.type === 'PrivateIdentifier') return [];
      if (member.type === 'StaticBlock') return [];
      if (member.type === 'MethodDefinition')
        return [this.#plain({ start: member.start, end: member.value.body?.start ?? member.end })];
      if (member.type === 'PropertyDefinition' && member.value !== null && hasType(member))
        return [this.#plain({ start: member.start, end: member.value.start })];
      return [this.#plain(member)];
    });
    return [this.#plain({ start, end: body.start }), ...members].join('\n');
  }

  /** The text of a stretch as its tokens alone. */
  #plain({ start, end }: { readonly start: number; readonly end: number }): string {
    const text = this.#text.slice(start, end);
    return lex(text, LANGUAGE)
      .filter(({ kind }) => kind !== 'comment')
      .map((token) => text.slice(token.start, token.end))
      .join(' ');
  }
}

const hasType = (node: object): boolean =>
  'typeAnnotation' in node && node.typeAnnotation !== null && node.typeAnnotation !== undefined;

/** The name that a function, class or type is declared under; null for what declares none. */
function declaredName(node: Node): string | null {
  if (!('id' in node) || node.id === null || node.id === undefined) return null;
  return 'name' in node.id && typeof node.id.name === 'string' ? node.id.name : null;
}

function declaredNames(node: Node): readonly string[] {
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) => boundNames(id));
  const name = declaredName(node);
  return name === null ? [] : [name];
}

/** Names that a pattern binds. */
function boundNames(pattern: Node): readonly string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((property) =>
      boundNames(property.type === 'RestElement' ? property.argument : property.value),
    );
  if (pattern.type === 'ArrayPattern')
    return pattern.elements.flatMap((element) => (element === null ? [] : boundNames(element)));
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left);
  return pattern.type === 'RestElement' ? boundNames(pattern.argument) : [];
}
