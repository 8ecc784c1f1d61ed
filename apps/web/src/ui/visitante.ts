import { useEffect, useState } from "react";

let ask: () => boolean | Promise<boolean> = () => false;

/**
 * Registers the check whether the visitor is signed in; the public pages themselves make no server calls.
 */
export function setSessaoConhecida(find: () => boolean | Promise<boolean>): void {
  ask = find;
}

/**
 * Whether the visitor has a session, in this tab or from another; false until known or when the check
 * fails.
 */
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
