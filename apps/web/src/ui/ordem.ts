import { useSearchParams } from "react-router-dom";

/** The order of a list in its address; the first of the orders is the one of an address that names none. */
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
