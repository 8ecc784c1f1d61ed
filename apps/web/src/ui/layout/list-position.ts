/** An item to step to. */
export type ListStep = { id: string; pos: number };
export type ListPosition = {
  /** Position in the list and size of the list. `inside`: whether the item still matches the filter. */
  pos: number;
  total: number;
  inside: boolean;
  previous: ListStep | null;
  next: ListStep | null;
};
