import { expect, test } from 'vitest';
import { hasLiteralAcrossLines } from '../../../src/core/match/literals.ts';

test.each<readonly [string, boolean]>([
  ['const a = `one`;\nconst b = 2;', false],
  ['const a = `one\ntwo`;', true],
  ['text = """one\ntwo"""', true],
  ['text = """one"""', false],
  ["text = '''one\ntwo'''", true],
  ['cat <<EOF\ntext\nEOF', true],
  ["cat <<-'EOF'\ntext\nEOF", true],
  ['text = <<~SQL\n  select\nSQL', true],
  ['std::cout << value << std::endl;', false],
  ['const a = 1 << 4;', false],
  ['const a = "one \\\ntwo";', true],
  ['#define A \\\n  1', false],
  ['const a = "\\`";\nconst b = 1;', false],
  ["it's fine\nto say so", false],
  ['const a = `""" \'\'\'`;\nconst b = 1;', false],
  ['const a = `"""\n', true],
  ["text = '''one \"\"\"\ntwo'''", true],
  ['const a = `\\``;\nconst b = 1;', false],
  ['const a = "\\"one \\\ntwo";', true],
  ['const a = "\\"one" \\\n+ b;', false],
  ['const a = "it\'s" \\\n+ b;', false],
  ["const a = 'say \"x' \\\n+ b;", false],
  ["const a = 'one \\\ntwo';", true],
  ['const a = "one\\', true],
  ['a << b', false],
  ['cat <<"EOF"', true],
  ['cat << EOF', false],
  ['cat <<1', false],
  ['', false],
])('%j: %s', (text, is) => {
  expect(hasLiteralAcrossLines(text.split('\n'))).toBe(is);
});
