import { useSearchParams } from "react-router-dom";

/** The sort order of a list, stored in the URL; the first order is the default. */
export function useSortOrder<T extends string>(
  sortOrders: readonly [T, ...T[]],
): [T, (sortOrder: T) => void] {
  const [params, setParams] = useSearchParams();
  const sortOrder = sortOrders.find((each) => each === params.get("ordem")) ?? sortOrders[0];
  const setSortOrder = (next: T): void => {
    const changed = new URLSearchParams(params);
    if (next === sortOrders[0]) changed.delete("ordem");
    else changed.set("ordem", next);
    setParams(changed, { replace: true });
  };
  return [sortOrder, setSortOrder];
}
