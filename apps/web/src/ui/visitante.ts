import { useEffect, useState } from "react";

let ask: () => boolean | Promise<boolean> = () => false;

/** Says how to find out whether who visits is signed in; the public pages themselves call nobody. */
export function setSessaoConhecida(find: () => boolean | Promise<boolean>): void {
  ask = find;
}

/** Whether who visits has a session, in this tab or left by another; false until known, and when it cannot be known. */
export function useDentro(): boolean {
  const [dentro, setDentro] = useState(false);
  useEffect(() => {
    let gone = false;
    void Promise.resolve(ask())
      .catch(() => false)
      .then((known) => {
        if (!gone) setDentro(known);
      });
    return () => {
      gone = true;
    };
  }, []);
  return dentro;
}
