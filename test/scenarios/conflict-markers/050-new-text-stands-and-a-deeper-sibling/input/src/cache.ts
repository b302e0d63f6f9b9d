export function first(key: string): Value {
  return cache.fetch(key);
}

export function second(key: string): Value {
  if (key !== '') {
    return cache.get(key);
  }
  return NOTHING;
}
