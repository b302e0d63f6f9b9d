import type { SyntaxSample } from './sample.ts';

export const DOCUMENT_SAMPLES: readonly SyntaxSample[] = [
  {
    language: 'JSON',
    path: 'data/settings.json',
    text: `{
  "name": "tool",
  "limits": {
    "files": 20,
    "lines": [1, 2, 3]
  },
  "nested": [
    { "a": true },
    { "b": null }
  ],
  "last": "end"
}
`,
    broken: ['"files": 20,', '"files": 20'],
    edit: ['"last": "end"', '"last": "here"'],
  },
  {
    language: 'JSON with comments',
    path: 'tsconfig.json',
    text: `{
  // How the sources are read.
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2022", "dom"],
    "strict": true,
  },
  "include": ["src"],
  /* nothing else */
  "exclude": ["dist"],
}
`,
    broken: ['"lib": ["es2022", "dom"],', '"lib": ["es2022", "dom",'],
    edit: ['"exclude": ["dist"]', '"exclude": ["build"]'],
  },
  {
    language: 'JavaScript or TypeScript',
    path: 'src/cart.ts',
    text: `import { readFile } from 'node:fs/promises';

interface Item {
  readonly name: string;
  readonly count: number;
}

export class Cart {
  #items = new Map<string, Item>();

  add(name: string, count = 1): Item {
    if (count < 1) {
      throw new RangeError(\`bad count: \${count}\`);
    }
    const item = { name, count: (this.#items.get(name)?.count ?? 0) + count };
    this.#items.set(name, item);
    return item;
  }
}

export async function load(path: string): Promise<readonly Item[]> {
  const text = await readFile(path, 'utf8');
  return JSON.parse(text).map((each: Item) => ({ ...each }));
}
`,
    broken: ['this.#items.set(name, item);', 'this.#items.set(name, item;'],
    edit: ["'utf8'", "'latin1'"],
  },
  {
    language: 'YAML',
    path: '.github/workflows/ci.yml',
    text: `name: ci
on:
  push:
    branches: [main]
jobs:
  test:
    runs-on: ubuntu-latest
    env: { CI: "true", LEVEL: 3 }
    steps:
      - uses: actions/checkout@v4
      - name: test
        run: |
          npm ci
          npm test
      - name: report
        if: failure()
        run: echo "failed"
`,
    broken: ['branches: [main]', 'branches: [main'],
    edit: ['run: echo "failed"', 'run: echo "it failed"'],
  },
  {
    language: 'TOML',
    path: 'Cargo.toml',
    text: `[package]
name = "tool"
version = "0.1.0"
authors = ["A", "B"]

[dependencies]
serde = { version = "1", features = ["derive"] }
regex = "1"

[[bin]]
name = "tool"
path = "src/main.rs"
`,
    broken: ['authors = ["A", "B"]', 'authors = ["A", "B"'],
    edit: ['path = "src/main.rs"', 'path = "src/tool.rs"'],
  },
  {
    language: 'HCL',
    path: 'jobs/web.hcl',
    text: `job "web" {
  datacenters = ["dc1", "dc2"]

  group "servers" {
    count = 3

    task "nginx" {
      driver = "docker"

      config {
        image = "nginx:latest"
        ports = ["http"]
      }
    }
  }
}
`,
    broken: ['ports = ["http"]', 'ports = ["http"]]]'],
    edit: ['datacenters = ["dc1", "dc2"]', 'datacenters = ["dc1"]'],
  },
  {
    language: 'Terraform',
    path: 'infra/main.tf',
    text: `variable "region" {
  type    = string
  default = "eu-west-1"
}

resource "aws_instance" "web" {
  ami           = data.aws_ami.ubuntu.id
  instance_type = var.region == "eu-west-1" ? "t3.micro" : "t3.small"

  tags = {
    Name = "web-\${var.region}"
  }

  dynamic "ebs_block_device" {
    for_each = [for disk in var.disks : disk if disk.size > 0]
    content {
      device_name = ebs_block_device.value.name
    }
  }
}
`,
    broken: ['disk if disk.size > 0]', 'disk if disk.size > 0'],
    edit: ['default = "eu-west-1"', 'default = "eu-west-2"'],
  },
  {
    language: 'SQL',
    path: 'db/0002_orders.sql',
    text: `-- Orders, and what each customer spent.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer INTEGER NOT NULL REFERENCES customers (id),
  amount NUMERIC(10, 2) DEFAULT 0,
  note TEXT
);

CREATE INDEX orders_by_customer ON orders (customer);

INSERT INTO orders (id, customer, amount) VALUES (1, 1, 9.50);

SELECT c.name, SUM(o.amount) AS spent
FROM customers AS c
JOIN orders AS o ON o.customer = c.id
WHERE o.note = 'paid' OR o.note IS NULL
GROUP BY c.name
ORDER BY spent DESC;
`,
    broken: ['amount NUMERIC(10, 2) DEFAULT 0,', 'amount NUMERIC(10, 2 DEFAULT 0,'],
    edit: ["'paid'", "'settled'"],
  },
];
