/** The numbers from 0 below `count`: placeholder rows have no other identity than their place. */
export function places(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}
