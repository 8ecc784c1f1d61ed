import { useSearchParams } from "react-router-dom";
import type { SortProps } from "./SortMenu.tsx";

/** The sort order of a list, stored in the URL; the first order is the default. */
export function useSortOrder<T extends string>(
  sortOrders: readonly [T, ...T[]],
  words: Readonly<Record<T, string>>,
): SortProps<T> {
  const [params, setParams] = useSearchParams();
  const onChange = (next: T): void => {
    const changed = new URLSearchParams(params);
    if (next === sortOrders[0]) changed.delete("ordem");
    else changed.set("ordem", next);
    setParams(changed, { replace: true });
  };
  return {
    value: sortOrders.find((each) => each === params.get("ordem")) ?? sortOrders[0],
    options: sortOrders.map((value) => ({ value, label: words[value] })),
    onChange,
  };
}
