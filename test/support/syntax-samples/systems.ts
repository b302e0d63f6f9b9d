import type { SyntaxSample } from './sample.ts';

export const SYSTEMS_SAMPLES: readonly SyntaxSample[] = [
  {
    language: 'C',
    path: 'src/queue.c',
    text: `#include <stdio.h>
#include <stdlib.h>

struct queue {
  int *items;
  size_t length;
};

static int push(struct queue *q, int value) {
  int *grown = realloc(q->items, (q->length + 1) * sizeof(int));
  if (grown == NULL) {
    fprintf(stderr, "no memory for %d\\n", value);
    return -1;
  }
  q->items = grown;
  q->items[q->length++] = value;
  return 0;
}

int main(void) {
  struct queue q = {0};
  for (int i = 0; i < 3; i++) {
    push(&q, i);
  }
  printf("length: %zu\\n", q.length);
  return 0;
}
`,
    broken: ['  return 0;\n}\n\nint', '  return 0;)))\n}\n\nint'],
    edit: ['i < 3', 'i < 4'],
  },
  {
    language: 'C++',
    path: 'src/cache.cpp',
    text: `#include <map>
#include <string>
#include <vector>

namespace cache {

template <typename Key, typename Value>
class Store {
 public:
  explicit Store(std::size_t limit) : limit_(limit) {}

  bool put(const Key &key, Value value) {
    if (entries_.size() >= limit_) {
      return false;
    }
    entries_[key] = std::move(value);
    return true;
  }

 private:
  std::size_t limit_;
  std::map<Key, Value> entries_;
};

std::string describe(const std::vector<int> &all) {
  std::string text = "items:";
  for (auto each : all) {
    text += " " + std::to_string(each);
  }
  return text;
}

}  // namespace cache
`,
    broken: ['return false;', 'return false);'],
    edit: ['"items:"', '"all:"'],
  },
  {
    language: 'Objective-C',
    path: 'App/Counter.m',
    text: `#import <Foundation/Foundation.h>

@interface Counter : NSObject
@property(nonatomic, assign) NSInteger count;
- (void)add:(NSInteger)amount;
@end

@implementation Counter
- (void)add:(NSInteger)amount {
  if (amount > 0) {
    self.count += amount;
    NSLog(@"count is %ld", (long)self.count);
  }
}
@end

int main(int argc, const char *argv[]) {
  @autoreleasepool {
    Counter *counter = [[Counter alloc] init];
    [counter add:2];
  }
  return 0;
}
`,
    broken: ['[counter add:2];', '[counter add:2]]];'],
    edit: ['amount > 0', 'amount > 1'],
  },
  {
    language: 'Go',
    path: 'server/handler.go',
    text: `package server

import (
	"fmt"
	"net/http"
)

type Handler struct {
	names map[string]int
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	if name == "" {
		http.Error(w, "name is missing", http.StatusBadRequest)
		return
	}
	h.names[name]++
	fmt.Fprintf(w, "hello %s, %d", name, h.names[name])
}

func New(size int) *Handler {
	return &Handler{names: make(map[string]int, size)}
}
`,
    broken: ['h.names[name]++', 'h.names[name++'],
    edit: ['size int', 'capacity int'],
  },
  {
    language: 'Rust',
    path: 'src/lib.rs',
    text: `use std::collections::HashMap;

#[derive(Debug, Default)]
pub struct Ledger {
    entries: HashMap<String, i64>,
}

impl Ledger {
    pub fn record(&mut self, name: &str, amount: i64) -> Result<i64, String> {
        if amount == 0 {
            return Err(format!("nothing to record for {}", name));
        }
        let total = self.entries.entry(name.to_string()).or_insert(0);
        *total += amount;
        Ok(*total)
    }

    pub fn total(&self) -> i64 {
        self.entries.values().filter(|v| **v > 0).sum()
    }
}
`,
    broken: ['*total += amount;', '*total += amount};'],
    edit: ['**v > 0', '**v > 1'],
  },
  {
    language: 'Zig',
    path: 'src/main.zig',
    text: `const std = @import("std");

const Point = struct {
    x: i32,
    y: i32,

    fn length(self: Point) i32 {
        return self.x * self.x + self.y * self.y;
    }
};

pub fn main() !void {
    const point = Point{ .x = 3, .y = 4 };
    if (point.length() > 10) {
        std.debug.print("far: {d}\\n", .{point.length()});
    } else {
        std.debug.print("near\\n", .{});
    }
}
`,
    broken: ['return self.x', 'return self.x))'],
    edit: ['.x = 3', '.x = 5'],
  },
  {
    language: 'Swift',
    path: 'Sources/App/Store.swift',
    text: `import Foundation

struct Item: Codable {
    let name: String
    var count: Int
}

final class Store {
    private var items: [String: Item] = [:]

    func add(_ name: String, count: Int = 1) throws -> Item {
        guard count > 0 else {
            throw NSError(domain: "store", code: 1)
        }
        var item = items[name] ?? Item(name: name, count: 0)
        item.count += count
        items[name] = item
        return item
    }

    var total: Int { items.values.reduce(0) { $0 + $1.count } }
}
`,
    broken: ['item.count += count', 'item.count += count)))'],
    edit: ['let name: String', 'let title: String'],
  },
  {
    language: 'Solidity',
    path: 'contracts/Vault.sol',
    text: `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Vault {
    mapping(address => uint256) private balances;
    event Stored(address indexed owner, uint256 amount);

    function store() external payable {
        require(msg.value > 0, "nothing sent");
        balances[msg.sender] += msg.value;
        emit Stored(msg.sender, msg.value);
    }

    function balanceOf(address owner) public view returns (uint256) {
        return balances[owner];
    }
}
`,
    broken: ['balances[msg.sender] += msg.value;', 'balances[msg.sender += msg.value;'],
    edit: ['return balances[owner];', 'return balances[owner] + 0;'],
  },
];
