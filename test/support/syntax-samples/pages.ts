import type { SyntaxSample } from './sample.ts';

export const PAGE_SAMPLES: readonly SyntaxSample[] = [
  {
    language: 'CSS',
    path: 'styles/site.css',
    text: `:root {
  --gap: 4px;
}

.card > a:hover {
  color: rgb(10 20 30 / 50%);
  background: url("a.png") no-repeat;
}

@media (min-width: 40em) {
  .card {
    margin: calc(var(--gap) * 2);
    grid-template-areas: "a b";
  }
}

.last::after {
  content: "end";
}
`,
    broken: ['margin: calc(var(--gap) * 2);', 'margin: calc(var(--gap) * 2)));'],
    edit: ['content: "end";', 'content: "stop";'],
  },
  {
    language: 'HTML',
    path: 'public/index.html',
    text: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Tool</title>
  </head>
  <body>
    <main class="page">
      <h1>Tool</h1>
      <p>Some <em>text</em> here.</p>
      <img src="a.png" alt="a">
    </main>
    <footer>End</footer>
  </body>
</html>
`,
    broken: ['<h1>Tool</h1>', '<h1>Tool</h1'],
    edit: ['<footer>End</footer>', '<footer>The end</footer>'],
  },
  {
    language: 'Vue',
    path: 'src/App.vue',
    text: `<script setup lang="ts">
import { ref } from 'vue';

const count = ref<number>(0);
function add(amount = 1) {
  count.value += amount;
}
</script>

<template>
  <main class="page">
    <button type="button" @click="add()">{{ count }}</button>
    <p v-if="count > 3">many</p>
  </main>
</template>

<style scoped>
.page {
  margin: 4px;
}
</style>
`,
    broken: ['count.value += amount;', 'count.value += amount);'],
    edit: ['<p v-if="count > 3">many</p>', '<p v-if="count > 4">many</p>'],
  },
  {
    language: 'Svelte',
    path: 'src/App.svelte',
    text: `<script>
  export let name = 'world';
  let count = 0;
  function add() {
    count += 1;
  }
</script>

<main class="page">
  {#if count > 3}
    <p>many</p>
  {:else}
    <p>{count}</p>
  {/if}
  <button on:click={add}>Hello {name}</button>
</main>

<style>
  .page {
    margin: 4px;
  }
</style>
`,
    broken: ['count += 1;', 'count += 1);'],
    edit: ['<p>many</p>', '<p>very many</p>'],
  },
  {
    language: 'XML',
    path: 'pom.xml',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>app</groupId>
  <!-- what it needs -->
  <dependencies>
    <dependency scope="test">
      <groupId>junit</groupId>
      <version>4.13</version>
    </dependency>
  </dependencies>
  <name>tool &amp; more</name>
</project>
`,
    broken: ['<groupId>junit</groupId>', '<groupId>junit</groupId'],
    edit: ['<modelVersion>4.0.0</modelVersion>', '<modelVersion>4.1.0</modelVersion>'],
  },
  {
    language: 'Make',
    path: 'Makefile',
    text: `CC ?= gcc
SRC := $(wildcard src/*.c)
OBJ := $(patsubst %.c,%.o,$(SRC))

.PHONY: all clean

all: tool

tool: $(OBJ)
	$(CC) -o $@ $^

%.o: %.c
	$(CC) -c -o $@ $<

ifeq ($(DEBUG),1)
CFLAGS += -g
endif

clean:
	rm -f tool $(OBJ)
`,
    broken: ['OBJ := $(patsubst %.c,%.o,$(SRC))', 'OBJ := $(patsubst %.c,%.o,$(SRC)'],
    edit: ['rm -f tool $(OBJ)', 'rm -f $(OBJ)'],
  },
];
