import type { SyntaxSample } from './sample.ts';

export const MANAGED_SAMPLES: readonly SyntaxSample[] = [
  {
    language: 'Java',
    path: 'src/main/java/app/Counter.java',
    text: `package app;

import java.util.HashMap;
import java.util.Map;

public class Counter {
    private final Map<String, Integer> counts = new HashMap<>();

    public int add(String name, int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative: " + amount);
        }
        int total = counts.getOrDefault(name, 0) + amount;
        counts.put(name, total);
        return total;
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        for (String each : args) {
            System.out.println(each + " " + counter.add(each, 1));
        }
    }
}
`,
    broken: ['counts.put(name, total);', 'counts.put(name, total;'],
    edit: ['counter.add(each, 1)', 'counter.add(each, 2)'],
  },
  {
    language: 'Kotlin',
    path: 'app/src/main/kotlin/Inventory.kt',
    text: `package app

data class Item(val name: String, val count: Int = 0)

class Inventory(private val limit: Int) {
    private val items = mutableMapOf<String, Item>()

    fun add(name: String): Item? {
        if (items.size >= limit) {
            println("no room for $name")
            return null
        }
        val item = items[name]?.let { it.copy(count = it.count + 1) } ?: Item(name, 1)
        items[name] = item
        return item
    }
}

fun main() {
    val inventory = Inventory(limit = 3)
    listOf("a", "b").forEach { inventory.add(it) }
}
`,
    broken: ['items[name] = item', 'items[name = item'],
    edit: ['limit = 3', 'limit = 4'],
  },
  {
    language: 'Scala',
    path: 'src/main/scala/Totals.scala',
    text: `package app

import scala.collection.mutable

case class Entry(name: String, amount: Int)

class Totals {
  private val all = mutable.Map.empty[String, Int]

  def add(entry: Entry): Int = {
    val total = all.getOrElse(entry.name, 0) + entry.amount
    if (total < 0) {
      throw new IllegalStateException("below zero")
    }
    all(entry.name) = total
    total
  }
}

object Totals {
  def main(args: Array[String]): Unit = {
    val totals = new Totals
    args.foreach(name => totals.add(Entry(name, 1)))
  }
}
`,
    broken: ['all(entry.name) = total', 'all(entry.name)))) = total'],
    edit: ['Entry(name, 1)', 'Entry(name, 2)'],
  },
  {
    language: 'C#',
    path: 'src/Parser.cs',
    text: `using System;
using System.Collections.Generic;

namespace App
{
    public sealed class Parser
    {
        private readonly List<string> words = new();

        public int Read(string text)
        {
            foreach (var word in text.Split(' '))
            {
                if (word.Length == 0)
                {
                    continue;
                }
                words.Add(word);
            }
            return words.Count;
        }

        public override string ToString() => string.Join("+", words);
    }
}
`,
    broken: ['words.Add(word);', 'words.Add(word;'],
    edit: ['"+"', '"-"'],
  },
  {
    language: 'Dart',
    path: 'lib/cart.dart',
    text: `import 'dart:convert';

class Cart {
  Cart(this.owner);

  final String owner;
  final Map<String, int> _items = {};

  int add(String name, {int count = 1}) {
    if (count < 1) {
      throw ArgumentError('count must be positive: $count');
    }
    _items.update(name, (old) => old + count, ifAbsent: () => count);
    return _items[name]!;
  }

  String toJson() => jsonEncode({'owner': owner, 'items': _items});
}

void main() {
  final cart = Cart('me');
  print(cart.add('pen'));
}
`,
    broken: ['return _items[name]!;', 'return _items[name!;'],
    edit: ["Cart('me')", "Cart('you')"],
  },
  {
    language: 'GDScript',
    path: 'scripts/player.gd',
    text: `extends Node2D

var speed = 200
var names = ["a", "b"]

func _ready():
	print("ready: ", names)

func move(delta, direction):
	if direction == Vector2.ZERO:
		return false
	position += direction * speed * delta
	for name in names:
		print(name)
	return true
`,
    broken: ['position += direction * speed * delta', 'position += direction * (speed * delta'],
    edit: ['var speed = 200', 'var speed = 300'],
  },
];
