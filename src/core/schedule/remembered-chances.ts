import type { Unit } from './units.ts';

/**
 * A chance that is worked out once for each unit, at need. While it is being worked out the unit's own stands for it: no
 * unit counts on itself.
 */
export function rememberedChances(workOut: (unit: Unit) => number): (unit: Unit) => number {
  const known = new Map<Unit, number>();
  return (unit) => {
    const chance = known.get(unit);
    if (chance !== undefined) return chance;
    known.set(unit, unit.chance);
    const found = workOut(unit);
    known.set(unit, found);
    return found;
  };
}
