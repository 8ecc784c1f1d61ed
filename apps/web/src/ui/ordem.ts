import { useSearchParams } from "react-router-dom";

/** The sort order of a list, stored in the URL; the first order is the default. */
export function useOrdem<T extends string>(ordens: readonly [T, ...T[]]): [T, (ordem: T) => void] {
  const [params, setParams] = useSearchParams();
  const ordem = ordens.find((each) => each === params.get("ordem")) ?? ordens[0];
  const setOrdem = (next: T): void => {
    const changed = new URLSearchParams(params);
    if (next === ordens[0]) changed.delete("ordem");
    else changed.set("ordem", next);
    setParams(changed, { replace: true });
  };
  return [ordem, setOrdem];
}
