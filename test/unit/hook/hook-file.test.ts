import { expect, test } from 'vitest';
import { shellForName } from '../../../src/hook/install/hook-file.ts';

test.each([
  ['#!/bin/sh\n. "$(dirname "$0")/husky.sh"\n', 'sh'],
  ['#!/usr/bin/env sh\necho "${0##*/}"\n', 'sh'],
  ['#! /bin/bash\nname=$(basename "$0")\n', 'bash'],
  ['#!/usr/bin/env bash\ncd "$(dirname "${0}")"\n', 'bash'],
  ['#!/usr/local/bin/bash\necho $0\n', 'bash'],
  ['#!/bin/sh\necho nothing of its own\n', null],
  ['#!/bin/sh -e\necho $0\n', null],
  ['#!/bin/zsh\necho $0\n', null],
  ['#!/usr/bin/env node\nconsole.log("$0")\n', null],
  ['#!/bin/bash\n[[ ${BASH_SOURCE[0]} == "$0" ]] && main\n', null],
  ['#!/bin/sh\necho $01\n', null],
  ['echo $0\n', null],
  ['', null],
])('%j is read by %s', (text, shell) => {
  expect(shellForName(text)).toBe(shell);
});
