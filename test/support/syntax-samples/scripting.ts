import type { SyntaxSample } from './sample.ts';

export const SCRIPTING_SAMPLES: readonly SyntaxSample[] = [
  {
    language: 'Python',
    path: 'app/report.py',
    text: `"""Reports over a list of entries."""
import json
from dataclasses import dataclass


@dataclass
class Entry:
    name: str
    amount: int = 0


def totals(entries, *, least=0):
    found = {}
    for entry in entries:
        if entry.amount < least:
            continue
        found[entry.name] = found.get(entry.name, 0) + entry.amount
    return found


def main():
    entries = [Entry("a", 2), Entry("b", 3)]
    print(json.dumps(totals(entries), indent=2))


if __name__ == "__main__":
    main()
`,
    broken: ['found[entry.name] = found', 'found[entry.name = found'],
    edit: ['indent=2', 'indent=4'],
  },
  {
    language: 'Ruby',
    path: 'lib/ledger.rb',
    text: `require "json"

module Books
  class Ledger
    attr_reader :entries

    def initialize(name)
      @name = name
      @entries = {}
    end

    def record(key, amount)
      raise ArgumentError, "no amount for #{key}" if amount.zero?

      entries[key] = entries.fetch(key, 0) + amount
      entries.each do |name, total|
        puts "#{name}: #{total}"
      end
    end

    def to_json(*args)
      { name: @name, entries: entries }.to_json(*args)
    end
  end
end
`,
    broken: ['entries[key] = entries', 'entries[key = entries'],
    edit: ['{ name: @name,', '{ title: @name,'],
  },
  {
    language: 'PHP',
    path: 'src/Cart.php',
    text: `<?php

declare(strict_types=1);

namespace App;

final class Cart
{
    /** @var array<string, int> */
    private array $items = [];

    public function add(string $name, int $count = 1): int
    {
        if ($count < 1) {
            throw new \\InvalidArgumentException("bad count: {$count}");
        }
        $this->items[$name] = ($this->items[$name] ?? 0) + $count;

        return $this->items[$name];
    }

    public function names(): array
    {
        return array_map(fn ($name) => strtoupper($name), array_keys($this->items));
    }
}
`,
    broken: ['return $this->items[$name];', 'return $this->items[$name;'],
    edit: ['strtoupper($name)', 'strtolower($name)'],
  },
  {
    language: 'Shell',
    path: 'scripts/deploy',
    text: `#!/usr/bin/env bash
set -euo pipefail

target="\${1:-staging}"
names=(web worker)

deploy() {
  local name="$1"
  if [ -z "$name" ]; then
    echo "no name" >&2
    return 1
  fi
  for attempt in 1 2 3; do
    if ssh "$target" "restart $name"; then
      break
    fi
    sleep "$attempt"
  done
}

for each in "\${names[@]}"; do
  deploy "$each"
done
`,
    broken: ['local name="$1"', 'local name="$1")))'],
    edit: ['names=(web worker)', 'names=(web)'],
  },
  {
    language: 'Lua',
    path: 'src/inventory.lua',
    text: `local Inventory = {}
Inventory.__index = Inventory

function Inventory.new(limit)
  return setmetatable({ items = {}, limit = limit or 10 }, Inventory)
end

function Inventory:add(name, count)
  if count < 1 then
    error("bad count: " .. tostring(count))
  end
  self.items[name] = (self.items[name] or 0) + count
  for key, value in pairs(self.items) do
    print(key, value)
  end
  return self.items[name]
end

return Inventory
`,
    broken: ['return self.items[name]', 'return self.items[name'],
    edit: ['limit or 10', 'limit or 20'],
  },
  {
    language: 'R',
    path: 'R/summary.R',
    text: `library(stats)

read_scores <- function(path, header = TRUE) {
  scores <- read.csv(path, header = header)
  if (nrow(scores) == 0) {
    stop("no scores in ", path)
  }
  scores
}

summarise <- function(scores, least = 0) {
  kept <- scores[scores$value > least, ]
  result <- list(mean = mean(kept$value), count = nrow(kept))
  for (name in names(result)) {
    cat(name, ":", result[[name]], "\\n")
  }
  result
}
`,
    broken: ['kept <- scores[scores$value > least, ]', 'kept <- scores[scores$value > least, ]))'],
    edit: ['"no scores in "', '"nothing in "'],
  },
  {
    language: 'Julia',
    path: 'src/Totals.jl',
    text: `module Totals

export add!, Entry

struct Entry
    name::String
    amount::Int
end

function add!(all::Dict{String,Int}, entry::Entry)
    if entry.amount < 0
        throw(ArgumentError("negative amount"))
    end
    all[entry.name] = get(all, entry.name, 0) + entry.amount
    return all
end

square(x) = x^2

function report(all)
    for (name, total) in all
        println("$name: $(square(total))")
    end
end

end
`,
    broken: ['= get(all, entry.name, 0) +', '= get(all, entry.name, 0))) +'],
    edit: ['x^2', 'x^3'],
  },
  {
    language: 'PowerShell',
    path: 'scripts/Clean.ps1',
    text: `param(
    [string]$Path = ".",
    [int]$Days = 30
)

function Remove-Old {
    param([string]$Folder)
    $limit = (Get-Date).AddDays(-$Days)
    Get-ChildItem -Path $Folder -File | ForEach-Object {
        if ($_.LastWriteTime -lt $limit) {
            Write-Host "removing $($_.Name)"
            Remove-Item $_.FullName
        }
    }
}

Remove-Old -Folder $Path
`,
    broken: ['Remove-Item $_.FullName', 'Remove-Item $_.FullName)))'],
    edit: ['$Days = 30', '$Days = 60'],
  },
  {
    language: 'Elixir',
    path: 'lib/ledger.ex',
    text: `defmodule Ledger do
  @moduledoc "Keeps totals by name."

  defstruct entries: %{}, limit: 10

  def record(%Ledger{} = ledger, name, amount) when amount > 0 do
    entries = Map.update(ledger.entries, name, amount, &(&1 + amount))

    if map_size(entries) > ledger.limit do
      {:error, "too many entries"}
    else
      {:ok, %{ledger | entries: entries}}
    end
  end

  def names(ledger) do
    ledger.entries |> Map.keys() |> Enum.map(fn name -> String.upcase(name) end)
  end
end
`,
    broken: ['{:ok, %{ledger | entries: entries}}', '{:ok, %{ledger | entries: entries}'],
    edit: ['limit: 10', 'limit: 20'],
  },
];
